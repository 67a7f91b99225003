import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Operation } from '../api/operation.ts'
import type { Refusal } from '../core/errors/api-error.ts'
import { type HeaderLines, joinLines, unsafeHeaderLines } from '../core/headers.ts'
import type { Observation, RequestObservation, RequestGroup } from '../core/observation.ts'
import { type TraceContext, traceContextOf } from '../core/trace-context.ts'
import type { Answer, WireRequest } from '../core/wire-request.ts'
import { type Verdict, windowSeconds } from '../quotas/bucket.ts'
import type { AdmissionDecision } from './admission.ts'
import { type CrossOrigin, varyLine } from './cross-origin.ts'
import type { ErrorAnswers } from './error-answers.ts'
import { answerOf, type Reply } from './reply.ts'

/** One request and its answer, with what became known on the way. */
export class Exchange {
  readonly request: WireRequest
  readonly requestId: string
  /** The target before the question mark, as sent. */
  readonly path: string
  /** The target after the question mark, as sent. */
  readonly query: string
  operation: Operation | undefined
  /** The error that the request is answered with. */
  error: Refusal | undefined
  /** Headers of every answer from here on, errors included. */
  lines: HeaderLines
  /** The status of the answer. If the client left, the status that it would have got. */
  status = 200
  readonly #errors: ErrorAnswers
  readonly #crossOrigin: CrossOrigin | undefined
  #admitted: AdmissionDecision | undefined

  /** @param crossOrigin undefined if no page of another origin may use the service */
  constructor(request: WireRequest, errors: ErrorAnswers, crossOrigin: CrossOrigin | undefined) {
    this.#errors = errors
    this.#crossOrigin = crossOrigin
    const { target } = request
    const mark = target.indexOf('?')
    this.request = request
    this.path = mark === -1 ? target : target.slice(0, mark)
    this.query = mark === -1 ? '' : target.slice(mark + 1)
    this.requestId = requestIdOf(request.headers['x-request-id'])
    this.lines = unsafeHeaderLines(`X-Request-Id: ${this.requestId}\r\n`)
    if (crossOrigin !== undefined) {
      this.lines = joinLines(this.lines, crossOrigin.lines(request.headers.origin))
    }
  }

  /** Whether the request is for the API, and not for a page beside it. */
  get isUnderV1(): boolean {
    const { path } = this
    if (path.startsWith('/v1')) return path.length === 3 || path.charCodeAt(3) === 0x2f
    if (!path.includes('%')) return false
    const [, first = ''] = path.split('/', 2)
    return decodeURIComponent(first) === 'v1'
  }

  /** Whether the request names versions of what it asks for (RFC 9110 section 13.1). */
  get isConditional(): boolean {
    const { 'if-match': match, 'if-none-match': noneMatch } = this.request.headers
    return match !== undefined || noneMatch !== undefined
  }

  /** Takes the decision on the caller. From here on every answer reports the quota. */
  admit(admitted: AdmissionDecision): void {
    this.#admitted = admitted
    this.request.quota = quotaHeaders(admitted.verdict)
  }

  answer(answer: Answer): void {
    this.status = answer.status
    this.request.answer(joinLines(this.lines, varyLine(answer, this.#crossOrigin)), answer)
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
    const { operation, request, path, error } = this
    const admitted = this.#admitted
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
  admitted: AdmissionDecision | undefined,
): RequestObservation['window'] => {
  if (code === 'api_key_banned') return 'ban'
  return admitted?.verdict.outcome === 'day_used_up' ? 'day' : 'minute'
}

/** A request id that a client may choose: short, and of characters that are safe in a log. */
const acceptable = /^[\w.:=+/-]{1,128}$/

/** The client's own request id if it is acceptable, else a new one (UUID version 4). Either fits into a header line. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && acceptable.test(header) ? header : randomUUID()

/**
 * The quota headers of every response: the three of the interface document, and both windows by the IETF draft
 * (draft-ietf-httpapi-ratelimit-headers-11, structured fields of RFC 9651).
 */
export const quotaHeaders = (verdict: Verdict): HeaderLines => {
  if (frame === undefined || !fits(frame, verdict)) frame = frameOf(verdict)
  const { before, between, again, behind } = frame
  const minute = verdict.minuteRemaining
  const day = verdict.dayRemaining
  return unsafeHeaderLines(before + verdict.remaining + between + minute + again + day + behind)
}

/** The text around the three numbers that differ from request to request. */
type Frame = {
  readonly of: Verdict
  readonly before: string
  readonly between: string
  readonly again: string
  readonly behind: string
}

/** Of the latest request. */
let frame: Frame | undefined

const frameOf = (verdict: Verdict): Frame => {
  const { limits, limit, reset, minuteResetAfter, dayResetAfter } = verdict
  const policy = `"minute";q=${limits.perMinute};w=${windowSeconds.minute}, "day";q=${limits.perDay};w=${windowSeconds.day}`
  return {
    of: verdict,
    before: `X-RateLimit-Limit: ${limit}\r\nX-RateLimit-Remaining: `,
    between: `\r\nX-RateLimit-Reset: ${reset}\r\nRateLimit-Policy: ${policy}\r\nRateLimit: "minute";r=`,
    again: `;t=${minuteResetAfter}, "day";r=`,
    behind: `;t=${dayResetAfter}\r\n`,
  }
}

/** All windows end at the same time, so callers of one plan share the frame of a second. */
const fits = ({ of }: Frame, verdict: Verdict): boolean =>
  of.limits.perMinute === verdict.limits.perMinute &&
  of.limits.perDay === verdict.limits.perDay &&
  of.limit === verdict.limit &&
  of.reset === verdict.reset &&
  of.minuteResetAfter === verdict.minuteResetAfter &&
  of.dayResetAfter === verdict.dayResetAfter

/** The group of a path that belongs to no operation. */
export const groupOf = (path: string): RequestGroup => {
  switch (path) {
    case '/healthz':
    case '/readyz':
      return 'health'
    case '/':
    case '/console':
    case '/docs':
    case '/docs.md':
    case '/openapi.json':
    case '/llms.txt':
    case '/.well-known/api-catalog':
    case '/.well-known/security.txt':
      return 'page'
    default:
      // The files that the console and the reference page load.
      return path.startsWith('/docs/') || path.startsWith('/console/') ? 'page' : 'none'
  }
}
