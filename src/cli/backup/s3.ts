import { hash } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { startDeadline } from '../../base/in-time.ts'
import { messageOf, shorten } from '../../base/errors/message-of.ts'
import { alreadyThere, beginFile } from '../kit/new-file.ts'
import { Failure, type Terminal, UsageError } from '../kit/terminal.ts'
import { namesOf } from './keep.ts'
import type { Place } from './places.ts'

/** Minimum bytes of a part of an upload (S3 requires 5 MiB), and maximum number of parts. One part is in memory at a time. */
const smallestPart = 8 * 1_024 ** 2
const maxParts = 10_000

/** Attempts of a request that fails, or that gets no answer within `patience`: these seconds, plus the time for its bytes. */
const tries = { failed: 5, mute: 2 } as const
const patience = { seconds: 60, bytesPerSecond: 128 * 1_024 } as const

type Sending = {
  readonly query?: Record<string, string>
  readonly body?: Uint8Array<ArrayBuffer> | string
  readonly signal?: AbortSignal
  /** Whether to return an answer that refuses the request, instead of throwing. */
  readonly mayRefuse?: true
}

/** Opens a prefix in a bucket by the standard variables of AWS. @param work folder for files to send @throws UsageError */
export const bucketPlace = (
  env: Terminal['env'],
  bucket: string,
  prefix: string,
  work: string,
): Place => {
  const { base, region, ...keys } = readAws(env)
  const client = new AwsClient({ ...keys, service: 's3', region })
  const address = `s3://${bucket}`

  const send = async (
    method: string,
    key: string,
    { query = {}, body = '', signal, mayRefuse }: Sending = {},
  ): Promise<Response> => {
    const url = `${base}/${bucket}${key && `/${key}`}?${new URLSearchParams(query).toString()}`
    const headers = { 'x-amz-content-sha256': hash('sha256', body) }
    const init = { method, headers, body: body || null, redirect: 'manual' } as const
    const seconds = patience.seconds + Math.ceil(body.length / patience.bytesPerSecond)
    for (let tried = 1; ; tried += 1) {
      const late = new AbortController()
      const ask = async (): Promise<Response> => {
        const reason = new Error(`no answer in ${seconds} seconds`)
        using _ = startDeadline(seconds * 1_000, () => late.abort(reason))
        const either = AbortSignal.any([late.signal, signal ?? []].flat())
        // Not in the signed request: a signal there stops working once that request is garbage-collected.
        return await fetch(await client.sign(url, init), { signal: either })
      }
      const outcome = await ask().catch((error: unknown) => error)
      const answered = outcome instanceof Response
      const isPassing = !answered || outcome.status >= 500 || outcome.status === 429
      if (answered && (outcome.ok || (mayRefuse === true && !isPassing))) return outcome
      const said = answered
        ? `${outcome.status}: ${reasonIn(await outcome.text().catch(whyNot))}`
        : `nothing at ${base}: ${whyNot(outcome)}`
      const most = late.signal.aborted ? tries.mute : tries.failed
      if (!isPassing || tried >= most || signal?.aborted === true)
        throw new Failure(`${address} answered ${method} with ${said}.`)
      await wait(Math.random() * 100 * 2 ** tried)
    }
  }

  /** Uploads all of a file, or nothing. */
  const put = async (key: string, file: string, signal: AbortSignal): Promise<void> => {
    const begun = await (await send('POST', key, { query: { uploads: '' }, signal })).text()
    const uploadId = tagIn(begun, 'UploadId')
    if (uploadId === '') throw new Failure(`${address} did not begin the upload.`)
    try {
      const source = await openAsBlob(file)
      const part = Math.max(smallestPart, Math.ceil(source.size / maxParts))
      let list = ''
      for (let at = 0, number = 1; at < source.size; at += part, number += 1) {
        const body = await source.slice(at, at + part).bytes()
        const query = { partNumber: String(number), uploadId }
        const { headers } = await send('PUT', key, { query, body, signal })
        list += `<Part><PartNumber>${number}</PartNumber><ETag>${headers.get('etag')}</ETag></Part>`
      }
      const body = `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`
      const query = { uploadId }
      const answer = await (await send('POST', key, { query, body, signal })).text()
      // An error that occurs after the server has sent its headers has the status 200.
      if (!answer.includes('<CompleteMultipartUploadResult'))
        throw new Failure(`${address} did not complete the upload: ${reasonIn(answer)}.`)
    } catch (error) {
      await send('DELETE', key, { query: { uploadId } }).catch(() => undefined)
      throw error
    }
  }

  return {
    pathOf: (name) => `${address}/${prefix}${name}`,
    names: async (environment) => {
      const prefixed = { 'list-type': '2', delimiter: '/', prefix: `${prefix}${environment}-` }
      const names: string[] = []
      let query: Record<string, string> = prefixed
      for (let next = '?'; next !== ''; query = { ...prefixed, 'continuation-token': next }) {
        const text = await (await send('GET', '', { query })).text()
        const found = text.matchAll(/<Key>([^<]*)</g)
        names.push(...found.map(([, key = '']) => key.slice(prefix.length)))
        next = tagIn(text, 'NextContinuationToken')
        // Another program may answer at this address.
        if (!text.includes('<ListBucketResult') || next === query['continuation-token'])
          throw new Failure(`${address} did not list what is there: ${reasonIn(text)}.`)
      }
      return namesOf(environment, names)
    },
    make: async (name, write, signal) => {
      // Credentials that may only write are refused here, so they replace an existing object.
      const { ok: isThere } = await send('HEAD', prefix + name, { signal, mayRefuse: true })
      if (isThere) throw alreadyThere(`${address}/${prefix}${name}`)
      using source = beginFile(join(work, name))
      const made = await write(source.temporary)
      await put(prefix + name, source.temporary, signal)
      return made
    },
    fetch: async (name, file) => {
      const { body } = await send('GET', prefix + name)
      await pipeline(body ?? [], createWriteStream(file)).catch((error: unknown) => {
        throw new Failure(
          `${address}/${prefix}${name} could not be read completely: ${whyNot(error)}.`,
        )
      })
    },
    remove: async (name) => void (await send('DELETE', prefix + name)),
  }
}

const readAws = (env: Terminal['env']) => {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!accessKeyId || !secretAccessKey)
    throw new UsageError('A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  const words = /^AWS_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|(?:DEFAULT_)?REGION)$/
  for (const [name, value = ''] of Object.entries(env))
    if (words.test(name) && !/^[!-~]*$/.test(value))
      throw new UsageError(
        `${name} has a space, a line break or another character that a header may not have.`,
      )
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || 'us-east-1'
  const set = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL']
  const url = URL.parse(set || `https://s3.${region}.amazonaws.com`)
  if (url === null || !/^https?:\/\/[^@?#]+$/.test(url.href))
    throw new UsageError(
      'AWS_ENDPOINT_URL takes an address like https://s3.example.com, without a user, a query or a #.',
    )
  const sessionToken = env['AWS_SESSION_TOKEN']
  const keys = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
  return { ...keys, region, base: url.href.replace(/\/+$/, '') }
}

/** Returns the text of an element without children; empty if there is no such element. */
const tagIn = (xml: string, tag: string): string =>
  new RegExp(`<${tag}>([^<]*)<`).exec(xml)?.[1]?.replace(/&(?:amp|#38);/g, '&') ?? ''

/** Returns the server's description of an error, not the rest of its answer, which may repeat what was signed. */
const reasonIn = (xml: string): string =>
  shorten(`${tagIn(xml, 'Code')} ${tagIn(xml, 'Message')}`.trim().replace(/\.$/, ''), 300) ||
  'no reason'

/** `fetch` rejects every connection error with the same message; the reason is in `cause`. */
const whyNot = (error: unknown): string =>
  messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error)
