import { answer, refuse, type Step } from '../helpers/client.ts'

/** A request as a client sends it, like `GET /pets?limit=100`. */
export type SentRequest =
  | string
  | {
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
  /** What the server does with each request. */
  readonly steps: readonly Step[]
  /** All requests, in their order. */
  readonly requests: readonly SentRequest[]
  /** Seconds of each wait. */
  readonly waits?: readonly number[]
  /** What the call gives, as JSON, digit for digit. */
  readonly result?: string
  /** The class of the error that it throws, and its fields; `cause` is the class of the error before. */
  readonly error?: { readonly class: string; readonly [field: string]: unknown }
}

export const ok = (body: string, headers: Readonly<Record<string, string>> = {}): Step =>
  answer(200, body, headers)

/** An answer that breaks off. */
export const cut: Step = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' })
  response.write('[', () => response.destroy())
}

export const limited = (retryAfter: number): Step =>
  refuse(429, 'rate_limit_exceeded', { 'Retry-After': String(retryAfter) })

export const banned = (seconds: number): Step =>
  refuse(429, 'api_key_banned', {
    'Retry-After': String(seconds),
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': '1795176300',
  })
