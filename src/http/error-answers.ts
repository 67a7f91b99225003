import type { IncomingHttpHeaders } from 'node:http'
import type { Links } from '../api/links.ts'
import type { Refusal } from '../core/errors/api-error.ts'
import { errorAnchor, problemMediaType, renderProblem } from '../core/errors/problem.ts'
import { renderError } from '../core/errors/error-schema.ts'
import { headerLines } from '../core/headers.ts'
import type { Answer } from '../core/wire-request.ts'
import { prefersProblem } from './accept.ts'
import { answerOf } from './reply.ts'

/** Renders refusals as an Error or, if the client prefers it, as problem details. */
export class ErrorAnswers {
  readonly #links: Links
  #latest: { readonly error: Refusal; readonly answer: Answer } | undefined

  constructor(links: Links) {
    this.#links = links
  }

  /**
   * @param headers of the request, as far as they are known
   * @param path of the request target, as sent
   */
  answer(error: Refusal, headers: IncomingHttpHeaders, path: string, requestId: string): Answer {
    if (prefersProblem(headers.accept)) return this.#problem(error, path, requestId)
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
