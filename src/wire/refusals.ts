import { ApiError } from '../errors/api-error.ts'
import { wireLimits, type WireTimes } from './limits.ts'

/** @param reason what is wrong, to follow a colon */
export const malformed = (reason: string): ApiError =>
  new ApiError('malformed_request', `The bytes are no valid HTTP request: ${reason}.`)

export const uriTooLong = (): ApiError =>
  new ApiError(
    'uri_too_long',
    `The request target is longer than ${wireLimits.uriBytes} bytes; shorten the query string.`,
  )

export const headersTooLarge = (): ApiError =>
  new ApiError(
    'header_fields_too_large',
    `The header fields are larger than ${wireLimits.headerBytes} bytes together; send fewer or shorter ones.`,
  )

export const requestTimeout = (times: WireTimes): ApiError =>
  new ApiError(
    'request_timeout',
    `The headers must be here within ${times.headersTimeout / 1_000} seconds and the body within ${times.requestTimeout / 1_000}.`,
  )
