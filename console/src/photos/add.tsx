import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { countOf } from '../core/time.ts'
import { Refused } from '../parts/refused.tsx'
import { useSaid } from '../parts/say.ts'
import { forget, maxPhotos, photoTypes, sendAgain, type Upload, upload } from './upload.ts'

/** The ways to add photos: choose files, take one, drop them, or paste one. */
export const Add = ({
  petId,
  name,
  room,
  children,
}: {
  readonly petId: bigint
  readonly name: string
  /** How many more photos the animal may have. */
  readonly room: number
  /** Other buttons of the photos. */
  readonly children: ComponentChildren
}) => {
  const [isOver, setOver] = useState(false)
  const [fault, setFault] = useState('')
  const take = (list: FileList | null | undefined): boolean => {
    const files = [...(list ?? [])]
    const tooMany = files.length - room
    setFault(
      tooMany > 0
        ? `${countOf(tooMany, 'photo')} of ${files.length} not taken: an animal has at most ${maxPhotos}. Delete one first.`
        : '',
    )
    upload(petId, files.slice(0, Math.max(0, room)))
    return files.length > 0
  }
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      // Text goes into the field that has the focus.
      if (latest.current(event.clipboardData?.files)) event.preventDefault()
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  return (
    <div
      class={isOver ? 'photo-drop over' : 'photo-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer?.files)
      }}
    >
      {fault && <Refused text={fault} />}
      <div class="actions">
        {room > 0 && <FileButton word="Add photos" of={name} onFiles={take} multiple />}
        {room > 0 && (
          <FileButton word="Take a photo" of={name} onFiles={take} capture="environment" />
        )}
        {children}
      </div>
      <p class="hint">
        {room > 0
          ? `Or drop or paste them here. Up to ${maxPhotos} photos of 10 MiB each: JPEG, PNG, WebP or AVIF.`
          : `${name} has ${maxPhotos} photos, as many as an animal may have.`}
      </p>
    </div>
  )
}

/** A button that asks for files, or for the camera. */
const FileButton = ({
  word,
  of,
  onFiles,
  ...rest
}: {
  readonly word: string
  readonly of: string
  readonly onFiles: (files: FileList | null) => unknown
  readonly multiple?: boolean
  readonly capture?: 'environment'
}) => (
  <label class={rest.capture ? 'button camera' : 'button'}>
    {word}
    <span class="unseen"> of {of}</span>
    <input
      type="file"
      class="unseen"
      accept={photoTypes.join()}
      {...rest}
      onChange={({ currentTarget }) => {
        onFiles(currentTarget.files)
        // The same file may be chosen again.
        currentTarget.value = ''
      }}
    />
  </label>
)

/** The photos that are sent, wait, or were refused. */
export const Uploads = ({ uploads }: { readonly uploads: readonly Upload[] }) => {
  const refused = uploads.filter(({ fault }) => fault !== undefined)
  const last = refused.at(-1)
  useSaid(last ? `${last.file.name} was not added. ${last.fault}` : '')
  return (
    <ul class="uploads" aria-label="Photos on their way">
      {uploads.map(({ id, file, sent, fault, isHopeless }) => (
        <li key={id}>
          <bdi>{file.name}</bdi>
          {fault === undefined ? (
            <>
              <progress max={1} value={sent ?? 0} aria-label={`Sent of ${file.name}`} />
              <small>
                {sent === undefined
                  ? 'waits'
                  : sent < 1
                    ? `${Math.floor(sent * 100)} %`
                    : 'The store makes its sizes…'}
              </small>
            </>
          ) : (
            <>
              <small class="fault">{fault}</small>
              <span class="actions">
                {isHopeless !== true && (
                  <button type="button" onClick={() => sendAgain(id)}>
                    Try again<span class="unseen"> with {file.name}</span>
                  </button>
                )}
                <button type="button" onClick={() => forget(id)}>
                  Remove<span class="unseen"> {file.name}</span>
                </button>
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
