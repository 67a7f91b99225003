import { randomUUID } from 'node:crypto'
import { judgeTag, preconditionFailed } from '../api/entity-tags.ts'
import type { Operation } from '../api/operation.ts'
import type { Refusal } from '../core/errors/api-error.ts'
import { type HeaderLines, ownLines } from '../core/headers.ts'
import type { Observation, RequestObservation } from '../core/observation.ts'
import { type TraceContext, traceContextOf } from '../core/trace-context.ts'
import type { Answer, WireRequest } from '../core/wire-request.ts'
import type { Admitted } from './admission.ts'
import type { ErrorAnswers } from './error-answers.ts'
import { answerOf, ofBody, type Reply } from './reply.ts'
import { groupOf } from './request-group.ts'

/** One request and its answer, with what became known on the way. */
export class Exchange {
  readonly request: WireRequest
  readonly requestId: string
  /** The target before the question mark, as sent. */
  readonly path: string
  /** The target after the question mark, as sent. */
  readonly query: string
  operation: Operation | undefined
  /** The decision on the caller. */
  admitted: Admitted | undefined
  /** The error that the request is answered with. */
  error: Refusal | undefined
  /** Headers of every answer from here on, errors included. */
  lines: HeaderLines
  /** The status of the answer. If the client left, the status that it would have got. */
  status = 200
  readonly #errors: ErrorAnswers

  constructor(request: WireRequest, errors: ErrorAnswers) {
    this.#errors = errors
    const { target } = request
    const mark = target.indexOf('?')
    this.request = request
    this.path = mark === -1 ? target : target.slice(0, mark)
    this.query = mark === -1 ? '' : target.slice(mark + 1)
    this.requestId = requestIdOf(request.headers['x-request-id'])
    this.lines = ownLines(`X-Request-Id: ${this.requestId}\r\n`)
  }

  /** Whether the request is for the API, and not for a page beside it. */
  get isUnderV1(): boolean {
    const { path } = this
    if (path.startsWith('/v1')) return path.length === 3 || path.charCodeAt(3) === 0x2f
    if (!path.includes('%')) return false
    const [, first = ''] = path.split('/', 2)
    return decodeURIComponent(first) === 'v1'
  }

  /** Answers, unless the client is gone. */
  answer(answer: Answer): void {
    this.status = answer.status
    if (!this.request.isOver) this.request.answer(this.lines, answer)
  }

  reply(reply: Reply): void {
    this.answer(answerOf(reply))
  }

  /** Answers with an error of the catalogue. */
  refuse(error: Refusal): void {
    this.error = error
    this.answer(this.#errors.answer(error, this.request.headers, this.path, this.requestId))
  }

  /** The observation of the request, after its answer was handed to the connection or its client left. */
  observed(): RequestObservation {
    const { operation, request, path, error, admitted } = this
    const key = admitted?.key
    return {
      kind: 'request',
      requestId: this.requestId,
      method: request.method,
      path,
      operation: operation?.id ?? groupOf(path),
      status: this.status,
      code: error?.code,
      keyId: key?.id,
      chainId: key?.chainId,
      minute: admitted?.minute ?? 0,
      decision: admitted?.decision,
      window: error?.status === 429 ? stopOf(error, admitted) : undefined,
      milliseconds: Math.round((performance.now() - request.receivedAt) * 1_000) / 1_000,
      deprecated: operation?.deprecation !== undefined,
      aborted: !request.isAnswered,
      trace: this.#trace,
    }
  }

  /** The observation of a request at which the service failed. */
  failed(error: unknown): Observation {
    return { kind: 'request_failed', requestId: this.requestId, trace: this.#trace, error }
  }

  get #trace(): TraceContext | undefined {
    const header = this.request.headers['traceparent']
    return header === undefined ? undefined : traceContextOf(header)
  }
}

/** What stopped a request that is answered 429. */
const stopOf = (
  { code }: Refusal,
  admitted: Admitted | undefined,
): RequestObservation['window'] => {
  if (code === 'api_key_banned') return 'ban'
  return admitted?.verdict.outcome === 'day_used_up' ? 'day' : 'minute'
}

/** A request id that a client may choose: short, and of characters that are safe in a log. */
const acceptable = /^[\w.:=+/-]{1,128}$/

/** The client's own request id if it is acceptable, else a new one (UUID version 4). Either fits into a header line. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && acceptable.test(header) ? header : randomUUID()

/** The 304 in place of an answer: its headers but for those of the body (RFC 9110, 15.4.5). */
const notModified = ({ lines, tag }: Answer): Answer => ({
  status: 304,
  tag,
  // A part of the lines, cut at the end of a line.
  lines: ownLines(lines.slice(0, lines.lastIndexOf(`\r\n${ofBody}: `) + 2)),
  body: undefined,
  encoding: 'latin1',
})

/**
 * What a GET is answered with by its conditions: the answer as it is, a 304 or a 412.
 *
 * @returns undefined if a condition cannot be read
 */
export const conditioned = (
  answer: Answer,
  { headers }: WireRequest,
): Answer | Refusal | undefined => {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  const { tag } = answer
  if (tag === undefined || (match === undefined && noneMatch === undefined)) return answer
  switch (judgeTag(tag, match, noneMatch)) {
    case 'as it is':
      return answer
    case 'not_modified':
      return notModified(answer)
    case 'precondition_failed':
      return preconditionFailed('The resource', { match: [], noneMatch: undefined })
    case 'unreadable':
      return undefined
  }
}
