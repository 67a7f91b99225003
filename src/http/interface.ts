import type { Admission, Admitted } from './admission.ts'
import type { Clock } from '../core/clock.ts'
import { allowedMethods, type Deprecation } from '../api/operation.ts'
import type { Links } from '../api/links.ts'
import { quotaHeaders } from './quota-headers.ts'
import { type Awaitable, whenReady } from '../core/awaitable.ts'
import { readJsonBytes } from './body.ts'
import { type HeaderLines, headerLines } from '../core/headers.ts'
import type { WireRequest } from '../core/wire-request.ts'
import { deprecationHeaders, removedError } from '../api/deprecation.ts'
import { answerOf, type Exchange } from './exchange.ts'
import { methodNotAllowed, routeNotFound } from './refusals.ts'
import type { BoundOperation, Outcome } from '../api/bind-operation.ts'
import { type Match, Router } from './router.ts'

/** What one path of the interface takes. */
type PathEntry = {
  readonly allow: string
  /** HEAD stands beside its GET. */
  readonly operations: ReadonlyMap<string, BoundOperation>
}

type InterfaceParts = {
  readonly operations: readonly BoundOperation[]
  readonly admission: Admission
  readonly links: Links
  readonly clock: Clock
}

/**
 * Everything under `/v1`: the door, then the route, then the schemas, then the operation, in the order that
 * `docs/interface.md` gives. Nothing waits where nothing has to: what is at hand at once is answered
 * in the same turn of the event loop.
 */
export class Interface {
  readonly #router = new Router<PathEntry>()
  readonly #admission: Admission
  readonly #links: Links
  readonly #clock: Clock
  readonly #notices = new Map<Deprecation, HeaderLines>()
  /** The paths that there are, for a caller who asked for another. */
  readonly #known: string
  /** The quota of requests whose body is still to come, for an error on its way. */
  readonly #underWay = new WeakMap<WireRequest, HeaderLines>()

  constructor({ operations, admission, links, clock }: InterfaceParts) {
    this.#admission = admission
    this.#links = links
    this.#clock = clock
    const paths = Object.groupBy(operations, ({ operation }) => operation.path)
    for (const [path, bound = []] of Object.entries(paths)) {
      this.#router.add(`/v1${path}`, pathEntry(bound))
    }
    const names = Object.keys(paths).map((path) => `/v1${path}`)
    this.#known = `The paths are ${names.join(', ')}, without a slash at the end.`
  }

  /**
   * Answers a request.
   *
   * @throws ApiError and whatever an operation throws, with the headers set that every answer has
   */
  handle(exchange: Exchange): Awaitable<void> {
    const match = this.#router.find(exchange.path)
    const { method } = exchange.request
    const bound = match?.route.operations.get(method)
    const deprecation = bound?.operation.deprecation
    exchange.operation = bound?.operation
    if (deprecation !== undefined) {
      exchange.lines += this.#noticeOf(deprecation)
    }
    return whenReady(this.#admission.admit(exchange.request), (admitted) => {
      this.#note(exchange, admitted)
      if (method === 'OPTIONS' && match !== undefined)
        return answerOptions(exchange, admitted, match)
      if (admitted.thrown !== undefined) throw admitted.thrown
      if (admitted.refused !== undefined) return exchange.refuse(admitted.refused)
      if (match === undefined) throw routeNotFound(exchange, this.#known)
      if (bound === undefined) throw methodNotAllowed(exchange, match.route.allow)
      const removed = deprecation && removedError(deprecation, this.#clock())
      if (removed !== undefined) throw removed
      return perform(exchange, bound, match.parameter, admitted.key?.ownerId ?? '')
    })
  }

  /** The quota headers of a request that was admitted and whose body is not all here. */
  quotaUnderWay(request: WireRequest | undefined): HeaderLines | undefined {
    return request && this.#underWay.get(request)
  }

  /** Written once, at the first request, when the listening address is known. */
  #noticeOf(deprecation: Deprecation): HeaderLines {
    let notice = this.#notices.get(deprecation)
    if (notice === undefined) {
      notice = deprecationHeaders(deprecation, this.#links)
      this.#notices.set(deprecation, notice)
    }
    return notice
  }

  #note(exchange: Exchange, { key, verdict }: Admitted): void {
    const quota = quotaHeaders(verdict)
    exchange.keyId = key?.id
    exchange.lines += quota
    if (exchange.request.body === undefined && exchange.hasBody)
      this.#underWay.set(exchange.request, quota)
  }
}

const pathEntry = (bound: readonly BoundOperation[]): PathEntry => {
  const operations = new Map<string, BoundOperation>()
  for (const each of bound) {
    operations.set(each.operation.method, each)
    if (each.operation.method === 'GET') operations.set('HEAD', each)
  }
  return { operations, allow: allowedMethods(bound.map(({ operation }) => operation)) }
}

/** OPTIONS needs no key, so only a quota can refuse it. */
const answerOptions = (
  exchange: Exchange,
  { thrown, refused }: Admitted,
  match: Match<PathEntry>,
): void => {
  if (thrown !== undefined) throw thrown
  if (refused !== undefined && refused.status !== 401) exchange.refuse(refused)
  else exchange.reply({ status: 204, headers: headerLines({ Allow: match.route.allow }) })
}

const perform = (
  exchange: Exchange,
  bound: BoundOperation,
  parameter: string,
  ownerId: string,
): Awaitable<void> => {
  const { readBody, readParams, answers } = bound
  // Read once, and first: what another thread changes from here on is of a later version.
  const version = answers?.version ?? 0
  const kept = answers?.get(exchange.query, version)
  if (kept !== undefined) return exchange.answer(kept)
  const params = readParams?.(parameter)
  const run = (body: unknown): Awaitable<void> => {
    const query = bound.readQuery(exchange.query)
    // What the readers made is what the operation was bound with.
    const headers = bound.readHeaders(exchange.request.headers)
    const input = { ownerId, headers, query, params, body } as Parameters<
      BoundOperation['perform']
    >[0]
    return whenReady(bound.perform(input), (outcome) => {
      const answer = answerOf(replyOf(bound, outcome))
      exchange.answer(answer)
      answers?.set(exchange.query, version, answer)
    })
  }
  if (readBody === undefined) return run(undefined)
  return whenReady(readJsonBytes(exchange), (bytes) => run(readBody(bytes)))
}

const replyOf = ({ operation, serialize }: BoundOperation, outcome: Outcome) => ({
  status: operation.success.status,
  headers: outcome.headers ?? '',
  body: 'json' in outcome ? outcome.json : serialize(outcome.value),
})
