import type { IncomingHttpHeaders } from 'node:http'
import type { Awaitable } from './awaitable.ts'
import type { HeaderLines } from './headers.ts'

/** What is known of who sends a request, before anything is made of it. */
export type Caller = {
  /** By their names in lower case. */
  readonly headers: IncomingHttpHeaders
  /** The remote address of the connection; undefined once it is gone. */
  readonly peer: string | undefined
}

/** An answer but for the headers that each one has of its own. */
export type Answer = {
  readonly status: number
  readonly lines: HeaderLines
  /** Undefined where the answer has none. */
  readonly body: string | Buffer | undefined
  /** How a body of text is to be written; `latin1` is faster, and the same where all of it is ASCII. */
  readonly encoding: 'latin1' | 'utf8'
}

/** One request as the wire hands it over, held against HTTP and the limits, and the way back. */
export interface WireRequest extends Caller {
  readonly method: string
  /** In origin form, or `*`. */
  readonly target: string
  /** When its headers were here, in milliseconds of `performance.now`. */
  readonly receivedAt: number
  /** Whether an answer was given to the connection. */
  readonly isAnswered: boolean
  /** Whether no answer can be given any more: there was one, or the client is gone. */
  readonly isOver: boolean
  /** The quota headers, once the request was admitted: an error on the way of its body carries them too. */
  quota: HeaderLines | undefined
  /** The whole body where it came along with the headers; else it is read with `readBody`. */
  readonly body: Buffer | undefined
  /**
   * Reads the whole body.
   *
   * @returns undefined where it is larger than so many bytes; never settles where the client leaves
   */
  readBody(mostBytes: number): Awaitable<Buffer | undefined>
  /** Calls back where the client goes and has sent less than it announced: nothing is to come of it. */
  onBroken(listener: () => void): void
  /**
   * Answers; once only.
   *
   * @param lines headers that come before those of the answer
   */
  answer(lines: HeaderLines, answer: Answer): void
  /** Closes the connection without an answer, where none would be known to be true. */
  abandon(): void
}
