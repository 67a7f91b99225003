import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { judgeTag, preconditionFailed } from '../kit/entity-tags.ts'
import type { Operation } from '../kit/operation.ts'
import type { Refusal } from '../base/errors/api-error.ts'
import { jsonMediaType } from '../base/errors/error-schema.ts'
import {
  headerLine,
  headerLines,
  type HeaderLines,
  joinLines,
  noLines,
  safetyLines,
  unsafeHeaderLines,
} from '../base/headers.ts'
import type { Observation, RequestObservation, RequestGroup } from '../base/observation.ts'
import { type TraceContext, traceContextOf } from '../base/trace-context.ts'
import type { Span } from '../base/tracing.ts'
import type { Answer, Caller, WireRequest } from '../base/wire-request.ts'
import { type Verdict, windowSeconds } from '../access/quotas/bucket.ts'
import type { Admitted } from './admission.ts'
import type { CrossOrigin } from './cross-origin.ts'
import type { ErrorAnswers } from './error-answers.ts'

/** One request, its answer, and the results of the steps in between. */
export class Exchange {
  readonly request: WireRequest
  readonly requestId: string
  /** The target before the question mark, as sent. */
  readonly path: string
  /** The target after the question mark, as sent. */
  readonly query: string
  operation: Operation | undefined
  /** The route under which a request without an operation is observed. */
  group: RequestGroup = 'none'
  /** The error that the request is answered with. */
  error: Refusal | undefined
  /** Header lines of any answer from now on, including errors. */
  lines: HeaderLines
  /** Releases what the request has reserved, when it has ended. */
  release: (() => void) | undefined
  /** Replaces the normal sending: sends the answer late, in parts, or not at all. */
  send: ((lines: HeaderLines, answer: Answer) => unknown) | undefined
  /** The status of the answer, even if the client disconnected before it was sent. */
  status = 200
  /** Undefined if the request is not traced. */
  span: Span | undefined
  readonly #errors: ErrorAnswers
  readonly #crossOrigin: CrossOrigin | undefined
  #admitted: Admitted | undefined

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

  get isUnderV1(): boolean {
    const { path } = this
    if (path.startsWith('/v1')) return path.length === 3 || path.charCodeAt(3) === 0x2f
    if (!path.includes('%')) return false
    const [, first = ''] = path.split('/', 2)
    return decodeURIComponent(first) === 'v1'
  }

  /** Whether the request has preconditions (RFC 9110 section 13.1). */
  get isConditional(): boolean {
    const { 'if-match': match, 'if-none-match': noneMatch } = this.request.headers
    return match !== undefined || noneMatch !== undefined
  }

  /** Stores the decision on the caller. From now on every answer reports the quota. */
  admit(admitted: Admitted): void {
    this.#admitted = admitted
    this.request.quota = quotaHeaders(admitted.verdict)
  }

  answer(answer: Answer): void {
    this.status = answer.status
    const lines = joinLines(this.lines, varyLine(answer, this.#crossOrigin))
    if (this.send === undefined) this.request.answer(lines, answer)
    else this.send(lines, answer)
  }

  reply(reply: Reply): void {
    this.answer(answerOf(reply))
  }

  /** Answers with an error of the catalogue. */
  refuse(error: Refusal): void {
    this.error = error
    this.answer(this.#errors(error, this.request.headers, this.path, this.requestId))
  }

  /** The observation of the request, once its answer was sent or its client disconnected. */
  observed(): RequestObservation {
    const { operation, request, path, error } = this
    const admitted = this.#admitted
    const key = admitted?.key
    return {
      kind: 'request',
      requestId: this.requestId,
      method: request.method,
      path,
      operation: operation?.id ?? this.group,
      status: this.status,
      code: error?.code,
      keyId: key?.id,
      ownerId: key?.ownerId,
      minute: admitted?.minute ?? 0,
      decision: admitted?.decision,
      window: stopOf(error, admitted),
      milliseconds: Math.round((performance.now() - request.receivedAt) * 1_000) / 1_000,
      deprecated: operation?.deprecation !== undefined,
      aborted: !request.isAnswered && this.send === undefined,
      trace: this.#trace,
      span: this.span,
    }
  }

  failed(error: unknown): Observation {
    return { kind: 'request_failed', requestId: this.requestId, trace: this.#trace, error }
  }

  get #trace() {
    return this.span?.trace ?? this.caller
  }

  get caller(): TraceContext | undefined {
    const header = this.request.headers['traceparent']
    return header === undefined ? undefined : traceContextOf(header)
  }
}

/** Which limit caused a 429. */
const stopOf = (error: Refusal | undefined, admitted: Admitted | undefined) => {
  if (error?.status !== 429) return undefined
  if (error.code === 'api_key_banned') return 'ban'
  return admitted?.verdict.outcome === 'day_used_up' ? 'day' : 'minute'
}

const acceptable = /^[\w.:=+/-]{1,128}$/

/** The client's own request id if it is acceptable, else a new UUID (version 4). Both are safe in a header line. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && acceptable.test(header) ? header : newId()

const idLength = 36
/** A pool of ids in one text, and the position of the next. `randomUUID` would join twenty pieces of text for each request. */
let ids = ''
let nextId = 0

const newId = (): string => {
  if (nextId === ids.length) {
    const digits = randomBytes(128 * 16).toString('hex')
    // The digit of the version is 4; that of the variant is always a, one of the four allowed (RFC 9562, 5.4).
    ids = digits.replaceAll(/(.{8})(.{4}).(.{3}).(.{3})(.{12})/g, '$1-$2-4$3-a$4-$5')
    nextId = 0
  }
  nextId += idLength
  return ids.slice(nextId - idLength, nextId)
}

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

/** The text around the three numbers that change with each request, cached from the latest request. */
let frame: ReturnType<typeof frameOf> | undefined

const frameOf = (verdict: Verdict) => {
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

/** Windows end at the same time for everybody, so callers of one plan share a frame for a second. */
const fits = ({ of }: NonNullable<typeof frame>, verdict: Verdict): boolean =>
  of.limits.perMinute === verdict.limits.perMinute &&
  of.limits.perDay === verdict.limits.perDay &&
  of.limit === verdict.limit &&
  of.reset === verdict.reset &&
  of.minuteResetAfter === verdict.minuteResetAfter &&
  of.dayResetAfter === verdict.dayResetAfter

/** The reply of an operation or a page. */
export type Reply = {
  readonly status: number
  readonly headers?: HeaderLines
  /** Undefined if the answer has no body and no type. */
  readonly body?: string | Buffer | undefined
  /** The value of `ETag`, which the headers also contain. */
  readonly tag?: string | undefined
  /** The request fields that select the answer, but `Origin`. */
  readonly vary?: string
  /** The `Cache-Control` of the answer; `no-store` by default. */
  readonly cacheControl?: string | undefined
  /** The media type of the body; JSON by default. */
  readonly type?: string | undefined
}

export const answerOf = ({
  status,
  headers = noLines,
  body,
  tag,
  vary,
  cacheControl,
  type = jsonMediaType,
}: Reply): Answer => {
  const lines = joinLines(headers, safety.getOrInsertComputed(cacheControl, safetyLines))
  if (body === undefined) return { status, lines, tag, vary, body, encoding: 'latin1' }
  const length = Buffer.byteLength(body)
  const typed = joinLines(lines, type === jsonMediaType ? jsonType : headerLine(ofBody, type))
  return {
    status,
    tag,
    vary,
    lines: joinLines(typed, unsafeHeaderLines(`Content-Length: ${length}\r\n`)),
    body,
    // ASCII is sent byte for byte, in one write with the headers.
    encoding: length === body.length ? 'latin1' : 'utf8',
  }
}

/** The first header of the body. */
const ofBody = 'Content-Type'

const jsonType = headerLine(ofBody, jsonMediaType)

/** The safety headers for each `Cache-Control`, cached because there are only a few. */
const safety = new Map<string | undefined, HeaderLines>()

/** The 304 for an answer: its headers without those of the body (RFC 9110, 15.4.5). */
const notModified = ({ lines, tag, vary }: Answer): Answer => ({
  status: 304,
  tag,
  vary,
  // A prefix of checked lines that ends at a line end.
  lines: unsafeHeaderLines(lines.slice(0, lines.lastIndexOf(`\r\n${ofBody}: `) + 2)),
  body: undefined,
  encoding: 'latin1',
})

/** Applies the preconditions of a GET: the answer itself, a 304 or a 412; undefined if a condition cannot be read. */
export const conditioned = (answer: Answer, { headers }: Caller): Answer | Refusal | undefined => {
  const { tag } = answer
  if (tag === undefined) return answer
  switch (judgeTag(tag, headers['if-match'], headers['if-none-match'])) {
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

/** The single `Vary` field of an answer. If any origin is allowed, every answer varies by `Origin`. */
export const varyLine = ({ vary }: Answer, crossOrigin: CrossOrigin | undefined): HeaderLines => {
  if (vary === undefined) return crossOrigin === undefined ? noLines : varyOrigin
  return unsafeHeaderLines(`Vary: ${crossOrigin === undefined ? '' : 'Origin, '}${vary}\r\n`)
}

const varyOrigin = headerLines({ Vary: 'Origin' })
