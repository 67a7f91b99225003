import type { IncomingHttpHeaders } from 'node:http'
import type { Links } from '../kit/links.ts'
import type { Refusal } from '../base/errors/api-error.ts'
import { errorAnchor, problemMediaType, renderProblem } from '../base/errors/problem.ts'
import { renderError } from '../base/errors/error-schema.ts'
import { headerLine, headerLines, joinLines, noLines } from '../base/headers.ts'
import type { Answer } from '../base/wire-request.ts'
import { answerOf, quotaHeaders, requestIdOf, varyLine } from './exchange.ts'
import type { FlowParts } from './flow.ts'
import { prefers } from './negotiation.ts'
import type { Refuse } from './wire/wire-exchange.ts'

export type ErrorAnswers = ReturnType<typeof errorAnswers>

/** Renders refusals as an Error or, if the client prefers it, as problem details. */
export const errorAnswers = (links: Links) => {
  let latest: { readonly error: Refusal; readonly answer: Answer } | undefined
  const answerWith = (error: Refusal, body: string, type?: string): Answer => {
    const { status, headers } = error
    return answerOf({ status, headers: headerLines(headers), vary, type, body })
  }
  /** @param headers of the request, as far as they could be read */
  return (error: Refusal, headers: IncomingHttpHeaders, path: string, requestId: string) => {
    if (prefers(problemMediaType, headers.accept)) {
      const type = links.beside(`/docs#${errorAnchor(error.code)}`)
      const instance = `${isPath.test(path) ? path : '/'}#${requestId}`
      return answerWith(error, renderProblem(error, { type, instance }), problemMediaType)
    }
    // In a flood from one caller, every refusal is the same object.
    if (error !== latest?.error) latest = { error, answer: answerWith(error, renderError(error)) }
    return latest.answer
  }
}

/** An absolute path (RFC 3986, 3.3). A target may have other characters, and a malformed one any bytes. */
const isPath = /^\/(?:[\w\-.~!$&'()*+,;=:@/]|%[\dA-Fa-f]{2})*$/

/** Errors are `no-store`. `Vary` protects against caches that ignore this, and shows that another form exists. */
const vary = 'Accept'

/** Answers bytes that are not an acceptable request with an Error, and charges one request to their address. */
export const refuseBytes =
  (parts: Pick<FlowParts, 'admission' | 'errors' | 'crossOrigin' | 'observe'>): Refuse =>
  async ({ error, caller, request }) => {
    const { admission, errors, crossOrigin, observe } = parts
    observe({ kind: 'bad_request_bytes', code: error.code, reason: error.message })
    const { headers } = caller
    // A request that was admitted is not charged again for an error in its body.
    const quota = request?.quota ?? quotaHeaders(await admission.judgeAddress(caller))
    const requestId = requestIdOf(headers['x-request-id'])
    const lines = joinLines(headerLine('X-Request-Id', requestId), quota)
    const [path = ''] = request?.target.split('?', 1) ?? []
    const answer = errors(error, headers, path, requestId)
    const allowed = crossOrigin?.lines(headers.origin) ?? noLines
    const ofPages = joinLines(allowed, varyLine(answer, crossOrigin))
    return { lines: joinLines(lines, ofPages), answer }
  }
