import { ApiError } from '../errors/api-error.ts'
import { wireLimits } from './limits.ts'
import { headersTooLarge, malformed, uriTooLong } from './request-check.ts'

/** An error of Node's HTTP server, raised before or beside any request handler. */
export type ParserError = Error & {
  readonly code?: string | undefined
  /** What the parser says, in fixed words of its own. */
  readonly reason?: string | undefined
  /** The chunk in which it stumbled. */
  readonly rawPacket?: unknown
}

/** The answer to bytes that are no request, or undefined where the peer is gone and none can be. */
export const errorOfParser = (error: ParserError): ApiError | undefined => {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return requestTimeout()
    case 'HPE_HEADER_OVERFLOW':
      return isRequestLine(error.rawPacket) ? uriTooLong() : headersTooLarge()
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError('body_too_large', 'The chunk extensions of the body are too large.')
    default:
      if (!error.code?.startsWith('HPE_')) return undefined
      return malformed(plainReason(error))
  }
}

const requestTimeout = (): ApiError =>
  new ApiError(
    'request_timeout',
    `The headers must be here within ${wireLimits.headersTimeout / 1_000} seconds and the body within ${wireLimits.requestTimeout / 1_000}.`,
  )

const plainReason = (error: ParserError): string =>
  (error.reason ?? 'it does not follow RFC 9112').replace(/[.\s]+$/, '')

/** Whether the parser ran over inside a request line: what it holds begins one and has no line end. */
const isRequestLine = (packet: unknown): boolean => {
  if (!Buffer.isBuffer(packet)) return false
  const start = packet.toString('latin1', 0, wireLimits.uriBytes)
  return /^\s*[A-Z-]+ [^\n]*$/.test(start)
}
