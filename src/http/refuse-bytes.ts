import { headerLine, joinLines, noLines } from '../core/headers.ts'
import type { Observe } from '../core/observation.ts'
import type { Admission } from './admission.ts'
import { type CrossOrigin, varyLine } from './cross-origin.ts'
import type { ErrorAnswers } from './error-answers.ts'
import { quotaHeaders, requestIdOf } from './exchange.ts'
import type { Refuse } from './wire/refuse.ts'

/** The dependencies of `refuseBytes`. */
type RefusingParts = {
  readonly admission: Admission
  readonly errors: ErrorAnswers
  /** Undefined if no page of another origin may use the service. */
  readonly crossOrigin: CrossOrigin | undefined
  readonly observe: Observe
}

/** Answers bytes that are not an acceptable request with an Error, and charges one request to their address. */
export const refuseBytes =
  ({ admission, errors, crossOrigin, observe }: RefusingParts): Refuse =>
  async ({ error, caller, request }) => {
    observe({ kind: 'bad_request_bytes', code: error.code, reason: error.message })
    const { headers } = caller
    // A request that was admitted is not charged again for an error in its body.
    const quota = request?.quota ?? quotaHeaders(await admission.judgeAddress(caller))
    const requestId = requestIdOf(headers['x-request-id'])
    const lines = joinLines(headerLine('X-Request-Id', requestId), quota)
    const [path = ''] = request?.target.split('?', 1) ?? []
    const answer = errors.answer(error, headers, path, requestId)
    const ofPages = joinLines(
      crossOrigin?.lines(headers.origin) ?? noLines,
      varyLine(answer, crossOrigin),
    )
    return { lines: joinLines(lines, ofPages), answer }
  }
