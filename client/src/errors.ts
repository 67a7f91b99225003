import type { ErrorCode, RateLimit } from './types.ts'

/** What every error of this client is. */
export class PetStoreError extends Error {
  /** The name of the class, also where a bundler shortened that. */
  override readonly name: string = 'PetStoreError'
}

/**
 * No whole answer came: the connection was refused, dropped or cut. `cause` is what the runtime said.
 * A create that ends so may or may not have been made; made again with the same `idempotencyKey` it
 * cannot be made twice.
 */
export class ConnectionError extends PetStoreError {
  override readonly name: string = 'ConnectionError'
}

/** No answer came in time. `cause` is the last fault before, where there was one. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}

/** What an answer that is no success says. */
export type ApiErrorFacts = {
  readonly code: ErrorCode
  readonly message: string
  readonly status: number
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  readonly rateLimit: RateLimit | undefined
}

/** The service answered with an error. The classes below are its families. */
export class ApiError extends PetStoreError {
  override readonly name: string = 'ApiError'
  /** The service's code, or `unexpected_response` where the body was none of the service's. */
  readonly code: ErrorCode
  /** The HTTP status code. */
  readonly status: number
  /** Names the request to the operator, who finds it in the log. */
  readonly requestId: string | undefined
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined
  /** The state of the quota, as the answer told it. */
  readonly rateLimit: RateLimit | undefined

  constructor(facts: ApiErrorFacts, options?: ErrorOptions) {
    super(facts.message, options)
    this.code = facts.code
    this.status = facts.status
    this.requestId = facts.requestId
    this.retryAfter = facts.retryAfter
    this.rateLimit = facts.rateLimit
  }
}

/** 400 and the other 4xx that have no class of their own: the request is not as it must be. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError'
}

/** 401: the API key is missing, unknown, or one of the other environment. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError'
}

/** 404, and 410 where the operation is gone. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
}

/** 409 and 422: the idempotency key is in use, or was used for another request. */
export class IdempotencyError extends ApiError {
  override readonly name = 'IdempotencyError'
}

/** 429: the requests of the minute or of the day are used up. */
export class RateLimitError extends ApiError {
  override readonly name: string = 'RateLimitError'
}

/** 429 `api_key_banned`: the key went on sending after 429 answers. It is never retried. */
export class BanError extends RateLimitError {
  override readonly name = 'BanError'

  /** When the ban ends, by the service's clock. */
  get endsAt(): Date | undefined {
    return this.rateLimit?.reset
  }
}

/** 5xx: the service, or something before it, failed. */
export class ServiceError extends ApiError {
  override readonly name = 'ServiceError'
}

/** The error of the class that the code, or else the status, belongs to. */
export const apiError = (facts: ApiErrorFacts): ApiError => new (classOf(facts))(facts)

const classOf = ({ code, status }: ApiErrorFacts): typeof ApiError => {
  if (code === 'api_key_banned') return BanError
  switch (status) {
    case 401:
      return AuthenticationError
    case 404:
    case 410:
      return NotFoundError
    case 409:
    case 422:
      return IdempotencyError
    case 429:
      return RateLimitError
    default:
      return status >= 500 ? ServiceError : status >= 400 ? InvalidRequestError : ApiError
  }
}
