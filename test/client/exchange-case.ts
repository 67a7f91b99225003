/** What a server does with one request: answers, or closes the connection (`drop`), or does so in the body (`cut`). */
export type ServerStep =
  | 'drop'
  | 'cut'
  | {
      readonly status: number
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
    }

/** A request as a client sends it. */
export type SentRequest = {
  /** Like `GET /pets?limit=100`. */
  readonly line: string
  /** Headers that it must have, by name in lower case; null for one that it must not have. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** The whole body, digit for digit. */
  readonly body?: string
}

/**
 * A call, and what must come of it in every client. Names are those of TypeScript; Python writes them in lower case with
 * underscores. Time is a clock that waits alone move, and chance is always 0.5.
 */
export type ExchangeCase = {
  readonly name: string
  /** Like `pets.create`; of a list, every item. */
  readonly call: string
  /** Integers beyond 2^53 are written as `{ int64: '…' }`. */
  readonly args?: readonly unknown[]
  readonly options?: Readonly<Record<string, unknown>>
  /** How often the call is made, one after another; 1 unless given. What counts is what comes of the last. */
  readonly times?: number
  /** Options of the client. */
  readonly client?: Readonly<Record<string, unknown>>
  readonly steps: readonly ServerStep[]
  /** All requests, in their order. */
  readonly requests: readonly SentRequest[]
  /** Seconds of each wait. */
  readonly waits?: readonly number[]
  /** What the call gives, as JSON, digit for digit. */
  readonly result?: string
  /** The error that it throws. */
  readonly error?: {
    readonly class: string
    readonly code?: string
    readonly status?: number
    readonly retryAfter?: number
    readonly missingScope?: string
    readonly endsAt?: string
    readonly message?: string
    readonly requestId?: string
    /** The class of the error before. */
    readonly cause?: string
  }
}

export const refuse = (
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): ServerStep => ({
  status,
  body: JSON.stringify({ code, message: `It is ${code}.`, status }),
  headers,
})

export const banned = (seconds: number): ServerStep =>
  refuse(429, 'api_key_banned', {
    'Retry-After': String(seconds),
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': '1795176300',
  })
