import type { Awaitable } from '../core/awaitable.ts'
import type { Refusal } from '../core/errors/api-error.ts'
import { headerLines } from '../core/headers.ts'
import type { Caller } from '../core/wire-request.ts'
import type { Exchange } from './exchange.ts'
import { methodRefused, routeNotFound } from './refusals.ts'
import type { Reply } from './reply.ts'
import { Router } from './router.ts'
import type { Clock } from '../core/clock.ts'
import type { TrustedProxies } from '../quotas/client-address.ts'
import type { Counters } from '../quotas/counters.ts'
import { pageLimits } from '../quotas/plans.ts'
import { addressOf } from './admission.ts'
import { quotaRefusal } from './quota-refusal.ts'

/** Makes a public path's answer to `GET`. */
export type PublicPage = (exchange: Exchange) => Awaitable<Reply>

/** Pages by path. */
export type Pages = Readonly<Record<string, PublicPage>>

/** Counts a request; returns the refusal if its caller's quota is used up. */
type Spend = (caller: Caller) => Promise<Refusal | undefined>

/**
 * Never rate limited: a load balancer would take a refusal for a failure, and refusing costs as much as answering.
 */
const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

const allow = 'GET, HEAD, OPTIONS'

/** Newcomers often leave out the version. */
const known = 'Operations are under /v1, and /docs describes them.'

/** Routes the pages outside `/v1`, which need no key. */
export class PageRouter {
  readonly #pages: Router<PublicPage>
  readonly #documents: () => Promise<Pages>
  #loading: Promise<Router<PublicPage>> | undefined
  readonly #allMethods: string
  readonly #spend: Spend

  /**
   * @param pages available from the start
   * @param documents loads the others, which takes longer than loading all operations
   * @param allMethods every method of any path: the answer to `OPTIONS *`
   * @param spend counts a request by its caller
   */
  constructor(pages: Pages, documents: () => Promise<Pages>, allMethods: string, spend: Spend) {
    this.#pages = routerOf(pages)
    this.#documents = documents
    this.#allMethods = allMethods
    this.#spend = spend
  }

  /** Loads the documents, if they are not loaded yet. The first request for one does so too. */
  async load(): Promise<void> {
    await this.#loaded()
  }

  /** @throws what a page throws */
  async handle(exchange: Exchange): Promise<void> {
    const isHealth = healthPaths.has(exchange.path)
    const refused = isHealth ? undefined : await this.#spend(exchange.request)
    if (refused !== undefined) {
      exchange.refuse(refused)
      return
    }
    if (exchange.path === '*') {
      exchange.reply({ status: 204, headers: headerLines({ Allow: this.#allMethods }) })
      return
    }
    const { path } = exchange
    const match = this.#pages.find(path) ?? (await this.#loaded()).find(path)
    if (match === undefined) {
      exchange.refuse(routeNotFound(exchange, known))
      return
    }
    const { method } = exchange.request
    if (method === 'OPTIONS') {
      exchange.reply({ status: 204, headers: headerLines({ Allow: allow }) })
      return
    }
    if (method !== 'GET' && method !== 'HEAD') exchange.refuse(methodRefused(exchange, allow))
    else exchange.reply(await match.route(exchange))
  }

  async #loaded(): Promise<Router<PublicPage>> {
    this.#loading ??= this.#documents().then(routerOf)
    try {
      return await this.#loading
    } catch (error) {
      // The next request tries again.
      this.#loading = undefined
      throw error
    }
  }
}

const routerOf = (pages: Pages): Router<PublicPage> => {
  const router = new Router<PublicPage>()
  for (const [path, page] of Object.entries(pages)) router.add(path, page)
  return router
}

/**
 * Counts requests outside `/v1` by network address, in a separate bucket, so that they do not use up the address's
 * quota under `/v1`.
 */
export class PageQuota {
  readonly #counters: Counters
  readonly #proxies: TrustedProxies
  readonly #clock: Clock

  constructor(counters: Counters, proxies: TrustedProxies, clock: Clock) {
    this.#counters = counters
    this.#proxies = proxies
    this.#clock = clock
  }

  /**
   * Spends a request.
   *
   * @returns the refusal if the quota of the address is used up
   */
  async spend(caller: Caller): Promise<Refusal | undefined> {
    // Without the suffix of a network, so that the longest id fits the counters.
    const id = `${addressOf(caller, this.#proxies).replace('::/64', '')} page`
    const { verdict } = await this.#counters.spend(
      { kind: 'address', id },
      pageLimits,
      this.#clock(),
    )
    return verdict.outcome === 'allowed' ? undefined : quotaRefusal(verdict)
  }
}
