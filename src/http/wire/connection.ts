import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiError } from '../../core/errors/api-error.ts'
import { mostChunkedBytes, wireLimits } from '../../core/limits.ts'
import type { NodeRequest } from './node-request.ts'
import { tooManyLines, wastefulChunks } from './refusals.ts'

const headEnd = Buffer.from('\r\n\r\n')
const nothing = Buffer.alloc(0)
const carriageReturn = 0x0d
const lineFeed = 0x0a
/** CR LF, read as one number. */
const lineEnd = 0x0d0a
/** Where a request begins that follows a chunked body: only the parser knows. */
const unknown = -1

/** What of a request only its bytes tell. */
export type Head = {
  /** Whether the request line is spelled as RFC 9112 section 3 has it, to the byte. */
  readonly isExactLine: boolean
  /** The bytes from the request line to the end of the header fields. */
  readonly fieldBytes: number
}

/**
 * The bytes of one connection, beside the parser. Node's parser takes request lines with any number
 * of spaces, of other protocols (RTSP, ICE), and behind any number of empty lines, and tells of none of
 * it; who wants to see that must look at the bytes. They are kept from the beginning of a request to the
 * end of its headers, which the parser bounds, and no longer.
 */
export class Connection {
  /** The newest request. */
  request: NodeRequest | undefined
  /** Its answer, to keep the order of answers (RFC 9112 section 9.3.2). */
  response: ServerResponse | undefined
  /** When that answer was asked for, on the clock of `performance.now`. */
  since = 0
  /** Whether the connection was told that it is over; nothing that comes then is heard. */
  refused = false
  /** Whether no request behind the newest is heard; its answer says `Connection: close`. */
  isLast = false

  #held: Buffer = nothing
  /** Where in the bytes held the next request begins; past their end where it has not begun. */
  #start = 0
  /** From where on the request behind a chunked body is looked for. */
  #floor = 0
  /** How much of an empty line came before the request line: nothing, its CR, all of it. */
  #blank = 0
  /** How many bytes of a chunked body came, with the chunk sizes and all else around it. */
  #chunkedBytes = 0

  /**
   * Takes bytes before the parser does.
   *
   * @returns the error that ends the connection, or undefined
   */
  take(chunk: Buffer): ApiError | undefined {
    if (this.#start === unknown) this.#resume(chunk)
    else if (this.#start >= this.#held.length) {
      this.#start -= this.#held.length
      this.#held = chunk
    } else {
      this.#held = Buffer.concat([this.#held.subarray(this.#start), chunk])
      this.#start = 0
    }
    if (this.#start !== unknown) return this.#skipBlank() ? undefined : tooManyLines()
    return this.#chunkedBytes > mostChunkedBytes ? wastefulChunks() : undefined
  }

  /** Takes note of a request that the parser has read. */
  begin(request: NodeRequest, response: ServerResponse): void {
    this.request = request
    this.response = response
    this.since = request.receivedAt
  }

  /** Looks at the bytes of a request that the parser has just read the headers of. */
  read(request: IncomingMessage): Head {
    const line = `${request.method} ${request.url} HTTP/${request.httpVersion}\r\n`
    if (this.#start === unknown) this.#find(line)
    const isPlain = this.#skipBlank()
    const start = this.#start
    const fields = start + line.length
    const isExactLine = isPlain && this.#held.toString('latin1', start, fields) === line
    const end = this.#held.indexOf(headEnd, fields - 2) + headEnd.length
    const { 'transfer-encoding': coding, 'content-length': length } = request.headers
    if (coding === undefined) this.#start = end + (length === undefined ? 0 : Number(length))
    else {
      this.#start = unknown
      this.#floor = end
      this.#chunkedBytes = this.#held.length - end
    }
    this.#blank = 0
    this.isLast = this.#losesNext(request)
    return { isExactLine, fieldBytes: end - fields }
  }

  /** Whether the bytes held, which are too many for the parser, are so in the request target. */
  isTargetTooLong(): boolean {
    if (this.#start === unknown) return false
    const end = this.#held.indexOf(lineFeed, this.#start)
    return (end === -1 ? this.#held.length : end) - this.#start > wireLimits.uriBytes
  }

  /** Whether the connection can have sent bytes that nobody has read. */
  get isUnread(): boolean {
    return this.refused || this.isLast || this.response?.req.complete === false
  }

  /**
   * The parser takes whatever stands behind a request that asks for another protocol for bytes of that one.
   * What comes with the end of the request Node drops, and what comes later it takes for a request: the
   * bytes between the two are lost, and a body could be taken for a request.
   */
  #losesNext({ headers }: IncomingMessage): boolean {
    return headers.upgrade !== undefined && this.#start !== this.#held.length
  }

  /** A chunked body has no length; the request behind it begins after the last empty line. */
  #resume(chunk: Buffer): void {
    const isBody = this.response?.req.complete === false
    if (isBody) {
      // The empty line that ends the body may be split over two packets.
      this.#held = Buffer.concat([this.#held.subarray(-3), chunk])
      this.#floor = 0
      this.#chunkedBytes += chunk.length
      return
    }
    const start = this.#held.lastIndexOf(headEnd) + headEnd.length
    this.#held = Buffer.concat([this.#held.subarray(start), chunk])
    this.#start = 0
  }

  /** The request line that stands in the very packet in which a chunked body ends. */
  #find(line: string): void {
    let at = this.#held.indexOf(`\r\n\r\n${line}`, this.#floor, 'latin1')
    // The body ends with the first two line ends in a row; what follows them are empty lines.
    while (at >= 2 && this.#held.readUInt16BE(at - 2) === lineEnd) at -= 2
    this.#start = at === -1 ? this.#held.length : at + headEnd.length
  }

  /** Steps over an empty line; false where there is more, or less, than one. */
  #skipBlank(): boolean {
    for (; this.#start < this.#held.length; this.#start += 1) {
      const byte = this.#held[this.#start]
      if (byte !== carriageReturn && byte !== lineFeed) return this.#blank !== 1
      if (this.#blank === 2 || byte !== (this.#blank === 0 ? carriageReturn : lineFeed)) {
        return false
      }
      this.#blank += 1
    }
    return true
  }
}
