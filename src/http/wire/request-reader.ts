import { Buffer } from 'node:buffer'
import type { ApiError } from '../../base/errors/api-error.ts'
import { maxFramingBytes, wireLimits } from '../../base/limits.ts'
import type { NodeParser, ParsedHead, ParserPool } from './node-parser.ts'
import {
  errorOfParser,
  headersTooLarge,
  tooManyLines,
  uriTooLong,
  wastefulChunks,
} from './refusals.ts'
import { type HeadCache, readHead, type RequestHead } from './request-head.ts'

const headEnd = '\r\n\r\n'
const carriageReturn = 0x0d
const lineFeed = 0x0a
const nothing = Buffer.alloc(0)

/** The maximum number of buffered bytes of an incomplete head, including white space. */
const maxHeldBytes = wireLimits.uriBytes + wireLimits.headerBytes + 1_024

/** The maximum number of pieces of a chunked body that one step reads; clients choose the size of chunks. */
const maxPieces = 64

/**
 * Reads the requests of one connection, one at a time, and copies what it retains. Node's parser checks every byte. The
 * reader never passes it a byte that could belong to the next request, so it knows where each request begins and ends:
 *
 * - A head ends with its first empty line.
 * - A body with a `Content-Length` ends at that length. If it arrived with its head, the parser does not see it, since
 *   there is nothing to check and the parser would copy it.
 * - A chunked body also ends with an empty line. So the parser gets it in pieces that each end with one.
 */
export class RequestReader {
  /** Undefined until the headers are read and valid. */
  head: RequestHead | undefined
  /** Whether the whole request was read. */
  isComplete = false
  /** The error that ends the connection. */
  fault: ApiError | undefined
  readonly #parsers: ParserPool
  readonly #heads: HeadCache
  /** Undefined between two requests. */
  #parser: NodeParser | undefined
  /** Bytes of an incomplete head, or the last ones of a chunked body. */
  #held: Buffer = nothing
  /** How much of an empty line came before the request line: nothing, its CR, or all of it. */
  #blank = 0
  /** Bytes of a body of known length that have yet to arrive. */
  #left = 0
  /** Bytes of a chunked body so far that are not of the body itself. */
  #framingBytes = 0
  #body: readonly Buffer[] = []

  constructor(parsers: ParserPool, heads: HeadCache) {
    this.#parsers = parsers
    this.#heads = heads
  }

  /** Whether a request has begun and is incomplete. */
  get isReading(): boolean {
    return this.#parser !== undefined || this.#blank > 0
  }

  /**
   * Continues reading at an index, at most to the end of the request, and returns the index at which it stopped. It stops
   * after the headers if the body must be requested (100 Continue) or is incomplete.
   */
  read(bytes: Buffer, start: number): number {
    let at = start
    if (this.#parser === undefined) {
      at = this.#skipEmptyLine(bytes, at)
      if (at === bytes.length || this.fault !== undefined) return at
      const end = this.#readKnown(bytes, at)
      if (end !== 0) return end
      this.#parser = this.#parsers.take()
    }
    const parser = this.#parser
    if (this.head === undefined) {
      at = this.#readHead(parser, bytes, at)
      if (parser.isComplete && this.fault === undefined) this.#complete(parser)
      if (this.head === undefined || this.isComplete || this.#isBodyLater(bytes.length - at)) {
        return at
      }
      if (this.fault === undefined) return this.#takeWholeBody(parser, bytes, at)
    }
    at = this.#isChunked
      ? this.#readChunks(parser, bytes, at)
      : this.#readCounted(parser, bytes, at)
    this.#body = parser.takeBody()
    for (const { length } of this.#body) this.#framingBytes -= length
    if (parser.isComplete && this.fault === undefined) this.#complete(parser)
    return at
  }

  /** Takes the pieces of the body that arrived since the last call. */
  takeBody(): readonly Buffer[] {
    const body = this.#body
    if (body.length > 0) this.#body = []
    return body
  }

  /** Prepares for the next request. */
  next(): void {
    this.head = undefined
    this.isComplete = false
  }

  /** What is wrong with the request if the client sends nothing more. */
  end(): ApiError {
    return errorOfParser(this.#parser?.end() ?? { code: 'HPE_INVALID_EOF_STATE' }, nothing, false)
  }

  /** Frees everything; nothing more is read. */
  close(): void {
    if (this.#parser !== undefined) this.#parsers.giveBack(this.#parser)
    this.#parser = undefined
    this.#held = nothing
    this.#blank = 0
  }

  get #isChunked(): boolean {
    return this.head?.fields.isChunked === true
  }

  /** @param here bytes after the head that have arrived */
  #isBodyLater(here: number): boolean {
    return this.#isChunked || this.head?.expectsContinue === true || this.#left > here
  }

  #complete(parser: NodeParser): void {
    this.isComplete = true
    this.#parser = undefined
    this.#held = nothing
    this.#parsers.giveBack(parser)
  }

  /** Skips the one empty line that may come before a request line (RFC 9112 section 2.2). */
  #skipEmptyLine(bytes: Buffer, start: number): number {
    let at = start
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at]
      if (byte !== carriageReturn && byte !== lineFeed) {
        if (this.#blank === 1) this.fault = tooManyLines()
        this.#blank = 0
        return at
      }
      if (this.#blank === 2 || byte !== (this.#blank === 0 ? carriageReturn : lineFeed)) {
        this.fault = tooManyLines()
        return at
      }
      this.#blank += 1
    }
    return at
  }

  /** Reads a request whose fields are cached, with its body. Returns the index after it; 0 if the parser has to read it. */
  #readKnown(bytes: Buffer, begin: number): number {
    const lineEnd = this.#heads.lineEnd(bytes, begin)
    if (lineEnd === 0) return 0
    // A head without fields has its empty line right behind the request line.
    const headEnds = endOfHead(bytes, lineEnd - 2)
    const head = this.#heads.find(bytes, begin, lineEnd, headEnds)
    if (head === undefined) return 0
    const end = headEnds + (head.fields.contentLength ?? 0)
    if (end > bytes.length) return 0
    this.head = head
    this.isComplete = true
    if (end > headEnds) this.#body = [Buffer.from(bytes.subarray(headEnds, end))]
    return end
  }

  #readHead(parser: NodeParser, bytes: Buffer, start: number): number {
    const before = this.#held.length
    const whole = before === 0 ? bytes : Buffer.concat([this.#held, bytes.subarray(start)])
    const begin = before === 0 ? start : 0
    const end = endOfHead(whole, begin + Math.max(0, before - 3))
    const at = start + end - begin - before
    const isAll = start === 0 && at === bytes.length
    const wrong = parser.read(isAll ? bytes : bytes.subarray(start, at))
    if (wrong !== undefined) {
      this.fault = errorOfParser(wrong, whole.subarray(begin), isTargetTooLong(whole, begin))
    } else if (parser.head !== undefined) {
      this.#held = nothing
      this.#takeHead(parser.head, whole, begin, end)
    } else if (end - begin > maxHeldBytes) {
      this.fault = isTargetTooLong(whole, begin) ? uriTooLong() : headersTooLarge()
    } else {
      // A copy, so that a few bytes do not retain the whole packet.
      this.#held = before === 0 ? Buffer.from(whole.subarray(begin, end)) : whole.subarray(0, end)
    }
    return at
  }

  #takeHead(parsed: ParsedHead, whole: Buffer, begin: number, end: number): void {
    const head = readHead(parsed, whole, begin, end)
    this.head = head
    this.#heads.keep(head, whole, begin, end)
    this.fault = head.fault
    this.#left = head.fields.contentLength ?? 0
    this.#framingBytes = 0
  }

  /** Takes a body that has arrived completely. */
  #takeWholeBody(parser: NodeParser, bytes: Buffer, start: number): number {
    const end = start + this.#left
    this.#left = 0
    this.#body = [Buffer.from(bytes.subarray(start, end))]
    this.#complete(parser)
    return end
  }

  #readCounted(parser: NodeParser, bytes: Buffer, start: number): number {
    const end = start + Math.min(this.#left, bytes.length - start)
    this.#left -= end - start
    this.#feed(parser, bytes.subarray(start, end))
    return end
  }

  #readChunks(parser: NodeParser, bytes: Buffer, start: number): number {
    const before = this.#held
    let at = start
    for (let pieces = 0; pieces < maxPieces && at < bytes.length; pieces += 1) {
      const end = this.#endOfPiece(bytes, at)
      this.#feed(parser, bytes.subarray(at, end))
      this.#framingBytes += end - at
      at = end
      if (this.#framingBytes > maxFramingBytes) this.fault ??= wastefulChunks()
      if (this.fault !== undefined || parser.isComplete) return at
    }
    this.#held = Buffer.concat([before, bytes.subarray(Math.max(start, at - 3), at)]).subarray(-3)
    return at
  }

  /** The end of the first empty line that ends in these bytes; it may begin in earlier ones. */
  #endOfPiece(bytes: Buffer, at: number): number {
    const before = this.#held
    if (before.length > 0) {
      this.#held = nothing
      const seam = Buffer.concat([before, bytes.subarray(at, at + 3)])
      const found = seam.indexOf(headEnd, 0, 'latin1')
      if (found !== -1) return at + found + headEnd.length - before.length
    }
    const found = bytes.indexOf(headEnd, at, 'latin1')
    return found === -1 ? bytes.length : found + headEnd.length
  }

  #feed(parser: NodeParser, bytes: Buffer): void {
    const wrong = parser.read(bytes)
    if (wrong !== undefined) this.fault = errorOfParser(wrong, nothing, false)
  }
}

/** The index after the first empty line, or of the end. It checks every fourth byte, which is faster than `indexOf`. */
const endOfHead = (bytes: Buffer, from: number): number => {
  let at = from + headEnd.length - 1
  while (at < bytes.length) {
    const byte = bytes[at]
    if (byte !== carriageReturn && byte !== lineFeed) at += headEnd.length
    else if (
      byte === lineFeed &&
      bytes[at - 1] === carriageReturn &&
      bytes[at - 2] === lineFeed &&
      bytes[at - 3] === carriageReturn
    ) {
      return at + 1
    } else at += 1
  }
  return bytes.length
}

/** Whether the request target makes the head too large. */
const isTargetTooLong = (bytes: Buffer, begin: number): boolean => {
  const end = bytes.indexOf(lineFeed, begin)
  return (end === -1 ? bytes.length : end) - begin > wireLimits.uriBytes
}
