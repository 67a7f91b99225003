import { ApiError } from '../../base/errors/api-error.ts'
import type { ErrorCode } from '../../base/errors/catalogue.ts'
import { maxFramingBytes, wireLimits, type WireTimes } from '../../base/limits.ts'

/** @param reason what is wrong, to follow a colon */
export const malformed = (reason: string): ApiError =>
  new ApiError('malformed_request', `The bytes are not a valid HTTP request: ${reason}.`)

/** A proxy that ignores such a body would read it as another request (request smuggling). */
export const takesNoBody = (method: string): ApiError =>
  new ApiError(
    'malformed_request',
    `${method} takes no body (RFC 9110, 9.3.1); send it without one.`,
  )

const refusing = (code: ErrorCode, message: string) => (): ApiError => new ApiError(code, message)

const unknownMethod = refusing(
  'method_not_implemented',
  'The service does not know this method; names of methods are in capital letters.',
)

export const uriTooLong = refusing(
  'uri_too_long',
  `The request target is longer than ${wireLimits.uriBytes} bytes; shorten the query string.`,
)

export const headersTooLarge = refusing(
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

export const wastefulChunks = refusing(
  'body_too_large',
  `The chunk sizes and extensions of the body take more than ${maxFramingBytes} bytes; send larger chunks without extensions.`,
)

/** Why Node's parser refuses bytes: its code, and its own message. */
export type ParserFault = { readonly code: string; readonly reason?: string }

/** Messages that explain more than the parser's own. */
const plainReasons: Readonly<Record<string, string>> = {
  HPE_PAUSED_H2_UPGRADE: 'this is HTTP/2; the service speaks HTTP/1.1',
  HPE_INVALID_METHOD:
    'the request does not begin with a method that the service knows, in capital letters',
  HPE_INVALID_EOF_STATE: 'the connection ended before the request did',
}

/** A method (a token, RFC 9110 section 5.6.2) of reasonable length, a space, and the beginning of a target. */
const methodAndTarget = /^[\w!#$%&'*+.^`|~-]{1,40} [!-~]/

/** Whether only the method keeps these bytes from being a request. The line may be incomplete. */
const hasUnknownMethod = (begin: Buffer): boolean => {
  const end = begin.indexOf('\r\n')
  const line = begin.toString('latin1', 0, end === -1 ? begin.length : end)
  return methodAndTarget.test(line) && (end === -1 || / HTTP\/1\.[01]$/.test(line))
}

/** The first byte of a TLS handshake (RFC 8446 section 5.1). */
const tlsHandshake = 0x16

/** The error for bytes that the parser refuses. `begin` has the first of the request; it is empty if they cannot matter. */
export const errorOfParser = (
  { code, reason }: ParserFault,
  begin: Buffer,
  isTargetTooLong: boolean,
): ApiError => {
  if (code === 'HPE_HEADER_OVERFLOW') return isTargetTooLong ? uriTooLong() : headersTooLarge()
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new ApiError('body_too_large', 'The chunk extensions of the body are too large.')
  }
  if (code === 'HPE_INVALID_METHOD') {
    if (begin[0] === tlsHandshake) {
      return malformed(
        'this is TLS; the service speaks plain HTTP, and TLS ends at a proxy in front of it',
      )
    }
    if (hasUnknownMethod(begin)) return unknownMethod()
  }
  return malformed(
    plainReasons[code] ?? (reason ?? 'it does not follow RFC 9112').replace(/[.\s]+$/, ''),
  )
}
