import type { IncomingHttpHeaders } from 'node:http'
import { isHost } from '../wire/host.ts'
import { wireLimits } from '../../core/limits.ts'
import { plainTarget } from '../wire/target.ts'

/**
 * A request that nothing about is special: GET or POST over HTTP/1.1, in origin form, every field once, the body, if
 * there is one, of a length announced. This is nearly every request there is.
 */
export type PlainRequest = {
  readonly method: 'GET' | 'POST'
  readonly target: string
  readonly fields: PlainFields
  /** The whole body; undefined where none is announced. */
  readonly body: Buffer | undefined
  /** Where in the bytes the request ends. */
  readonly end: number
}

/** The header fields of a plain request. A client sends the same again and again, so they are made once. */
export type PlainFields = {
  /** As sent: lines that each end with CR LF. */
  readonly text: string
  readonly headers: IncomingHttpHeaders
  /** Undefined where none is announced. */
  readonly contentLength: number | undefined
}

/** Bytes of the request line and the header fields of a plain request. What is longer is for the parser. */
const mostHeadBytes = 4_096

const headEnd = '\r\n\r\n'
const version = ' HTTP/1.1\r\n'

/**
 * Reads a request whose bytes are all here and which is plain. Whatever is not, complete or in order is
 * left to Node's parser, which knows all of HTTP: so this reads a part of what that one takes, and takes
 * nothing that `request-check.ts` would refuse (`test/wire/plain-requests.test.ts` holds it to that).
 *
 * @param start where in the bytes the request begins
 * @param known the fields that came last on this connection
 * @returns undefined where the bytes are for the parser
 */
export const readPlainRequest = (
  bytes: Buffer,
  start: number,
  known: PlainFields | undefined,
): PlainRequest | undefined => {
  const last = bytes.indexOf(headEnd, start, 'latin1')
  if (last === -1 || last - start > mostHeadBytes) return undefined
  const head = bytes.toString('latin1', start, last + 2)
  const method = head.startsWith('GET ') ? 'GET' : head.startsWith('POST ') ? 'POST' : undefined
  if (method === undefined) return undefined
  const targetEnd = head.indexOf(' ', method.length + 1)
  const target = head.slice(method.length + 1, targetEnd)
  if (!head.startsWith(version, targetEnd) || !plainTarget.test(target)) return undefined
  const text = head.slice(targetEnd + version.length)
  const fields = known?.text === text ? known : readFields(text)
  if (fields === undefined) return undefined
  const bodyStart = last + headEnd.length
  const { contentLength } = fields
  if (contentLength === undefined) {
    return { method, target, fields, body: undefined, end: bodyStart }
  }
  const end = bodyStart + contentLength
  if (method === 'GET' || end > bytes.length) return undefined
  return { method, target, fields, body: bytes.subarray(bodyStart, end), end }
}

/** A field line (RFC 9112 section 5) of ASCII, without white space that would have to be cut off. */
const fieldLine = /([\w!#$%&'*+\-.^`|~]+): ?([!-~](?:[\t -~]*[!-~])?)\r\n/y

/** Fields that change how the bytes are to be read, or what becomes of the connection. */
const special = new Set([
  'expect',
  'http2-settings',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const length = /^(?:0|[1-9]\d{0,4})$/

const readFields = (text: string): PlainFields | undefined => {
  const headers: Record<string, string> = { __proto__: null } as never
  fieldLine.lastIndex = 0
  while (fieldLine.lastIndex < text.length) {
    const match = fieldLine.exec(text)
    if (match === null) return undefined
    const name = (match[1] ?? '').toLowerCase()
    if (name in headers || special.has(name)) return undefined
    headers[name] = match[2] ?? ''
  }
  const { host, connection, 'content-length': announced } = headers
  if (host === undefined || !isHost(host)) return undefined
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return undefined
  if (announced === undefined) return { text, headers, contentLength: undefined }
  const contentLength = Number(announced)
  return length.test(announced) && contentLength <= wireLimits.bodyBytes
    ? { text, headers, contentLength }
    : undefined
}
