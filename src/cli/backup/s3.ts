import { hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { messageOf, shorten } from '../../base/errors/message-of.ts'
import { beginFile } from '../kit/new-file.ts'
import { Failure, type Terminal, UsageError } from '../kit/terminal.ts'
import { namesOf } from './keep.ts'
import type { Place } from './places.ts'

/** Bytes of a part, of which one is in memory at a time. S3 takes no smaller ones, and no more than `maxParts`. */
const smallestPart = 8 * 1_024 ** 2
const maxParts = 10_000
const tries = 5

type Asked = { readonly body?: Uint8Array<ArrayBuffer> | string; readonly signal?: AbortSignal }

/** A prefix of a bucket, from the standard variables of AWS. Throws UsageError. @param work where a file to send is made */
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
    query: Readonly<Record<string, string>> = {},
    asked: Asked = {},
  ): Promise<Response> => {
    const url = `${base}/${bucket}${key && `/${key}`}?${new URLSearchParams(query).toString()}`
    const headers = { 'x-amz-content-sha256': hash('sha256', asked.body ?? '') }
    for (let tried = 1; ; tried += 1) {
      const request = await client.sign(url, { ...asked, method, headers, redirect: 'manual' })
      const outcome = await fetch(request).catch((error: unknown) => error)
      const answered = outcome instanceof Response
      if (answered && outcome.ok) return outcome
      const said = answered
        ? `${outcome.status}: ${reasonIn(await outcome.text().catch(whyNot))}`
        : `nothing at ${base}: ${whyNot(outcome)}`
      const isPassing = !answered || outcome.status >= 500 || outcome.status === 429
      if (!isPassing || tried === tries || asked.signal?.aborted === true)
        throw new Failure(`${address} answered ${said}.`)
      await wait(Math.random() * 100 * 2 ** tried)
    }
  }

  /** Stores all of a file, or nothing. */
  const put = async (key: string, file: string, stop: Asked = {}): Promise<void> => {
    const begun = await (await send('POST', key, { uploads: '' }, stop)).text()
    const uploadId = tagIn(begun, 'UploadId')
    try {
      await using source = await open(file)
      const { size } = await source.stat()
      const part = Buffer.alloc(Math.max(smallestPart, Math.ceil(size / maxParts)))
      let list = ''
      for (let number = 1; ; number += 1) {
        const { bytesRead } = await source.read(part, 0, part.length, null)
        if (bytesRead === 0) break
        const query = { partNumber: String(number), uploadId }
        const { headers } = await send('PUT', key, query, {
          ...stop,
          body: part.subarray(0, bytesRead),
        })
        list += `<Part><PartNumber>${number}</PartNumber><ETag>${headers.get('etag')}</ETag></Part>`
      }
      const body = `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`
      const answer = await (await send('POST', key, { uploadId }, { ...stop, body })).text()
      // A fault that is found after the head of the answer was sent comes with the status 200.
      if (!answer.includes('<CompleteMultipartUploadResult'))
        throw new Failure(`${address} did not complete the upload: ${reasonIn(answer)}.`)
    } catch (error) {
      await send('DELETE', key, { uploadId }).catch(() => undefined)
      throw error
    }
  }

  return {
    pathOf: (name) => `${address}/${prefix}${name}`,
    names: async (environment) => {
      const names: string[] = []
      const query = { 'list-type': '2', delimiter: '/', prefix: `${prefix}${environment}-` }
      for (let more: Record<string, string> | undefined = {}; more !== undefined;) {
        const text = await (await send('GET', '', { ...query, ...more })).text()
        for (const [, key = ''] of text.matchAll(/<Key>([^<]*)</g))
          names.push(key.slice(prefix.length))
        const next = tagIn(text, 'NextContinuationToken')
        more = next === '' ? undefined : { 'continuation-token': next }
      }
      return namesOf(environment, names)
    },
    make: async (name, write, stop) => {
      using source = beginFile(join(work, name))
      const made = await write(source.temporary)
      await put(prefix + name, source.temporary, stop && { signal: stop })
      return made
    },
    fetch: async (name, file) => {
      const { body } = await send('GET', prefix + name)
      await pipeline(body ?? [], createWriteStream(file)).catch((error: unknown) => {
        throw new Failure(`${address}/${prefix}${name} was not read whole: ${whyNot(error)}.`)
      })
    },
    remove: async (name) => void (await send('DELETE', prefix + name)),
  }
}

const readAws = (env: Terminal['env']) => {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!accessKeyId || !secretAccessKey)
    throw new UsageError('A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || 'us-east-1'
  const set = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL']
  const url = URL.parse(set || `https://s3.${region}.amazonaws.com`)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search)
    throw new UsageError(
      'AWS_ENDPOINT_URL takes an address like https://s3.example.com, without a user or a query.',
    )
  const sessionToken = env['AWS_SESSION_TOKEN']
  const keys = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
  return { ...keys, region, base: url.href.replace(/\/+$/, '') }
}

/** The text of an element that holds no other; empty without one. */
const tagIn = (xml: string, tag: string): string =>
  new RegExp(`<${tag}>([^<]*)<`).exec(xml)?.[1]?.replace(/&(?:amp|#38);/g, '&') ?? ''

/** What the server says of a fault. The rest of its answer may repeat what was signed. */
const reasonIn = (xml: string): string => {
  const said = `${tagIn(xml, 'Code')} ${tagIn(xml, 'Message')}`.trim().replace(/\.$/, '')
  return shorten(said, 300) || 'no reason'
}

/** `fetch` says of each fault of the connection that it failed, and tells the cause apart. */
const whyNot = (error: unknown): string =>
  messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error)
