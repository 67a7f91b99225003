import type { Photo } from '../../../client/src/index.ts'
import { signal } from '../core/signal.ts'
import { countText, t } from '../core/language.ts'
import { knownProfiles, withPhoto } from '../model/known.ts'
import { ask } from '../requests/ask.ts'
import { callOf, newIdempotencyKey } from '../requests/call.ts'
import { clientWith, isSignedIn, keyFacts } from '../session/session.ts'
import { refusalText } from '../words.ts'

/** The limits of the service. */
export const maxPhotos = 12
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
const mebibyte = 1024 * 1024
const maxBytes = 10 * mebibyte

/** Time limit for one photo in milliseconds, for slow connections. */
const timeout = 600_000

/** A photo to upload. It stays in the list until the service has it, or somebody removes it. */
export type Upload = {
  readonly id: string
  readonly file: File
  readonly petId: bigint
  /** The id of the API key with which it was chosen. */
  readonly keyId: string
  /** The fraction that was sent, 0 to 1; undefined while it waits for its turn. */
  readonly sent?: number | undefined
  /** Why it was refused. */
  readonly fault?: string | undefined
  /** Whether a retry with the same file is pointless. */
  readonly isHopeless?: boolean
}

const uploads = signal<readonly Upload[]>([])

/** The uploads for an animal. They continue after the panel that shows them is closed. */
export const uploadsOf = (petId: bigint): readonly Upload[] =>
  uploads.value.filter((each) => each.petId === petId && each.keyId === keyFacts.value?.id)

const change = (id: string, part: Partial<Upload>): void => {
  uploads.value = uploads.value.map((each) => (each.id === id ? { ...each, ...part } : each))
}

/** Removes a refused photo from the list. */
export const forget = (id: string): void => {
  uploads.value = uploads.value.filter((each) => each.id !== id)
}

/** Says why a file cannot be a photo, before anything is sent. */
const faultOf = ({ type, size }: File): string | undefined => {
  if (!photoTypes.includes(type)) return t('This file is not a JPEG, PNG, WebP or AVIF image.')
  return size > maxBytes
    ? t('This file has {size} MiB; a photo may have at most 10.', {
        size: countText(Math.ceil((size / mebibyte) * 10) / 10),
      })
    : undefined
}

const listeners = new Set<(photo: Photo) => void>()

/** Calls the listener with each added photo, until the returned function is called. */
export const onUploaded = (listener: (photo: Photo) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Uploads files one after another as photos of an animal. */
export const upload = (petId: bigint, files: readonly File[]): void => {
  const added = files.map((file): Upload => {
    const fault = faultOf(file)
    const keyId = keyFacts.value?.id ?? ''
    return { id: newIdempotencyKey(), file, petId, keyId, fault, isHopeless: fault !== undefined }
  })
  uploads.value = [...uploads.value, ...added]
  void sendAll()
}

/** Sends a refused photo again. */
export const sendAgain = (id: string): void => {
  // The id is the idempotency key. The service has stored the refusal under the old one, so use a new one.
  change(id, { id: newIdempotencyKey(), fault: undefined, sent: undefined })
  void sendAll()
}

let isSending = false

const sendAll = async (): Promise<void> => {
  if (isSending) return
  isSending = true
  addEventListener('beforeunload', warn)
  let next: Upload | undefined
  while ((next = uploads.value.find(({ fault }) => fault === undefined))) await send(next)
  removeEventListener('beforeunload', warn)
  isSending = false
}

const warn = (event: BeforeUnloadEvent): void => event.preventDefault()

const send = async ({ id, petId, file }: Upload): Promise<void> => {
  try {
    change(id, { sent: 0 })
    const bytes = new Uint8Array(await file.arrayBuffer())
    const call = callOf('photos', 'add', petId, bytes, { idempotencyKey: id })
    const report = (sent: number): void => change(id, { sent })
    const { data } = await ask(call, undefined, () => clientWith(sender(report), timeout))
    forget(id)
    const known = knownProfiles.get(petId)
    if (known) knownProfiles.note(petId, withPhoto(known, data))
    for (const listener of listeners) listener(data)
  } catch (error) {
    if (!isSignedIn()) forget(id)
    // The file no longer exists, or may not be read.
    else if (error instanceof DOMException)
      change(id, { fault: t('This file could not be read. Choose it again.'), isHopeless: true })
    else change(id, { fault: refusalText(error), sent: undefined })
  }
}

/** A `fetch` that reports the progress of sending the body, which the browser's own cannot. */
const sender =
  (report: (sent: number) => void): typeof fetch =>
  (url, { method = 'GET', headers, body, signal: stop } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      // The client passes the URL as a string, and the headers as an object.
      request.open(method, url as string)
      for (const [name, value] of Object.entries(headers as Record<string, string>))
        request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => report(loaded / total))
      request.addEventListener('load', () => {
        const lines = request.getAllResponseHeaders().trim().split(/\r?\n/)
        const fields = lines.map((line) => [
          line.slice(0, line.indexOf(':')),
          line.slice(line.indexOf(':') + 1).trim(),
        ])
        resolve(
          new Response(request.responseText, {
            status: request.status,
            headers: Object.fromEntries(fields),
          }),
        )
      })
      request.addEventListener('error', () => reject(new TypeError('The connection broke.')))
      request.addEventListener('abort', () => reject(new TypeError('The request was given up.')))
      stop?.addEventListener('abort', () => request.abort())
      request.send(body as XMLHttpRequestBodyInit)
    })
