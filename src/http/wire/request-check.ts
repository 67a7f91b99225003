import type { IncomingMessage } from 'node:http'
import type { ApiError } from '../../core/errors/api-error.ts'
import type { Head } from './connection.ts'
import { isHost } from './host.ts'
import { wireLimits } from '../../core/limits.ts'
import { headersTooLarge, malformed } from './refusals.ts'
import { checkTarget } from './target.ts'

/**
 * Holds a parsed request against what the parser lets pass but HTTP (RFC 9112, RFC 9110) or the
 * limits do not. `docs/wire.md` has the rules one by one.
 *
 * @param head what only the bytes tell
 * @returns the error that ends the request, or undefined
 */
export const checkRequest = (request: IncomingMessage, head: Head): ApiError | undefined =>
  checkLine(request, head) ?? checkTarget(request) ?? checkFields(request, head)

const checkLine = (
  { httpVersion }: IncomingMessage,
  { isExactLine }: Head,
): ApiError | undefined => {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return malformed(`its version is HTTP/${httpVersion}; the service speaks HTTP/1.1`)
  }
  return isExactLine
    ? undefined
    : malformed(
        'the request line is not METHOD, space, target, space, HTTP/1.1, CR LF, with at most one empty line before it (RFC 9112, 3)',
      )
}

const checkFields = (request: IncomingMessage, { fieldBytes }: Head): ApiError | undefined => {
  if (fieldBytes > wireLimits.headerBytes) return headersTooLarge()
  const { rawHeaders } = request
  let hosts = 0
  let authorizations = 0
  let contentTypes = 0
  let isFramed = false
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    // The length rules nearly every field out, before its name is looked at.
    switch (name.length) {
      case 4:
        if (name.toLowerCase() !== 'host') break
        hosts += 1
        if (!isHost(rawHeaders[at + 1] ?? '')) return malformed('its Host is no host and port')
        break
      case 12:
        if (name.toLowerCase() === 'content-type') contentTypes += 1
        break
      case 13:
        if (name.toLowerCase() === 'authorization') authorizations += 1
        break
      case 14:
        if (name.toLowerCase() === 'content-length')
          isFramed ||= !/^0+$/.test(rawHeaders[at + 1] ?? '')
        break
      case 17:
        if (name.toLowerCase() !== 'transfer-encoding') break
        isFramed = true
        if (rawHeaders[at + 1]?.toLowerCase() !== 'chunked' || request.httpVersion !== '1.1') {
          return malformed(
            'its Transfer-Encoding is not chunked alone, in HTTP/1.1 (RFC 9112, 6.1 and 7.1)',
          )
        }
        break
      default:
    }
  }
  if (hosts > 1) return repeated('Host')
  if (hosts === 0 && request.httpVersion === '1.1') {
    return malformed('it has no Host header (RFC 9112, 3.2)')
  }
  // Node keeps the first of these and drops the rest: the sender would not know which was taken.
  if (authorizations > 1) return repeated('Authorization')
  if (contentTypes > 1) return repeated('Content-Type')
  if (isFramed && (request.method === 'GET' || request.method === 'HEAD')) {
    return malformed(`${request.method} takes no body (RFC 9110, 9.3.1)`)
  }
  return undefined
}

const repeated = (name: string): ApiError =>
  malformed(`it has more than one ${name} header (RFC 9110, 5.3)`)
