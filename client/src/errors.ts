import type { ErrorCode, RateLimit } from './types.ts'

/** The base class of every error of this client. */
export class PetStoreError extends Error {
  /** The name of the class, even if a bundler shortened it. */
  override readonly name: string = 'PetStoreError'
}

/**
 * No complete response arrived: the connection was refused, dropped or cut. `cause` is the runtime's error. A
 * create that fails like this may or may not have taken effect. If you repeat it with the same `idempotencyKey`,
 * the service still creates only one animal.
 */
export class ConnectionError extends PetStoreError {
  override readonly name: string = 'ConnectionError'
}

/** No response arrived in time. `cause` is the error before it, if there was one. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}

/** The facts of an error answer. */
export type ApiErrorFacts = {
  readonly code: ErrorCode
  readonly message: string
  readonly status: number
  readonly requestId?: string | undefined
  readonly retryAfter: number | undefined
  readonly rateLimit: RateLimit | undefined
  readonly missingScope?: string | undefined
  readonly first?: string | undefined
}

/**
 * The service answered with an error. The classes below are its subclasses. If it has a `cause`, the response to an
 * earlier attempt of the same call was lost: the service may have carried out that attempt.
 */
export class ApiError extends PetStoreError {
  override readonly name: string = 'ApiError'
  /** The service's code, or `unexpected_response` if the body was not an error of the service. */
  readonly code: ErrorCode
  /** The HTTP status code. */
  readonly status: number
  /** The id of the request, by which the operator finds it in the log. */
  readonly requestId: string | undefined
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined
  /** The quota that the response reported. */
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

/** 400 and the other 4xx without their own class: the request is not valid. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError'
}

/** 401: the API key is missing, unknown, or belongs to the other environment. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError'
}

/** 404, and 410 if the operation was removed. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
}

/** 304: nothing is newer than the `ifNoneMatch` of the call. */
export class NotModifiedError extends ApiError {
  override readonly name = 'NotModifiedError'
}

/** 403: the API key lacks a scope. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError'
  /** The scope that the operation requires, like `pets:write`. */
  readonly missingScope: string | undefined

  constructor(facts: ApiErrorFacts, options?: ErrorOptions) {
    super(facts, options)
    this.missingScope = facts.missingScope
  }
}

/** 409: the state of the animal, order or other resource does not allow the operation. `code` says why. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError'
}

/** 409 and 422: the idempotency key is in use, or was used for another request. */
export class IdempotencyError extends ApiError {
  override readonly name = 'IdempotencyError'
}

/**
 * 412: the `ifMatch` or `ifNoneMatch` of the call is not fulfilled, so the call changed nothing. If there is a
 * `cause`, an earlier attempt of this call may have made the change; read the resource to find out.
 */
export class PreconditionError extends ApiError {
  override readonly name = 'PreconditionError'
}

/**
 * 410 `cursor_expired`: the log no longer has this position, or does not have it yet, so events may be missing.
 * Read the current state, then continue with `store.events()` from the oldest event that the log has.
 */
export class CursorExpiredError extends ApiError {
  override readonly name = 'CursorExpiredError'
  /** The URL of the first page. */
  readonly first: string | undefined

  constructor(facts: ApiErrorFacts, options?: ErrorOptions) {
    super(facts, options)
    this.first = facts.first
  }
}

/** 429: the requests of the minute or of the day are used up. */
export class RateLimitError extends ApiError {
  override readonly name: string = 'RateLimitError'
}

/** 429 `api_key_banned`: the key kept sending after 429 responses. The client never retries it. */
export class BanError extends RateLimitError {
  override readonly name = 'BanError'

  /** When the ban ends, by the service's clock. */
  get endsAt(): Date | undefined {
    return this.rateLimit?.reset
  }
}

/** 5xx: the service, or a proxy in front of it, failed. */
export class ServiceError extends ApiError {
  override readonly name = 'ServiceError'
}

/** Creates an error of the class for this code, or else for this status. */
export const apiError = (facts: ApiErrorFacts, options?: ErrorOptions): ApiError =>
  new (classOf(facts))(facts, options)

const classOf = ({ code, status }: ApiErrorFacts): typeof ApiError => {
  if (code === 'api_key_banned') return BanError
  if (code === 'cursor_expired') return CursorExpiredError
  if (code.startsWith('idempotency_')) return IdempotencyError
  return (
    classes[status] ??
    (status >= 500 ? ServiceError : status >= 400 ? InvalidRequestError : ApiError)
  )
}

/** The class of each status that has its own. */
const classes: Readonly<Record<number, typeof ApiError>> = {
  304: NotModifiedError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  412: PreconditionError,
  422: IdempotencyError,
  429: RateLimitError,
}
