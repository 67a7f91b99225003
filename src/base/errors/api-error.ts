import { catalogue, type ErrorCode } from './catalogue.ts'

/** Headers of an error, by canonical name. */
export type ErrorHeaders = Readonly<Record<string, string>>

/** The longest message of an error, in UTF-16 code units, as in the OpenAPI document. */
export const maxMessageLength = 8_192

/** A refusal, with a code of the catalogue. The message says what is wrong, where, and what would be right, without internals. */
export type Refusal = {
  readonly code: ErrorCode
  readonly message: string
  readonly status: number
  readonly headers: ErrorHeaders
}

/** A plain object, not an `Error`: under a flood, creating Errors dominates the cost. */
export const refusal = (code: ErrorCode, message: string, headers: ErrorHeaders = {}): Refusal => ({
  code,
  message: boundedMessage(message),
  status: catalogue[code].status,
  headers,
})

/** A refusal that is thrown, for code that cannot return one. */
export class ApiError extends Error implements Refusal {
  readonly code: ErrorCode
  readonly status: number
  readonly headers: ErrorHeaders

  constructor(code: ErrorCode, message: string, headers: ErrorHeaders = {}) {
    // This error is an answer, not a bug: nobody reads its stack trace, and capturing one would dominate the cost.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(boundedMessage(message))
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'ApiError'
    this.code = code
    this.status = catalogue[code].status
    this.headers = headers
  }
}

/** Limits the length of a message, and removes control characters of quoted input and a lone surrogate at the cut. */
const boundedMessage = (message: string): string => {
  const cut =
    message.length > maxMessageLength ? `${message.slice(0, maxMessageLength - 1)}…` : message
  return cut.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')
}

/** The `Retry-After` in seconds, if the service cannot know when it will recover. */
const unavailableRetrySeconds = 5

/** The answer if the database is out of reach, the disk is full or the service shuts down. */
export const serviceUnavailable = (): ApiError =>
  new ApiError(
    'service_unavailable',
    `The service cannot do this now. Nothing was changed; try again in ${unavailableRetrySeconds} seconds.`,
    { 'Retry-After': String(unavailableRetrySeconds) },
  )
