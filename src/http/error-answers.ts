import type { IncomingHttpHeaders } from 'node:http'
import type { Links } from '../kit/links.ts'
import type { Refusal } from '../base/errors/api-error.ts'
import { errorAnchor, problemMediaType, renderProblem } from '../base/errors/problem.ts'
import { renderError } from '../base/errors/error-schema.ts'
import { headerLine, headerLines, joinLines, noLines } from '../base/headers.ts'
import type { Observe } from '../base/observation.ts'
import type { Answer } from '../base/wire-request.ts'
import type { Admission } from './admission.ts'
import type { CrossOrigin } from './cross-origin.ts'
import { answerOf, quotaHeaders, requestIdOf, varyLine } from './exchange.ts'
import { prefers } from './negotiation.ts'
import type { Refuse } from './wire/wire-exchange.ts'

/** Renders refusals as an Error or, if the client prefers it, as problem details. */
export class ErrorAnswers {
  readonly #links: Links
  #latest: { readonly error: Refusal; readonly answer: Answer } | undefined

  constructor(links: Links) {
    this.#links = links
  }

  /** @param headers of the request, as far as they could be read */
  answer(error: Refusal, headers: IncomingHttpHeaders, path: string, requestId: string): Answer {
    if (prefers(problemMediaType, headers.accept)) return this.#problem(error, path, requestId)
    // In a flood from one caller, every refusal is the same object.
    if (error !== this.#latest?.error) {
      this.#latest = {
        error,
        answer: answerOf({
          status: error.status,
          headers: headerLines(error.headers),
          vary,
          body: renderError(error),
        }),
      }
    }
    return this.#latest.answer
  }

  #problem(error: Refusal, path: string, requestId: string): Answer {
    return answerOf({
      status: error.status,
      headers: headerLines(error.headers),
      vary,
      type: problemMediaType,
      body: renderProblem(error, {
        type: this.#links.beside(`/docs#${errorAnchor(error.code)}`),
        instance: `${isPath.test(path) ? path : '/'}#${requestId}`,
      }),
    })
  }
}

/** An absolute path (RFC 3986, 3.3). A target may have other characters, and a malformed one any bytes. */
const isPath = /^\/(?:[\w\-.~!$&'()*+,;=:@/]|%[\dA-Fa-f]{2})*$/

/** Errors are `no-store`. `Vary` protects against caches that ignore this, and shows that another form exists. */
const vary = 'Accept'

type RefusingParts = {
  readonly admission: Admission
  readonly errors: ErrorAnswers
  /** Undefined if no page of another origin may use the service. */
  readonly crossOrigin: CrossOrigin | undefined
  readonly observe: Observe
}

/** Answers bytes that are not an acceptable request with an Error, and charges one request to their address. */
export const refuseBytes =
  (parts: RefusingParts): Refuse =>
  async ({ error, caller, request }) => {
    const { admission, errors, crossOrigin, observe } = parts
    observe({ kind: 'bad_request_bytes', code: error.code, reason: error.message })
    const { headers } = caller
    // A request that was admitted is not charged again for an error in its body.
    const quota = request?.quota ?? quotaHeaders(await admission.judgeAddress(caller))
    const requestId = requestIdOf(headers['x-request-id'])
    const lines = joinLines(headerLine('X-Request-Id', requestId), quota)
    const [path = ''] = request?.target.split('?', 1) ?? []
    const answer = errors.answer(error, headers, path, requestId)
    const allowed = crossOrigin?.lines(headers.origin) ?? noLines
    const ofPages = joinLines(allowed, varyLine(answer, crossOrigin))
    return { lines: joinLines(lines, ofPages), answer }
  }
