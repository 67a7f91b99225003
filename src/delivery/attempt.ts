import type { AttemptResult } from '../base/attempt-results.ts'

/** One attempt to deliver a message. */
export type Attempt = {
  readonly result: AttemptResult
  /** When it began, in milliseconds since the Unix epoch. */
  readonly at: number
  /** Whole milliseconds. */
  readonly duration: number
  /** The status of the answer, if one came. */
  readonly status?: number
  /** A sentence for the owner of the webhook, if it failed without a status. */
  readonly reason?: string
  /** The beginning of the body of the answer, at most `maxBodyBytes` bytes of UTF-8. */
  readonly body?: string
  /** Milliseconds after which the receiver wants the next attempt (RFC 9110 section 10.2.3). */
  readonly retryAfter?: number
}

/** Why an attempt got no answer. The message is for the owner of the webhook, so it names neither addresses nor programs. */
export class AttemptFailure extends Error {
  readonly result: AttemptResult

  constructor(
    result: Exclude<AttemptResult, 'delivered' | 'status'>,
    reason: string,
    cause?: unknown,
  ) {
    super(reason, { cause })
    this.name = 'AttemptFailure'
    this.result = result
  }
}

/** Maximum number of bytes of an answer's body that are read and stored. */
export const maxBodyBytes = 1_024

/** Timeouts in milliseconds: from the look-up of the host to the end of the TLS handshake, and for the whole attempt. */
export const attemptTimes = { connect: 5_000, whole: 15_000 } as const
