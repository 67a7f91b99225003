import type { IncomingHttpHeaders } from 'node:http'
import type { ApiError } from '../../base/errors/api-error.ts'
import { wireLimits } from '../../base/limits.ts'
import type { ParsedHead } from './node-parser.ts'
import { headersTooLarge, malformed, takesNoBody, uriTooLong } from './refusals.ts'
import { isIPv6 } from 'node:net'

/** The head of a request, validated by the rules of `docs/wire.md` and the limits. Node's parser accepts more. */
export type RequestHead = {
  readonly method: string
  /** In origin form, or `*`. If it is not acceptable, as it was sent. */
  readonly target: string
  readonly fields: Fields
  readonly keepsAlive: boolean
  /** Whether the client waits for a 100 before it sends the body (RFC 9110 section 10.1.1). */
  readonly expectsContinue: boolean
  /** The error that ends the request; undefined if the head is acceptable. */
  readonly fault: ApiError | undefined
}

/** The header fields of a request, and what they say about its body. */
export type Fields = {
  /** By their names in lower case. */
  readonly headers: IncomingHttpHeaders
  readonly hasHost: boolean
  /** Undefined if no length of a body is announced. */
  readonly contentLength: number | undefined
  readonly isChunked: boolean
  /** The same, in any version of HTTP. */
  readonly expectsContinue: boolean
  /** What is wrong with the fields, to follow a colon; undefined if nothing is. */
  readonly fault: string | undefined
}

/** Reads a head that the parser has read, and checks its bytes, from `begin` to before `end`, for what it does not report. */
export const readHead = (
  { version, target, keepsAlive, fields: list }: ParsedHead,
  bytes: Buffer,
  begin: number,
  end: number,
): RequestHead => {
  // For the usual methods no string is allocated.
  const method =
    usualAt(bytes, begin, methods) ?? bytes.toString('latin1', begin, bytes.indexOf(space, begin))
  const fields = readFields(list)
  const rest = ` ${target} HTTP/${version}\r\n`
  const isExactLine = isTextAt(bytes, begin + method.length, rest)
  const fieldBytes = end - begin - method.length - rest.length
  const path = readTarget(method, target)
  const isPath = typeof path === 'string'
  return {
    method,
    target: isPath ? path : target,
    fields,
    keepsAlive,
    // HTTP/1.0 has no 100.
    expectsContinue: fields.expectsContinue && version === '1.1',
    fault:
      checkLine(version, isExactLine) ??
      (isPath ? checkFields(method, version, fields, fieldBytes) : path),
  }
}

const methods = ['GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'PUT', 'OPTIONS'] as const

const space = 0x20
const slash = 0x2f

/** Which of some methods stands before a space; undefined if none does. */
const usualAt = <T extends string>(
  bytes: Buffer,
  begin: number,
  usual: readonly T[],
): T | undefined => {
  for (const method of usual) {
    if (bytes[begin + method.length] === space && isTextAt(bytes, begin, method)) return method
  }
  return undefined
}

/** Whether bytes are a text of Latin-1. */
const isTextAt = (bytes: Buffer, begin: number, text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) {
    if (bytes[begin + at] !== text.charCodeAt(at)) return false
  }
  return true
}

/** @param isExact whether the request line is spelled as in RFC 9112 section 3, to the byte */
const checkLine = (version: string, isExact: boolean): ApiError | undefined => {
  if (version !== '1.1' && version !== '1.0') {
    return malformed(`its version is HTTP/${version}; the service speaks HTTP/1.1`)
  }
  return isExact
    ? undefined
    : malformed(
        'the request line is not METHOD, space, target, space, HTTP/1.1, CR LF, with at most one empty line before it (RFC 9112, 3)',
      )
}

/** A request target without the characters that RFC 3986 does not allow in one. */
const targetCharacters = /^[\w\-.~:/?@!$&'()*+,;=%[\]]*$/
const brokenPercent = /%(?![0-9A-Fa-f]{2})/
const absoluteForm = /^https?:\/\/([^/?#]+)/i

/**
 * The target in origin form, or `*`, or the error that ends the request. The authority of an absolute form would replace
 * Host (RFC 9112 section 3.2.2), but the service answers alike under every name.
 */
const readTarget = (method: string, target: string): string | ApiError => {
  if (target.length > wireLimits.uriBytes) return uriTooLong()
  if (target.startsWith('/') && isPlain(target)) return target
  if (!targetCharacters.test(target)) {
    return malformed('the request target has a character that a URI cannot have')
  }
  if (target.includes('%')) {
    if (brokenPercent.test(target)) {
      return malformed('the request target has a % without two hexadecimal digits after it')
    }
    if (!isDecodable(target)) {
      return malformed('the request target is not UTF-8 once its percent-encoding is undone')
    }
  }
  if (target.startsWith('/')) return target
  if (target !== '*') return readAbsolute(method, target)
  return method === 'OPTIONS'
    ? target
    : malformed('only OPTIONS has * for a target (RFC 9112, 3.2.4)')
}

/** Whether each character may stand in a URI, and none is percent-encoded. */
const isPlain = (target: string): boolean => {
  for (let at = 0; at < target.length; at += 1) {
    if (plain[target.charCodeAt(at)] !== 1) return false
  }
  return true
}

/** Whether a byte may stand in a URI, and is no percent sign. */
const isPlainAt = (bytes: Buffer, at: number): boolean => plain[bytes[at] ?? 0] === 1

/** By character code: 1 for each character of a URI except the percent sign. */
const plain = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w\-.~:/?@!$&'()*+,;=[\]]/.test(String.fromCharCode(code)) ? 1 : 0,
)

const readAbsolute = (method: string, target: string): string | ApiError => {
  const [match = '', authority = ''] = absoluteForm.exec(target) ?? []
  if (match === '') return malformed('the request target is neither a path nor an http URL')
  if (authority.startsWith(':') || !isHost(authority)) {
    return malformed('the authority of the request target is not a host and port (RFC 9110, 4.2)')
  }
  const rest = target.slice(match.length)
  if (rest.startsWith('/')) return rest
  // Without a path OPTIONS asks about the server as a whole (RFC 9112 section 3.2.4).
  return rest === '' && method === 'OPTIONS' ? '*' : `/${rest}`
}

const isDecodable = (target: string): boolean => {
  try {
    decodeURIComponent(target)
    return true
  } catch {
    return false
  }
}

/** Fields whose repetition changes what a request means. */
const single = new Set(['host', 'authorization', 'content-type'])

/** Why a transfer coding other than chunked is refused, to follow a colon. */
const unknownCoding =
  'its Transfer-Encoding is not chunked alone, in HTTP/1.1 (RFC 9112, 6.1 and 7.1)'

const readFields = (list: readonly string[]): Fields => {
  // Without a prototype, only real fields can be found by name.
  const headers: Record<string, string> = { __proto__: null } as never
  let fault: string | undefined
  for (let at = 0; at < list.length; at += 2) {
    const name = (list[at] ?? '').toLowerCase()
    const value = list[at + 1] ?? ''
    const before = headers[name]
    if (before === undefined) headers[name] = value
    // The sender could not know which one counts.
    else if (single.has(name))
      fault ??= `it has more than one ${nameOf(name)} header (RFC 9110, 5.3)`
    else headers[name] = `${before}${name === 'cookie' ? '; ' : ', '}${value}`
  }
  const { host, expect, 'transfer-encoding': coding, 'content-length': announced } = headers
  if (host !== undefined && !isHost(host)) fault = 'its Host is not a host and port'
  else if (coding !== undefined && coding.toLowerCase() !== 'chunked') fault = unknownCoding
  return {
    headers,
    hasHost: host !== undefined,
    contentLength: announced === undefined ? undefined : Number(announced),
    isChunked: coding !== undefined,
    expectsContinue: expect !== undefined && /(?:^|\W)100-continue(?:$|\W)/i.test(expect),
    fault,
  }
}

const nameOf = (name: string): string =>
  name.replaceAll(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase())

/** @param fieldBytes from the end of the request line to the end of the fields */
const checkFields = (
  method: string,
  version: string,
  fields: Fields,
  fieldBytes: number,
): ApiError | undefined => {
  if (fieldBytes > wireLimits.headerBytes) return headersTooLarge()
  if (fields.fault !== undefined) return malformed(fields.fault)
  if (fields.isChunked && version !== '1.1') return malformed(unknownCoding)
  if (!fields.hasHost && version === '1.1') {
    return malformed('it has no Host header (RFC 9112, 3.2)')
  }
  if ((method === 'GET' || method === 'HEAD') && (fields.isChunked || fields.contentLength)) {
    return takesNoBody(method)
  }
  return method === 'CONNECT' ? malformed('CONNECT is for proxies, and this is not one') : undefined
}

/** `reg-name` of RFC 3986 section 3.2.2, which every IPv4 address is too; it may be empty. */
const registeredName = /^(?:[\w\-.~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/
/** `IPvFuture` of the same section. */
const futureAddress = /^v[0-9A-Fa-f]+\.[\w\-.~!$&'()*+,;=:]+$/i

/** Whether a text is `uri-host [":" port]` (RFC 9110 section 7.2): no user information or white space, and a valid port. */
const isHost = (text: string): boolean => {
  const colon = text.lastIndexOf(':')
  const hasPort = colon > text.lastIndexOf(']')
  const name = hasPort ? text.slice(0, colon) : text
  if (hasPort && !isPort(text.slice(colon + 1))) return false
  return name.startsWith('[') && name.endsWith(']')
    ? isIPv6(name.slice(1, -1)) || futureAddress.test(name.slice(1, -1))
    : registeredName.test(name)
}

/** The port may be empty (RFC 3986 section 3.2.3). */
const isPort = (text: string): boolean => /^\d{0,5}$/.test(text) && Number(text) <= 65_535

/** The methods of the commonest requests; the last two come with a body. */
const cachedMethods = ['GET', 'POST', 'PATCH'] as const

/** What follows the target in the usual request line. */
const after = ' HTTP/1.1\r\n'

/** The maximum length of a cached target, and of cached fields, in bytes. */
const maxCachedBytes = 1_024

/** Entries in one generation. Two full generations take at most 3 MB. */
const maxCachedHeads = 500

/** One of this many misses is cached: with a new trace id in each request, caching every miss would double its cost. */
const oneOf = 4

/** A parsed head without its request line. */
type CachedFields = { readonly fields: Fields; readonly keepsAlive: boolean }

/**
 * Caches parsed header fields by their bytes: of a `GET` without a body, or a `POST` or `PATCH` with a `Content-Length`. A
 * hit skips Node's parser, which takes a tenth of the instructions of a request. The request line is always read, and must
 * be a path of plain characters between the method and `HTTP/1.1`.
 */
export class HeadCache {
  /** By the fields as Latin-1, including the empty line. */
  #young = new Map<string, CachedFields>()
  #old = new Map<string, CachedFields>()
  #uncached = 0

  /** The index after the request line that begins here; 0 if the parser has to read it. */
  lineEnd(bytes: Buffer, begin: number): number {
    const method = usualAt(bytes, begin, cachedMethods)
    if (method === undefined) return 0
    const path = begin + method.length + 1
    if (bytes[path] !== slash) return 0
    let at = path + 1
    while (isPlainAt(bytes, at)) at += 1
    return at - path <= maxCachedBytes && isTextAt(bytes, at, after) ? at + after.length : 0
  }

  /** The head from `begin` to before `end`, if its fields are cached. `lineEnd` is what the method of this name returned. */
  find(bytes: Buffer, begin: number, lineEnd: number, end: number): RequestHead | undefined {
    if (end - lineEnd > maxCachedBytes) return undefined
    const text = bytes.toString('latin1', lineEnd, end)
    const cached = this.#young.get(text) ?? this.#takeOld(text)
    const method = usualAt(bytes, begin, cachedMethods)
    if (!cached || method === undefined || !fits(method, cached.fields)) return undefined
    const { fields, keepsAlive } = cached
    const target = bytes.toString('latin1', begin + method.length + 1, lineEnd - after.length)
    return { method, target, fields, keepsAlive, expectsContinue: false, fault: undefined }
  }

  /** Caches the fields of a head that the parser has read, if a head of this kind is cached at all. */
  keep(head: RequestHead, bytes: Buffer, begin: number, end: number): void {
    const { fields, keepsAlive, expectsContinue, fault } = head
    if (fault !== undefined || expectsContinue) return
    if (fields.isChunked || !fits(head.method, fields)) return
    const lineEnd = this.lineEnd(bytes, begin)
    if (lineEnd === 0 || end - lineEnd > maxCachedBytes) return
    this.#uncached += 1
    if (this.#uncached % oneOf !== 0) return
    this.#put(bytes.toString('latin1', lineEnd, end), { fields, keepsAlive })
  }

  /** Entries in use move to the young generation before the old one is dropped. */
  #takeOld(text: string): CachedFields | undefined {
    const cached = this.#old.get(text)
    if (cached !== undefined) this.#put(text, cached)
    return cached
  }

  #put(text: string, cached: CachedFields): void {
    if (this.#young.size === maxCachedHeads) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(text, cached)
  }
}

/** Whether the fields announce a body if, and only if, the method has one. */
const fits = (method: string, { contentLength }: Fields): boolean =>
  (method === 'GET') === (contentLength === undefined)
