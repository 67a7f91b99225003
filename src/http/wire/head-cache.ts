import { type Fields, isPlainAt, isTextAt, type RequestHead, usualAt } from './request-head.ts'

/** The methods of the commonest requests; the last two come with a body. */
const methods = ['GET', 'POST', 'PATCH'] as const

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
    const method = usualAt(bytes, begin, methods)
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
    const method = usualAt(bytes, begin, methods)
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

const slash = 0x2f

/** Whether the fields announce a body if, and only if, the method has one. */
const fits = (method: string, { contentLength }: Fields): boolean =>
  (method === 'GET') === (contentLength === undefined)
