import type { IncomingHttpHeaders } from 'node:http'
import type { Writable } from 'node:stream'
import type { Awaitable } from './awaitable.ts'
import type { HeaderLines } from './headers.ts'

export type Caller = {
  /** By lower-case name. */
  readonly headers: IncomingHttpHeaders
  /** The remote address of the connection; undefined once the connection is closed. */
  readonly peer: string | undefined
}

/** An answer, without the headers that every answer gets. */
export type Answer = {
  readonly status: number
  /** The headers of the body come last, from `Content-Type` on. */
  readonly lines: HeaderLines
  /** The value of `ETag`, which the lines also contain. */
  readonly tag?: string | undefined
  /** The value of `Vary` except `Origin` (RFC 9110, 12.5.5): the request fields that select the answer. `lines` lacks it. */
  readonly vary?: string | undefined
  /** Undefined if the answer has no body. */
  readonly body: string | Buffer | undefined
  /** How to encode a text body. For ASCII, `latin1` gives the same bytes faster. */
  readonly encoding: 'latin1' | 'utf8'
  /** Gets the connection, over which the answer continues as a stream until either side ends it. `body` is then undefined. */
  readonly onOpen?: (connection: Writable) => void
}

/** A request from the wire, validated against HTTP and the limits, with the means to answer it. */
export interface WireRequest extends Caller {
  readonly method: string
  /** In origin form, or `*`. */
  readonly target: string
  /** When the last bytes of its headers arrived, in milliseconds of `performance.now`. */
  readonly receivedAt: number
  readonly isAnswered: boolean
  /** The quota headers, set once the request is admitted, so that a refusal of its body carries them too. */
  quota: HeaderLines | undefined
  /** Reads the whole body; undefined if it has more bytes than the limit. It never settles if the client disconnects. */
  readBody(limit: number): Awaitable<Buffer | undefined>
  /** Called if the client disconnects before it has sent the whole body. The request must then have no effect. */
  onBroken(listener: () => void): void
  /** Answers, with `lines` before other headers, unless an answer was given already or the client disconnected. */
  answer(lines: HeaderLines, answer: Answer): void
  /** Answers in small pieces over a few seconds. */
  trickle(lines: HeaderLines, answer: Answer): Awaitable<void>
  /** Closes the connection without an answer, because the outcome is unknown. */
  abandon(): void
}
