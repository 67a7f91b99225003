import type { IncomingHttpHeaders } from 'node:http'
import type { BodyDescription, Operation } from '../kit/operation.ts'
import { schemaName } from '../kit/field-schema.ts'
import type { Awaitable } from '../base/awaitable.ts'
import { type Refusal, refusal } from '../base/errors/api-error.ts'
import { wireLimits } from '../base/limits.ts'
import type { WireRequest } from '../base/wire-request.ts'

/** Closes the connection after the answer, so that the rest of the body need not be read. */
const closing = { Connection: 'close' } as const

/**
 * Reads the body of a request for an operation, as bytes.
 *
 * @returns the bytes; undefined if there is no body; a refusal if the operation does not accept it. Never settles if the
 *   client disconnects
 */
export const readBytes = (
  request: WireRequest,
  { body, method }: Operation,
): Awaitable<Buffer | undefined | Refusal> => {
  const { headers } = request
  const announced = Number(headers['content-length'] ?? 0)
  if (announced === 0 && headers['transfer-encoding'] === undefined) return undefined
  if (body === undefined) return noneTaken(method)
  if (!isPlain(headers, body.mediaTypes)) return unsupportedMediaType(headers, body, method)
  if (announced > wireLimits.bodyBytes) return tooLarge(body)
  const bytes = request.readBody()
  return bytes instanceof Promise
    ? bytes.then((all) => all ?? tooLarge(body))
    : (bytes ?? tooLarge(body))
}

/** Whether a body has one of the media types, in UTF-8 (RFC 8259, 8.1) and not compressed. */
const isPlain = (headers: IncomingHttpHeaders, mediaTypes: readonly string[]): boolean => {
  const type = headers['content-type']
  const coding = headers['content-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'identity') return false
  if (type !== undefined && mediaTypes.includes(type)) return true
  const [media = '', ...parameters] = (type ?? '').toLowerCase().split(';')
  if (!mediaTypes.includes(media.trim())) return false
  const charset = parameters.map(
    (parameter) => /^\s*charset\s*=\s*"?([^\s"]*)/.exec(parameter)?.[1],
  )
  return charset.every((name) => name === undefined || name === 'utf-8')
}

const maxShownHeader = 60

const unsupportedMediaType = (
  headers: IncomingHttpHeaders,
  { mediaTypes }: BodyDescription,
  method: string,
): Refusal => {
  const { 'content-type': type, 'content-encoding': coding } = headers
  const sent = type === undefined ? 'without a Content-Type' : `as ${type.slice(0, maxShownHeader)}`
  const coded = coding === undefined ? '' : `, coded as ${coding.slice(0, maxShownHeader)}`
  const accepted = mediaTypes.join(', ')
  return refusal(
    'unsupported_media_type',
    `The body came ${sent}${coded}; send it as ${mediaTypes.join(' or ')} in UTF-8, without Content-Encoding.`,
    {
      Accept: accepted,
      // RFC 5789 section 2.2.
      ...(method === 'PATCH' && { 'Accept-Patch': accepted }),
      'Accept-Encoding': 'identity',
    },
  )
}

const noneTaken = (method: string): Refusal =>
  refusal('invalid_body', `This ${method} takes no body; send it without one.`)

const tooLarge = ({ schema }: BodyDescription): Refusal => {
  const advice =
    'items' in schema
      ? `send fewer ${String(Reflect.get(schema, 'title'))} at once`
      : `${schemaName(schema)} needs no more than a few KiB`
  return refusal(
    'body_too_large',
    `The body is larger than ${wireLimits.bodyBytes} bytes; ${advice}.`,
    closing,
  )
}
