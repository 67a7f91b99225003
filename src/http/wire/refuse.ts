import type { Awaitable } from '../../core/awaitable.ts'
import type { ApiError } from '../../core/errors/api-error.ts'
import { jsonMediaType, renderError } from '../../core/errors/render.ts'
import { type HeaderLines, headerLines } from '../../core/headers.ts'
import type { Caller, WireRequest } from '../../core/wire-request.ts'
import { statusLine } from './answer-lines.ts'

/** The headers of an answer to bytes that are no acceptable request: quota, request id, safety. */
export type RefusalHeaders = (refused: {
  readonly error: ApiError
  readonly caller: Caller
  /** Undefined if the bytes never became a request. */
  readonly request: WireRequest | undefined
}) => Awaitable<HeaderLines>

/**
 * The bytes of an answer to a request that never reaches the application.
 *
 * @param last the lines that end the headers
 * @param method of the request, if the bytes became one
 */
export const answerRefusal = (
  error: ApiError,
  lines: HeaderLines,
  last: string,
  method: string | undefined,
): string => {
  const body = renderError(error)
  const own = headerLines({
    ...error.headers,
    'Content-Type': jsonMediaType,
    'Content-Length': String(Buffer.byteLength(body)),
  })
  // The answer to HEAD has no body (RFC 9110 section 9.3.2).
  return `${statusLine(error.status)}${lines}${own}${last}${method === 'HEAD' ? '' : body}`
}
