import type { IncomingHttpHeaders } from 'node:http'
import { type Awaitable, whenReady } from '../core/awaitable.ts'
import { ApiError } from '../core/errors/api-error.ts'
import { jsonMediaType } from '../core/errors/render.ts'
import { wireLimits } from '../core/limits.ts'
import type { Exchange } from './exchange.ts'

/** What closes the connection behind an answer: the rest of the body is not worth reading. */
const closing = { Connection: 'close' } as const

/**
 * Reads the body of a request that must be JSON, as bytes.
 *
 * @returns undefined where none was sent
 * @throws ApiError `unsupported_media_type`, `body_too_large`; nothing settles where the client leaves
 */
export const readJsonBytes = ({ request }: Exchange): Awaitable<Buffer | undefined> => {
  const { headers } = request
  const announced = Number(headers['content-length'] ?? 0)
  if (announced === 0 && headers['transfer-encoding'] === undefined) return undefined
  if (!isPlainJson(headers)) throw unsupportedMediaType(headers)
  if (announced > wireLimits.bodyBytes) throw bodyTooLarge()
  return whenReady(request.readBody(wireLimits.bodyBytes), (bytes) => {
    if (bytes === undefined) throw bodyTooLarge()
    return bytes
  })
}

/** Whether a body is JSON in the one encoding that RFC 8259 (8.1) allows, and not compressed. */
const isPlainJson = (headers: IncomingHttpHeaders): boolean => {
  const type = headers['content-type']
  if (type === jsonMediaType && headers['content-encoding'] === undefined) return true
  const coding = headers['content-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'identity') return false
  const [media = '', ...parameters] = (type ?? '').toLowerCase().split(';')
  if (media.trim() !== jsonMediaType) return false
  const charset = parameters.map(
    (parameter) => /^\s*charset\s*=\s*"?([^\s"]*)/.exec(parameter)?.[1],
  )
  return charset.every((name) => name === undefined || name === 'utf-8')
}

const longestShown = 60

const unsupportedMediaType = (headers: IncomingHttpHeaders): ApiError => {
  const { 'content-type': type, 'content-encoding': coding } = headers
  const sent = type === undefined ? 'without a Content-Type' : `as ${type.slice(0, longestShown)}`
  const coded = coding === undefined ? '' : `, coded as ${coding.slice(0, longestShown)}`
  return new ApiError(
    'unsupported_media_type',
    `The body came ${sent}${coded}; send it as application/json in UTF-8, without Content-Encoding.`,
    { Accept: jsonMediaType, 'Accept-Encoding': 'identity' },
  )
}

const bodyTooLarge = (): ApiError =>
  new ApiError(
    'body_too_large',
    `The body is larger than ${wireLimits.bodyBytes} bytes; a NewPet needs no more than a few KiB.`,
    closing,
  )
