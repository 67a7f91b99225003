import { ApiError } from '../../core/errors/api-error.ts'
import type { WireTimes } from '../../core/limits.ts'
import { headersTooLarge, malformed, requestTimeout, uriTooLong } from './refusals.ts'

/** An error of Node's HTTP server, raised before or beside any request handler. */
export type ParserError = Error & {
  readonly code?: string | undefined
  /** What the parser says, in fixed words of its own. */
  readonly reason?: string | undefined
  /** The chunk in which it stumbled. */
  readonly rawPacket?: unknown
}

/** What the parser's own words would not tell whoever reads the message. */
const plainReasons: Readonly<Record<string, string>> = {
  HPE_PAUSED_H2_UPGRADE: 'this is HTTP/2; the service speaks HTTP/1.1',
  HPE_INVALID_METHOD:
    'the request does not begin with a method that the service knows, in capital letters',
  HPE_INVALID_EOF_STATE: 'the connection was ended before the request was',
}

/** The first byte of a TLS handshake (RFC 8446 section 5.1). */
const tlsHandshake = 0x16

/**
 * The answer to bytes that are no request, or undefined where the peer is gone and none can be.
 *
 * @param isTargetTooLong whether what is too large is the request target
 */
export const errorOfParser = (
  error: ParserError,
  isTargetTooLong: boolean,
  times: WireTimes,
): ApiError | undefined => {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return requestTimeout(times)
    case 'HPE_HEADER_OVERFLOW':
      return isTargetTooLong ? uriTooLong() : headersTooLarge()
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError('body_too_large', 'The chunk extensions of the body are too large.')
    default:
      if (!error.code?.startsWith('HPE_')) return undefined
      return malformed(reasonOf(error, error.code))
  }
}

const reasonOf = ({ rawPacket, reason }: ParserError, code: string): string => {
  if (
    code === 'HPE_INVALID_METHOD' &&
    Buffer.isBuffer(rawPacket) &&
    rawPacket[0] === tlsHandshake
  ) {
    return 'this is TLS; the service speaks plain HTTP, and TLS ends at a proxy before it'
  }
  return plainReasons[code] ?? (reason ?? 'it does not follow RFC 9112').replace(/[.\s]+$/, '')
}
