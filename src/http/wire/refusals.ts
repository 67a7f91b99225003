import { ApiError } from '../../base/errors/api-error.ts'
import { maxChunkedBytes, wireLimits, type WireTimes } from '../../base/limits.ts'

/** @param reason what is wrong, to follow a colon */
export const malformed = (reason: string): ApiError =>
  new ApiError('malformed_request', `The bytes are not a valid HTTP request: ${reason}.`)

/** A proxy that ignores such a body would read it as another request (request smuggling). */
export const takesNoBody = (method: string): ApiError =>
  new ApiError(
    'malformed_request',
    `${method} takes no body (RFC 9110, 9.3.1); send it without one.`,
  )

/** For a method that Node's parser does not know. */
export const unknownMethod = (): ApiError =>
  new ApiError(
    'method_not_implemented',
    'The service does not know this method; names of methods are in capital letters.',
  )

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
    `The headers must arrive within ${times.headersTimeout / 1_000} seconds and the body within ${times.requestTimeout / 1_000}.`,
  )

/** RFC 9112 section 2.2 asks to ignore one empty line. Anything more, or half of one, is not HTTP. */
export const tooManyLines = (): ApiError =>
  malformed('more, or less, than one empty line stands before its request line (RFC 9112, 2.2)')

export const wastefulChunks = (): ApiError =>
  new ApiError(
    'body_too_large',
    `The body takes more than ${maxChunkedBytes} bytes with its chunk sizes and extensions; send larger chunks without extensions.`,
  )
