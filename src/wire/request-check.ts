import type { IncomingMessage } from 'node:http'
import { ApiError } from '../errors/api-error.ts'
import { wireLimits } from './limits.ts'

/** A request target without the characters that RFC 3986 does not allow in one. */
const targetCharacters = /^[\w\-.~:/?@!$&'()*+,;=%[\]]*$/
const brokenPercent = /%(?![0-9A-Fa-f]{2})/
const absoluteForm = /^https?:\/\/[^/?#]+/i

/**
 * Holds a parsed request against what the parser lets pass but HTTP (RFC 9112, RFC 9110) or the
 * limits do not. A target in absolute form is brought to origin form (RFC 9112 section 3.2.2).
 *
 * @returns the error that ends the request, or undefined
 */
export const checkRequest = (request: IncomingMessage): ApiError | undefined =>
  checkTarget(request) ?? checkHeaders(request)

const checkTarget = (request: IncomingMessage): ApiError | undefined => {
  let target = request.url ?? ''
  if (target.length > wireLimits.uriBytes) return uriTooLong()
  if (!targetCharacters.test(target)) {
    return malformed('the request target has a character that a URI cannot have')
  }
  if (target.includes('%')) {
    if (brokenPercent.test(target)) {
      return malformed('the request target has a % without two hexadecimal digits behind it')
    }
    if (!isDecodable(target)) {
      return malformed('the request target is not UTF-8 once its percent-encoding is undone')
    }
  }
  if (target.startsWith('/') || (target === '*' && request.method === 'OPTIONS')) return undefined
  const authority = absoluteForm.exec(target)
  if (authority === null) return malformed('the request target is neither a path nor an http URL')
  target = target.slice(authority[0].length)
  request.url = target.startsWith('/') ? target : `/${target}`
  return undefined
}

const isDecodable = (target: string): boolean => {
  try {
    decodeURIComponent(target)
    return true
  } catch {
    return false
  }
}

const checkHeaders = (request: IncomingMessage): ApiError | undefined => {
  const fields = request.rawHeaders
  let bytes = 0
  let hosts = 0
  for (let at = 0; at < fields.length; at += 2) {
    const name = fields[at] ?? ''
    // The parser reads fields as Latin-1: one character is one byte. Four are `: ` and the line end.
    bytes += name.length + (fields[at + 1] ?? '').length + 4
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (bytes > wireLimits.headerBytes) return headersTooLarge()
  if (hosts > 1) return malformed('it has more than one Host header (RFC 9112, 3.2)')
  if (hosts === 0 && request.httpVersion === '1.1') {
    return malformed('it has no Host header (RFC 9112, 3.2)')
  }
  return undefined
}

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
