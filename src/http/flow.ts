import type { IncomingHttpHeaders } from 'node:http'
import { type BoundOperation, noMembers } from '../kit/bound-operation.ts'
import { schemaName } from '../kit/field-schema.ts'
import { type BodyDescription, type Input, type Outcome, stagingOnly } from '../kit/operation.ts'
import type { Reading } from '../kit/read-value.ts'
import { andThen, type Awaitable } from '../base/awaitable.ts'
import { ApiError, type Refusal, refusal, serviceUnavailable } from '../base/errors/api-error.ts'
import { isBytes } from '../base/schema/type.ts'
import { OutcomeUnknown, StorageUnavailable } from '../base/errors/storage-errors.ts'
import { headerLines, joinLines, mustRevalidate, noLines } from '../base/headers.ts'
import { wireLimits } from '../base/limits.ts'
import type { Observe, ObserveRequest } from '../base/observation.ts'
import type { Tracing } from '../base/tracing.ts'
import type { Answer, WireRequest } from '../base/wire-request.ts'
import type { CallingKey } from '../access/keys/key-store.ts'
import { noScopes, scopeRefusal } from '../access/keys/scopes.ts'
import type { Usage } from '../access/quotas/usage.ts'
import type { Admission, Admitted } from './admission.ts'
import type { CrossOrigin } from './cross-origin.ts'
import type { ErrorAnswers } from './error-answers.ts'
import { answerOf, conditioned, Exchange } from './exchange.ts'
import { type EventStreams, streamMediaType } from './event-streams.ts'
import { meetFault } from './lab-faults.ts'
import { prefers } from './negotiation.ts'
import { closing, methodRefused, routeNotFound } from './refusals.ts'
import { type Match, type PathEntry, routeOperations } from './router.ts'

export type FlowParts = {
  readonly admission: Admission
  /** Answers requests outside `/v1`. If it throws, the answer is an error. */
  readonly fallback: { handle(exchange: Exchange): Promise<void> }
  readonly errors: ErrorAnswers
  readonly streams: EventStreams
  /** Undefined if no page of another origin may use the service. */
  readonly crossOrigin: CrossOrigin | undefined
  readonly tracing?: Tracing | undefined
  /** Whether a request may ask for a fault (`X-Lab-Fault`). */
  readonly hasFaults: boolean
  /** Observes requests that failed because of the service. */
  readonly observe: Observe
  readonly requestObservers: readonly ObserveRequest[]
}

/** The route of a request under `/v1`. */
type Route = {
  readonly match: Match<PathEntry> | undefined
  /** Undefined if the path does not take the method. */
  readonly bound: BoundOperation | undefined
  /** The path parameters. */
  readonly params: Reading
}

/**
 * The path of every request, from the wire to its answer (`docs/architecture.md`). Each step takes a value, and returns a
 * value or a refusal, which is the answer. If the key and the answer are cached and the count is in this machine's memory,
 * the answer is synchronous. Otherwise any step may be asynchronous.
 * @throws Error if two operations have indistinguishable paths
 */
export const flowOf = (operations: readonly BoundOperation[], parts: FlowParts) => {
  const router = routeOperations(operations)
  const reserve = uploadsOf()
  const paths = new Set(operations.map(({ operation }) => `/v1${operation.path}`))
  const pathHint = `The paths are ${[...paths].join(', ')}, without a slash at the end.`

  /** Answers and observes a request, whatever is thrown. */
  const handle = (request: WireRequest): void => {
    const { errors, crossOrigin, tracing } = parts
    const exchange = new Exchange(request, errors, crossOrigin)
    if (tracing === undefined) return start(exchange)
    exchange.span = tracing.begin('SERVER', exchange.caller)
    exchange.span.run(start.bind(undefined, exchange))
  }

  const start = (exchange: Exchange): void => {
    try {
      const done = exchange.isUnderV1 ? enter(exchange) : parts.fallback.handle(exchange)
      if (done instanceof Promise) settle(exchange, done)
      else note(exchange)
    } catch (thrown) {
      fail(exchange, thrown)
    }
  }

  /** Identifies the caller and charges the request to its quota. */
  const enter = (exchange: Exchange): Awaitable<void> => {
    const { request, path } = exchange
    const match = router.find(path)
    const bound = match?.route.operations.get(request.method)
    exchange.operation = bound?.operation
    const segments = match?.params ?? []
    const params = bound && segments.length > 0 ? bound.readParams(segments) : noMembers
    if (bound?.operation.deprecation !== undefined) {
      exchange.lines = joinLines(exchange.lines, bound.notice(params))
    }
    const route = { match, bound, params }
    const admitted = admit(request, route)
    return admitted instanceof Promise
      ? answerLater(exchange, route, admitted)
      : answer(exchange, route, admitted)
  }

  const answerLater = async (exchange: Exchange, route: Route, admitted: Promise<Admitted>) => {
    await answer(exchange, route, await admitted)
  }

  const admit = (request: WireRequest, { match, bound }: Route): Awaitable<Admitted> => {
    const { admission, crossOrigin } = parts
    // A page cannot see why a preflight was refused, and refusing one costs as much as answering it.
    const isPreflight = match && !bound && crossOrigin?.isPreflight(request)
    if (isPreflight) return admission.uncharged(request)
    return admission.admit(request, bound?.operation.spendsQuota === false)
  }

  /** Refuses in the order of `docs/interface.md`, answers from the cache, or performs the operation. */
  const answer = (exchange: Exchange, route: Route, admitted: Admitted): Awaitable<void> => {
    const { match, bound, params } = route
    const { key, refused, thrown } = admitted
    exchange.admit(admitted)
    if (thrown !== undefined) throw thrown
    const isOptions = exchange.request.method === 'OPTIONS' && match !== undefined
    // OPTIONS needs no key, so only a quota can refuse it.
    if (refused !== undefined && !(isOptions && refused.status === 401)) {
      return exchange.refuse(refused)
    }
    const { 'x-lab-fault': fault } = exchange.request.headers
    if (fault !== undefined && key !== undefined && parts.hasFaults) {
      if (meetFault(exchange, String(fault), admitted.verdict, match?.route.allow())) return
    }
    if (match === undefined) return exchange.refuse(routeNotFound(exchange, pathHint))
    if (isOptions) return options(exchange, match.route)
    if (bound === undefined) return exchange.refuse(methodRefused(exchange, match.route.allow()))
    if (key === undefined) throw new Error('A request without a key came as far as its operation.')
    const removed = bound.operation.deprecation && bound.removed(params)
    if (removed !== undefined) {
      const headers = { ...removed.headers, Allow: match.route.allow() }
      return exchange.refuse({ ...removed, headers })
    }
    if (bound.isElsewhere) return exchange.refuse(stagingOnly)
    const { scope } = bound.operation
    if (scope !== undefined && (bound.scopes & key.scopes) === noScopes) {
      return exchange.refuse(scopeRefusal(key.scopes, scope))
    }
    // Read before the data, so that any later change has a newer version.
    const version = admitted.version ?? bound.cache?.version ?? 0
    const cached = bound.cache?.get(exchange.query, version)
    const known = cached && answerTo(exchange, cached)
    if (known !== undefined) return send(exchange, known)
    const { used } = admitted
    const { streams } = parts
    const context = { exchange, bound, params, caller: key, used, version, reserve, streams }
    return andThen(readBytes(context), (body) => performWith(context, body))
  }

  const options = (exchange: Exchange, { allow, acceptPatch }: PathEntry): void => {
    const methods = allow()
    const patch = acceptPatch === undefined ? undefined : { 'Accept-Patch': acceptPatch }
    const fields = { Allow: methods, ...patch }
    const preflight = parts.crossOrigin?.preflightLines(exchange.request, methods) ?? noLines
    exchange.reply({ status: 204, headers: joinLines(headerLines(fields), preflight) })
  }

  const settle = (exchange: Exchange, done: Promise<void>): void => {
    // If the client disconnects while it sends its body, the request has no effect.
    exchange.request.onBroken(() => note(exchange))
    done.then(
      () => note(exchange),
      (thrown: unknown) => fail(exchange, thrown),
    )
  }

  const fail = (exchange: Exchange, thrown: unknown): void => {
    const error = toApiError(thrown)
    if (error.status >= 500) parts.observe(exchange.failed(thrown))
    // Without an answer the client knows that the outcome is unknown, and can retry.
    if (thrown instanceof OutcomeUnknown) exchange.request.abandon()
    else exchange.refuse(error)
    note(exchange)
  }

  const note = (exchange: Exchange): void => {
    exchange.release?.()
    const observed = exchange.observed()
    for (const observe of parts.requestObservers) observe(observed)
  }

  return handle
}

type RequestContext = {
  readonly exchange: Exchange
  readonly bound: BoundOperation
  readonly params: Reading
  readonly caller: CallingKey
  readonly used: Usage | undefined
  readonly version: number
  readonly reserve: ReturnType<typeof uploadsOf>
  readonly streams: EventStreams
}

const mebibyte = 1024 * 1024

/** Limits for large bodies in bytes: of all requests, of one owner's, and the least that each counts, as it may take long. */
const uploadBytes = { all: 32 * mebibyte, ofOwner: 22 * mebibyte, least: mebibyte } as const

/** Bounds the large bodies in memory (load shedding). A request reserves memory before its body is read, and until it ends. */
const uploadsOf = () => {
  let all = 0
  const byOwner = new Map<string, number>()
  const add = (ownerId: string, bytes: number): void => {
    all += bytes
    const own = (byOwner.get(ownerId) ?? 0) + bytes
    if (own > 0) byOwner.set(ownerId, own)
    else byOwner.delete(ownerId)
  }
  /** @returns a function that releases the memory once; undefined if there is none left */
  return (ownerId: string, bytes: number): (() => void) | undefined => {
    const own = byOwner.get(ownerId) ?? 0
    if (all + bytes > uploadBytes.all || own + bytes > uploadBytes.ofOwner) return undefined
    add(ownerId, bytes)
    let held = bytes
    return () => {
      add(ownerId, -held)
      held = 0
    }
  }
}

type Body = Buffer | Refusal | undefined

/** Reads the request, performs it and renders the outcome. It is synchronous if the body and the data are there. */
const performWith = (context: RequestContext, body: Body): Awaitable<void> => {
  const { exchange, bound, params, caller, used } = context
  if (body !== undefined && 'code' in body) return exchange.refuse(body)
  const { query, request } = exchange
  const trace = exchange.span?.trace.sampled === true ? exchange.span.traceparent : undefined
  const input = bound.read({ params, query, sender: request, body, caller, used, trace })
  if ('code' in input) return exchange.refuse(input)
  const { stream } = bound.operation
  if (stream && request.method === 'GET' && prefers(streamMediaType, request.headers.accept))
    return context.streams.open(exchange, bound, input, stream)
  return andThen(bound.perform(input), (outcome) => render(context, input, outcome))
}

const render = (context: RequestContext, input: Input, outcome: Outcome | Refusal): void => {
  const { exchange, bound, version } = context
  if ('code' in outcome) return exchange.refuse(bound.refused(input, outcome))
  const isRead = bound.operation.method === 'GET'
  const rendered = bound.render(input, outcome)
  const answer = answerOf({ ...rendered, cacheControl: isRead ? mustRevalidate : undefined })
  // The headers were already validated with the input.
  send(exchange, (isRead ? answerTo(exchange, answer) : answer) ?? answer)
  bound.cache?.set(exchange.query, version, answer)
}

/** @returns undefined if a condition of the request cannot be read */
const answerTo = (exchange: Exchange, answer: Answer): Answer | Refusal | undefined =>
  exchange.isConditional ? conditioned(answer, exchange.request) : answer

const send = (exchange: Exchange, answer: Answer | Refusal): void =>
  'code' in answer ? exchange.refuse(answer) : exchange.answer(answer)

/** Maps anything thrown to an error of the catalogue; unknown errors become `internal_error`. */
const toApiError = (thrown: unknown): ApiError => {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof StorageUnavailable) return serviceUnavailable()
  return new ApiError(
    'internal_error',
    'The service failed. Try again later; if it persists, give the operator the X-Request-Id of this answer.',
  )
}

/** Reads a body, or refuses it; undefined if there is none. Never settles if the client disconnects. */
const readBytes = ({ exchange, bound, caller, reserve }: RequestContext): Awaitable<Body> => {
  const { request } = exchange
  const { operation } = bound
  const { body, method } = operation
  const { headers } = request
  const announced = Number(headers['content-length'] ?? 0)
  if (announced === 0 && headers['transfer-encoding'] === undefined) return undefined
  if (body === undefined) {
    return refusal('invalid_body', `This ${method} takes no body; send it without one.`)
  }
  if (!isPlain(headers, body.mediaTypes)) return unsupportedMediaType(headers, body, method)
  const limit = bound.maxBody
  if (announced > limit) return tooLarge(body, limit)
  if (limit > wireLimits.bodyBytes) {
    // The size of a chunked body is not known in advance.
    const bytes = Math.max(announced || limit, uploadBytes.least)
    exchange.release = reserve(caller.ownerId, bytes)
    if (exchange.release === undefined) return serviceUnavailable()
  }
  const bytes = request.readBody(limit)
  return bytes instanceof Promise
    ? bytes.then((all) => all ?? tooLarge(body, limit))
    : (bytes ?? tooLarge(body, limit))
}

/** Whether a body has one of the media types, in UTF-8 (RFC 8259, 8.1) and not compressed. */
const isPlain = (headers: IncomingHttpHeaders, mediaTypes: readonly string[]): boolean => {
  const type = headers['content-type']
  const coding = headers['content-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'identity') return false
  if (type !== undefined && mediaTypes.includes(type)) return true
  const [media = '', ...parameters] = (type ?? '').toLowerCase().split(';')
  if (!mediaTypes.includes(media.trim())) return false
  return parameters.every((parameter) => {
    const [, charset = 'utf-8'] = /^\s*charset\s*=\s*"?([^\s"]*)/.exec(parameter) ?? []
    return charset === 'utf-8'
  })
}

const maxShownHeader = 60

const unsupportedMediaType = (
  headers: IncomingHttpHeaders,
  { mediaTypes, schema }: BodyDescription,
  method: string,
): Refusal => {
  const { 'content-type': type, 'content-encoding': coding } = headers
  const sent = type === undefined ? 'without a Content-Type' : `as ${type.slice(0, maxShownHeader)}`
  const coded = coding === undefined ? '' : `, coded as ${coding.slice(0, maxShownHeader)}`
  const accepted = mediaTypes.join(', ')
  const encoding = isBytes(schema) ? '' : ' in UTF-8'
  return refusal(
    'unsupported_media_type',
    `The body came ${sent}${coded}; send it as ${mediaTypes.join(' or ')}${encoding}, without Content-Encoding.`,
    {
      Accept: accepted,
      // RFC 5789 section 2.2.
      ...(method === 'PATCH' && { 'Accept-Patch': accepted }),
      'Accept-Encoding': 'identity',
    },
  )
}

const tooLarge = ({ schema }: BodyDescription, limit: number): Refusal => {
  const advice = isBytes(schema)
    ? 'send a smaller file'
    : 'items' in schema
      ? `send fewer ${String(Reflect.get(schema, 'title'))} at once`
      : `${schemaName(schema)} needs no more than a few KiB`
  return refusal('body_too_large', `The body is larger than ${limit} bytes; ${advice}.`, closing)
}
