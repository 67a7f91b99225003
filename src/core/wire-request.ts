import type { IncomingHttpHeaders } from 'node:http'
import type { Awaitable } from './awaitable.ts'
import type { HeaderLines } from './headers.ts'

/** What is known about the sender of a request before the request is read. */
export type Caller = {
  /** By their names in lower case. */
  readonly headers: IncomingHttpHeaders
  /** The remote address of the connection; undefined once it is gone. */
  readonly peer: string | undefined
}

/** An answer, without the headers that every answer gets. */
export type Answer = {
  readonly status: number
  /** What tells of the body stands last, from `Content-Type` on. */
  readonly lines: HeaderLines
  /** The `ETag` that is among the lines. */
  readonly tag?: string | undefined
  /** The request fields that select it, but `Origin` (RFC 9110, 12.5.5). They are not among the lines. */
  readonly vary?: string | undefined
  /** Undefined if the answer has no body. */
  readonly body: string | Buffer | undefined
  /** How to encode a text body. `latin1` is faster, and the same if all of the text is ASCII. */
  readonly encoding: 'latin1' | 'utf8'
}

/** One request as the wire hands it over, checked against HTTP and the limits, with the means to answer it. */
export interface WireRequest extends Caller {
  readonly method: string
  /** In origin form, or `*`. */
  readonly target: string
  /** When the last bytes of its headers arrived, in milliseconds of `performance.now`. */
  readonly receivedAt: number
  /** Whether an answer was handed to the connection. */
  readonly isAnswered: boolean
  /** The quota headers, once the request was admitted. Every answer has them, that to an error in its body too. */
  quota: HeaderLines | undefined
  /**
   * Reads the whole body.
   *
   * @returns undefined if the body is larger than `wireLimits.bodyBytes`; never settles if the client leaves
   */
  readBody(): Awaitable<Buffer | undefined>
  /**
   * Calls back if the client leaves before it has sent the body that it announced. The request must then have no
   * effect.
   */
  onBroken(listener: () => void): void
  /**
   * Answers, unless an answer was given or the client left.
   *
   * @param lines headers that come before those of the quota and of the answer
   */
  answer(lines: HeaderLines, answer: Answer): void
  /** Closes the connection without an answer, if no answer is known to be true. */
  abandon(): void
}
