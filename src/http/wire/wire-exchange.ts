import type { IncomingHttpHeaders } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Awaitable } from '../../base/awaitable.ts'
import type { ApiError } from '../../base/errors/api-error.ts'
import type { HeaderLines } from '../../base/headers.ts'
import type { LabClock } from '../../base/lab-clock.ts'
import { wireLimits, type WireTimes } from '../../base/limits.ts'
import { http } from '../../base/node-http.ts'
import type { Answer, Caller, WireRequest } from '../../base/wire-request.ts'
import type { RequestHead } from './request-head.ts'

/** The connection, as a request uses it. */
export type ResponseSink = {
  readonly peer: string | undefined
  /** Whether nothing more can be sent. */
  readonly isOver: boolean
  /** Sends a part of an answer at once, in Latin-1. */
  write(part: string): void
  /** Continues reading, after a body that had arrived before it was wanted. */
  resume(): void
  /** @param head the status line and all headers, in Latin-1 @param now milliseconds of `performance.now` */
  send(
    head: string,
    body: Answer['body'],
    encoding: Answer['encoding'],
    directive: ConnectionDirective,
    now: number,
  ): void
  readonly socket: Writable
  /** Whether the answer is a stream that lasts until either side ends it. */
  isStreaming: boolean
  destroy(): void
}

/** Shared by the answers of all connections of a server. */
export type Answering = {
  readonly lastLines: LastLines
  /** Whether every answer must be the last of its connection. */
  readonly connections: { readonly isEnding: boolean }
}

/** A request, with the means to answer it. */
export class WireExchange implements WireRequest {
  readonly head: RequestHead
  readonly method: string
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly receivedAt: number
  /** Undefined if the request has none. */
  readonly body: RequestBody | undefined
  isAnswered = false
  quota: HeaderLines | undefined
  readonly #sink: ResponseSink
  readonly #answering: Answering
  /** Whether the body was requested, or arrived without that. */
  #isBodyTaken = false

  /** @param receivedAt when the last bytes of its head arrived, in milliseconds of `performance.now` */
  constructor(sink: ResponseSink, head: RequestHead, answering: Answering, receivedAt: number) {
    const { method, target, fields } = head
    this.#sink = sink
    this.#answering = answering
    this.receivedAt = receivedAt
    this.head = head
    this.method = method
    this.target = target
    this.headers = fields.headers
    this.body = fields.isChunked || fields.contentLength ? new RequestBody() : undefined
  }

  get peer(): string | undefined {
    return this.#sink.peer
  }

  /** The client has disconnected. */
  break(): void {
    if (!this.isAnswered) this.body?.break()
  }

  readBody(limit: number): Awaitable<Buffer | undefined> {
    // Sent even if the body has already arrived, so that the same request always gets the same answers.
    if (this.head.expectsContinue && !this.#isBodyTaken)
      this.#sink.write('HTTP/1.1 100 Continue\r\n\r\n')
    this.#isBodyTaken = true
    if (this.body === undefined) return nothing
    const isAhead = this.body.isAhead
    const body = this.body.read(limit)
    if (isAhead) this.#sink.resume()
    return body
  }

  onBroken(listener: () => void): void {
    this.body?.onBroken(listener)
  }

  answer(lines: HeaderLines, answer: Answer): void {
    if (this.isAnswered || this.#sink.isOver) return
    this.isAnswered = true
    this.body?.drop()
    const { status, lines: own, body, encoding } = answer
    const directive = this.#directiveFor(answer)
    const now = performance.now()
    const last = this.#answering.lastLines(now, directive)
    const head = `${statusLine(status)}${lines}${this.quota ?? ''}${own}${last}`
    this.#sink.isStreaming = answer.onOpen !== undefined
    this.#sink.send(head, this.method === 'HEAD' ? undefined : body, encoding, directive, now)
    answer.onOpen?.(this.#sink.socket)
  }

  async trickle(lines: HeaderLines, answer: Answer): Promise<void> {
    // A stream has no fixed content to divide.
    if (answer.onOpen !== undefined) return this.answer(lines, answer)
    const { status, lines: own, body = '', encoding } = answer
    const last = this.#answering.lastLines(performance.now(), 'close')
    const content = typeof body === 'string' ? Buffer.from(body, encoding) : body
    const sent = this.method === 'HEAD' ? '' : content.toString('latin1')
    const text = `${statusLine(status)}${lines}${this.quota ?? ''}${own}${last}${sent}`
    for (let piece = 0; piece < trickling.pieces && !this.#sink.isOver; piece += 1) {
      await wait(trickling.every)
      const [from, to] = [piece, piece + 1].map((at) => (at * text.length) / trickling.pieces)
      this.#sink.write(text.slice(from, to))
    }
    this.isAnswered = true
    this.#sink.send('', undefined, 'latin1', 'close', performance.now())
  }

  abandon(): void {
    this.#sink.destroy()
  }

  #directiveFor({ status, lines, onOpen }: Answer): ConnectionDirective {
    // Only the answer to a body that is too large does so.
    if (status === 413 && lines.includes('Connection: close\r\n')) return 'nothing'
    const { keepsAlive, expectsContinue, fields } = this.head
    const { contentLength = 0 } = fields
    // After a refusal before the 100, the client may or may not send the body. A large body is not read to its end
    // if nobody needs it.
    const isUnread =
      (expectsContinue && !this.#isBodyTaken) ||
      (contentLength > wireLimits.bodyBytes && this.body?.isWhole === false)
    const isLast =
      onOpen !== undefined || !keepsAlive || isUnread || this.#answering.connections.isEnding
    return isLast ? 'close' : 'keep'
  }
}

const nothing = Buffer.alloc(0)

/** The pieces of an answer that trickles, and the milliseconds before each. */
const trickling = { pieces: 25, every: 200 } as const

/** The body of a request, as it arrives. */
class RequestBody {
  #pieces: Buffer[] = []
  #length = 0
  /** Whether all of it has arrived. */
  isWhole = false
  #isDropped = false
  /** In bytes; undefined until it is read. */
  #limit: number | undefined
  #onRead: ((body: Buffer | undefined) => void) | undefined
  #onBroken: (() => void) | undefined

  /** Adds pieces. It keeps none of a body that is too large or that was dropped. */
  take(pieces: readonly Buffer[]): void {
    for (const piece of pieces) {
      this.#length += piece.length
      if (!this.#isDropped) this.#pieces.push(piece)
    }
    if (this.#isTooLarge) {
      this.drop()
      this.#settle(undefined)
    }
  }

  complete(): void {
    this.isWhole = true
    if (this.#onRead !== undefined) this.#settle(this.#joined())
  }

  /** Marks the client as gone. */
  break(): void {
    if (!this.isWhole) this.#onBroken?.()
  }

  /** Frees the memory of the body; it is not read any more. */
  drop(): void {
    this.#isDropped = true
    this.#pieces = []
  }

  /** As `WireRequest.readBody`. */
  read(limit: number): Awaitable<Buffer | undefined> {
    this.#limit = limit
    if (this.#isTooLarge) return undefined
    if (this.isWhole) return this.#joined()
    return new Promise((resolve) => {
      this.#onRead = resolve
    })
  }

  /** As `WireRequest.onBroken`. */
  onBroken(listener: () => void): void {
    if (!this.isWhole) this.#onBroken = listener
  }

  /** Whether more has arrived than may wait until the body is read (backpressure). */
  get isAhead(): boolean {
    return this.isLarge && this.#limit === undefined && !this.#isDropped
  }

  /** Whether more has arrived than most operations take. */
  get isLarge(): boolean {
    return this.#length > wireLimits.bodyBytes
  }

  get #isTooLarge(): boolean {
    return this.#limit !== undefined && this.#length > this.#limit
  }

  #joined(): Buffer {
    // The pieces are not kept beside the whole.
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces, this.#length)]
    return this.#pieces[0] ?? nothing
  }

  #settle(body: Buffer | undefined): void {
    this.#onRead?.(body)
    this.#onRead = undefined
  }
}

/** The `Connection` line at the end of the headers; empty if the answer has its own. */
export type ConnectionDirective = 'keep' | 'close' | 'nothing'

/** The last header lines of an answer. They go by `performance.now`, which is cheaper than `Date.now`. */
type LastLines = (now: number, directive: ConnectionDirective) => string

/** Makes the lines once a second, and when the clock of staging has been moved. */
export const lastLinesOf = (
  times: Pick<WireTimes, 'keepAliveTimeout'>,
  lab: LabClock | undefined,
): LastLines => {
  let lines: Readonly<Record<ConnectionDirective, string>>
  /** When the lines expire, and by how much the clock of staging was ahead when they were made. */
  let [until, movedBy] = [-Infinity, 0]
  return (now, directive) => {
    const ahead = lab?.ahead ?? 0
    if (now >= until || ahead !== movedBy) {
      const time = new Date(lab !== undefined && ahead > 0 ? lab.now() : Date.now())
      movedBy = ahead
      until = now + 1_000 - time.getMilliseconds()
      const seconds = Math.floor(times.keepAliveTimeout / 1_000)
      const moved = ahead > 0 ? `X-Lab-Clock: ${time.toISOString().slice(0, 19)}Z\r\n` : ''
      const date = `Date: ${time.toUTCString()}\r\n${moved}`
      lines = {
        keep: `${date}Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n\r\n`,
        close: `${date}Connection: close\r\n\r\n`,
        nothing: `${date}\r\n`,
      }
    }
    return lines[directive]
  }
}

const statusLines: string[] = []

const statusLine = (status: number): string =>
  (statusLines[status] ??= `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n`)

/** Answers a request that is refused before it reaches the application. */
export type Refuse = (refused: {
  readonly error: ApiError
  readonly caller: Caller
  /** Undefined if the bytes never became a request. */
  readonly request: WireRequest | undefined
}) => Awaitable<Refused>

/** An answer, and the headers that come before its own: quota, request id. */
type Refused = { readonly lines: HeaderLines; readonly answer: Answer }

/** The bytes of an answer to a request that never reaches the application. `last` are the lines that end the headers. */
export const refusalText = (
  { lines, answer: { status, lines: own, body = '' } }: Refused,
  last: string,
  method: string | undefined,
): string =>
  // The answer to HEAD has no body (RFC 9110 section 9.3.2).
  `${statusLine(status)}${lines}${own}${last}${method === 'HEAD' ? '' : body.toString()}`
