import type { ApiError } from '../../core/errors/api-error.ts'
import { isHost } from './host.ts'
import { wireLimits } from '../../core/limits.ts'
import { malformed, uriTooLong } from './refusals.ts'

/** A target in origin form (RFC 9112 section 3.2.1) without percent-encoding. */
const plainTarget = /^\/[\w\-.~:/?@!$&'()*+,;=[\]]*$/

/** A request target without the characters that RFC 3986 does not allow in one. */
const targetCharacters = /^[\w\-.~:/?@!$&'()*+,;=%[\]]*$/
const brokenPercent = /%(?![0-9A-Fa-f]{2})/
const absoluteForm = /^https?:\/\/([^/?#]+)/i

/**
 * Checks a request target against RFC 9112 section 3.2 and RFC 3986, and turns absolute form into origin form. The
 * authority would replace Host (RFC 9112 section 3.2.2), but the service answers alike under every name.
 *
 * @returns the target in origin form, or `*`, or the error that ends the request
 */
export const readTarget = (method: string, target: string): string | ApiError => {
  if (target.length > wireLimits.uriBytes) return uriTooLong()
  if (plainTarget.test(target)) return target
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
  if (target.startsWith('/')) return target
  if (target !== '*') return readAbsolute(method, target)
  return method === 'OPTIONS'
    ? target
    : malformed('only OPTIONS has * for a target (RFC 9112, 3.2.4)')
}

const readAbsolute = (method: string, target: string): string | ApiError => {
  const [match = '', authority = ''] = absoluteForm.exec(target) ?? []
  if (match === '') return malformed('the request target is neither a path nor an http URL')
  if (authority.startsWith(':') || !isHost(authority)) {
    return malformed('the authority of the request target is no host and port (RFC 9110, 4.2)')
  }
  const rest = target.slice(match.length)
  if (rest.startsWith('/')) return rest
  // Without a path OPTIONS asks about the server as a whole (RFC 9112 section 3.2.4).
  return rest === '' && method === 'OPTIONS' ? '*' : `/${rest}`
}

const isDecodable = (target: string): boolean => {
  try {
    decodeURIComponent(target)
    return true
  } catch {
    return false
  }
}
