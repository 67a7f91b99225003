import type { Awaitable } from '../../base/awaitable.ts'
import type { ApiError } from '../../base/errors/api-error.ts'
import type { HeaderLines } from '../../base/headers.ts'
import type { Answer, Caller, WireRequest } from '../../base/wire-request.ts'
import { statusLine } from './wire-exchange.ts'

/** Answers a request that is refused before it reaches the application. */
export type Refuse = (refused: {
  readonly error: ApiError
  readonly caller: Caller
  /** Undefined if the bytes never became a request. */
  readonly request: WireRequest | undefined
}) => Awaitable<Refused>

/** The answer to bytes that are not an acceptable request. */
export type Refused = {
  /** Headers that come before those of the answer: quota, request id. */
  readonly lines: HeaderLines
  readonly answer: Answer
}

/**
 * The bytes of an answer to a request that never reaches the application.
 *
 * @param last the lines that end the headers
 * @param method of the request, if the bytes became one
 */
export const refusalText = (
  { lines, answer: { status, lines: own, body = '' } }: Refused,
  last: string,
  method: string | undefined,
): string =>
  // The answer to HEAD has no body (RFC 9110 section 9.3.2).
  `${statusLine(status)}${lines}${own}${last}${method === 'HEAD' ? '' : body.toString()}`
