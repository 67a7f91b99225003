import type { BoundOperation } from '../api/bound-operation.ts'
import type { Awaitable } from '../core/awaitable.ts'
import type { Refusal } from '../core/errors/api-error.ts'
import { headerLines } from '../core/headers.ts'
import type { Admission, Admitted } from './admission.ts'
import { readBytes } from './body.ts'
import { answerOf, type Exchange } from './exchange.ts'
import { quotaHeaders } from './quota-headers.ts'
import { methodNotAllowed, routeNotFound } from './refusals.ts'
import { type PathEntry, routeOperations } from './route-operations.ts'
import type { Match, Router } from './router.ts'

/**
 * Everything under `/v1`: the door, then the route, then the schemas, then the operation, in the order that
 * `docs/interface.md` gives. Nothing waits where nothing has to: what is at hand at once is answered
 * in the same turn of the event loop.
 */
export class Interface {
  readonly #router: Router<PathEntry>
  readonly #admission: Admission
  /** The paths that there are, for a caller who asked for another. */
  readonly #known: string

  /** @throws Error if the operations cannot be told apart by their paths */
  constructor(operations: readonly BoundOperation[], admission: Admission) {
    this.#router = routeOperations(operations)
    this.#admission = admission
    const paths = new Set(operations.map(({ operation }) => `/v1${operation.path}`))
    this.#known = `The paths are ${[...paths].join(', ')}, without a slash at the end.`
  }

  /**
   * Answers a request.
   *
   * @throws whatever an operation throws, with the headers set that every answer has
   */
  handle(exchange: Exchange): Awaitable<void> {
    const match = this.#router.find(exchange.path)
    const bound = match?.route.operations.get(exchange.request.method)
    if (bound !== undefined) {
      exchange.operation = bound.operation
      exchange.lines += bound.notice
    }
    const admitted = this.#admission.admit(exchange.request)
    return admitted instanceof Promise
      ? admitted.then((known) => this.#goOn(exchange, match, bound, known))
      : this.#goOn(exchange, match, bound, admitted)
  }

  #goOn(
    exchange: Exchange,
    match: Match<PathEntry> | undefined,
    bound: BoundOperation | undefined,
    { key, verdict, refused, thrown }: Admitted,
  ): Awaitable<void> {
    const quota = quotaHeaders(verdict)
    exchange.keyId = key?.id
    exchange.lines += quota
    exchange.request.quota = quota
    if (thrown !== undefined) throw thrown
    const isOptions = exchange.request.method === 'OPTIONS' && match !== undefined
    // OPTIONS needs no key, so only a quota can refuse it.
    if (refused !== undefined && !(isOptions && refused.status === 401)) {
      return exchange.refuse(refused)
    }
    if (match === undefined) return exchange.refuse(routeNotFound(exchange, this.#known))
    const { allow } = match.route
    if (isOptions) return exchange.reply({ status: 204, headers: headerLines({ Allow: allow }) })
    if (bound === undefined) return exchange.refuse(methodNotAllowed(exchange, allow))
    const removed = bound.removed()
    if (removed !== undefined) return exchange.refuse(removed)
    return answer(exchange, bound, match.params, key?.ownerId ?? '')
  }
}

/** Answers with what is at hand, or reads the body and does what was asked. */
const answer = (
  exchange: Exchange,
  bound: BoundOperation,
  params: readonly string[],
  ownerId: string,
): Awaitable<void> => {
  // Read once, and first: what another thread changes from here on is of a later version.
  const version = bound.kept?.version ?? 0
  const kept = bound.kept?.get(exchange.query, version)
  if (kept !== undefined) return exchange.answer(kept)
  const act = (body: Buffer | undefined | Refusal): Awaitable<void> =>
    isRefusal(body)
      ? exchange.refuse(body)
      : perform(exchange, bound, { params, ownerId, body }, version)
  const bytes = readBytes(exchange.request, bound.operation)
  return bytes instanceof Promise ? bytes.then(act) : act(bytes)
}

const isRefusal = (body: Buffer | undefined | Refusal): body is Refusal =>
  body !== undefined && 'code' in body

/** Reads, performs and renders. */
const perform = (
  exchange: Exchange,
  bound: BoundOperation,
  asked: {
    readonly params: readonly string[]
    readonly ownerId: string
    readonly body: Buffer | undefined
  },
  version: number,
): Awaitable<void> => {
  const { query, request } = exchange
  const input = bound.read({ ...asked, query, headers: request.headers })
  if ('code' in input) return exchange.refuse(input)
  const render = (outcome: Awaited<ReturnType<BoundOperation['perform']>>): void => {
    if ('code' in outcome) return exchange.refuse(outcome)
    const rendered = answerOf(bound.render(input, outcome))
    exchange.answer(rendered)
    bound.kept?.set(query, version, rendered)
  }
  const outcome = bound.perform(input)
  return outcome instanceof Promise ? outcome.then(render) : render(outcome)
}
