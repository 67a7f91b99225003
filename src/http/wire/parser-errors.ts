import { ApiError } from '../../base/errors/api-error.ts'
import { headersTooLarge, malformed, unknownMethod, uriTooLong } from './refusals.ts'

/** Why Node's parser refuses bytes. */
export type ParserFault = {
  readonly code: string
  /** The parser's own message. */
  readonly reason?: string
}

/** Messages that explain more than the parser's own. */
const plainReasons: Readonly<Record<string, string>> = {
  HPE_PAUSED_H2_UPGRADE: 'this is HTTP/2; the service speaks HTTP/1.1',
  HPE_INVALID_METHOD:
    'the request does not begin with a method that the service knows, in capital letters',
  HPE_INVALID_EOF_STATE: 'the connection was ended before the request was',
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

/**
 * The error for bytes that the parser refuses.
 *
 * @param begin the first bytes of the request; empty if they cannot matter
 * @param isTargetTooLong whether the request target makes the head too large
 */
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
        'this is TLS; the service speaks plain HTTP, and TLS ends at a proxy before it',
      )
    }
    if (hasUnknownMethod(begin)) return unknownMethod()
  }
  return malformed(
    plainReasons[code] ?? (reason ?? 'it does not follow RFC 9112').replace(/[.\s]+$/, ''),
  )
}
