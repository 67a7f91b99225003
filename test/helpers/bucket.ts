import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Cleanup } from './cleanup.ts'
import { listen } from './listening.ts'

const keys = { id: 'AKIDOFATEST', secret: 'sEcReT/of+a/TeSt', token: 'tOkEn/of+a/TeSt' } as const
const region = 'eu-test-1'

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

/** What the rules of Signature Version 4 say about a request; a sentence if it breaks one. */
const faultOf = (request: IncomingMessage, url: URL, body: Buffer): string | undefined => {
  const { headers, method = '' } = request
  const [, id, date = '', place, names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (id !== keys.id || place !== region) return 'other credentials'
  for (const name of ['host', 'x-amz-content-sha256', 'x-amz-date', 'x-amz-security-token'])
    if (!names.split(';').includes(name)) return `${name} is not signed`
  if (headers['x-amz-security-token'] !== keys.token) return 'another token'
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'another body'
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('='))
  const head = names.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const canonical = [method, url.pathname, query.toSorted().join('&'), head.join(''), names]
  const toSign = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${date}/${region}/s3/aws4_request`,
    sha256([...canonical, sha256(body)].join('\n')),
  ].join('\n')
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${keys.secret}`,
  )
  const expected = hmac(key, toSign)
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'another signature'
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(request))

/** What a bucket answers instead of what it is asked for: a status and a body, a cut connection, or nothing ever. */
type Instead = readonly [status: number, xml: string] | 'cut' | 'mute' | undefined

/** A bucket `pets` as S3 has one, on a free port of 127.0.0.1, which verifies each signature. Pages have two keys. */
export const startBucket = async (t: Cleanup) => {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Buffer[]>()
  const asked: string[] = []
  const bucket = {
    objects,
    uploads,
    /** The requests so far, like `PUT key?partNumber`. */
    asked,
    /** Decides what a request gets instead of its answer. */
    instead: (_request: string): Instead => undefined,
    env: {} as Record<string, string>,
  }
  const answer = (method: string, key: string, query: URLSearchParams, body: Buffer) => {
    const id = query.get('uploadId') ?? ''
    if (key === '') {
      const prefix = query.get('prefix') ?? ''
      const [from, all] = [Number(query.get('continuation-token') ?? 0), [...objects.keys()]]
      const found = all.filter((each) => each.startsWith(prefix)).toSorted()
      const contents = found
        .slice(from, from + 2)
        .map((each) => `<Contents><Key>${each}</Key></Contents>`)
      const more = from + 2 < found.length
      return `<ListBucketResult>${contents.join('')}${more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''}</ListBucketResult>`
    }
    if (method === 'GET' || method === 'HEAD') return objects.get(key)
    if (method === 'DELETE') {
      if (id === '') objects.delete(key)
      uploads.delete(id)
      return ''
    }
    if (query.has('uploads')) {
      uploads.set('1&1', [])
      return '<R><UploadId>1&amp;1</UploadId></R>'
    }
    const parts = uploads.get(id) ?? []
    if (method === 'PUT') return String(parts.push(body))
    const told = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\d+)"<\/ETag>/g)]
    if (told.length !== parts.length || told.some(([, one, other]) => one !== other))
      return undefined
    objects.set(key, Buffer.concat(parts))
    uploads.delete(id)
    return '<CompleteMultipartUploadResult/>'
  }
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://bucket')
    const body = await bodyOf(request)
    const key = decodeURIComponent(url.pathname).replace(/^\/s3\/pets\/?/, '')
    const name = `${request.method} ${key}${url.search.replace(/=.*/, '')}`
    asked.push(name)
    const fault = faultOf(request, url, body)
    const instead = fault === undefined ? bucket.instead(name) : ([403, fault] as const)
    if (instead === 'mute') return
    if (instead === 'cut') {
      request.socket.destroy()
      return
    }
    const found = instead?.[1] ?? answer(request.method ?? '', key, url.searchParams, body)
    const etag = `"${url.searchParams.get('partNumber') ?? ''}"`
    const missing = '<Error><Code>NoSuchKey</Code><Message>It is not there.</Message></Error>'
    response.writeHead(instead?.[0] ?? (found === undefined ? 404 : 200), { etag })
    response.end(found ?? missing)
  }
  const server = createServer((request, response) => void take(request, response))
  bucket.env = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${await listen(t, server)}/s3/`,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: keys.id,
    AWS_SECRET_ACCESS_KEY: keys.secret,
    AWS_SESSION_TOKEN: keys.token,
  }
  return bucket
}
