import type { Links } from '../kit/links.ts'
import type { Awaitable } from '../base/awaitable.ts'
import type { Clock } from '../base/clock.ts'
import type { Environment } from '../base/environments.ts'
import type { Refusal } from '../base/errors/api-error.ts'
import { headerLine, headerLines, immutable } from '../base/headers.ts'
import type { InternalRows, Store } from '../base/data/store.ts'
import type { PublicFiles } from '../kit/resource.ts'
import { interfaceVersion } from '../base/version.ts'
import type { Caller } from '../base/wire-request.ts'
import type { TrustedProxies } from '../access/quotas/client-address.ts'
import type { Counters } from '../access/quotas/counters.ts'
import { pageLimits } from '../access/quotas/plans.ts'
import { addressOf } from './admission.ts'
import type { Exchange, Reply } from './exchange.ts'
import { methodRefused, quotaRefusal, routeNotFound } from './refusals.ts'
import { routerOf } from './router.ts'

/** Makes a public path's answer to `GET`; undefined if there is none now. */
export type PublicPage = (
  exchange: Exchange,
  params: readonly string[],
) => Awaitable<Reply | undefined>

export type Pages = Readonly<Record<string, PublicPage>>

type PageParts = {
  readonly environment: Environment
  readonly links: Links
  /** Resolves if the service can answer; throws otherwise. */
  readonly isReady: () => Promise<{ readonly canWrite: boolean }>
  /** Files of resources, and the rows from which they are read. */
  readonly files: readonly PublicFiles[]
  readonly store: Store
  readonly whole: InternalRows
  /** Loads the documents, which takes longer than loading all operations. */
  readonly loadDocuments: () => Promise<Pages>
  /** Every method of any path: the answer to `OPTIONS *`. */
  readonly allMethods: string
  readonly counters: Counters
  readonly proxies: TrustedProxies
  readonly clock: Clock
}

/** The pages that are available from the start: the entry point and the health checks. */
const firstPages = ({ environment, links, isReady }: PageParts): Pages => ({
  '/': () => ({
    status: 200,
    body: JSON.stringify({
      service: 'petstore',
      environment,
      version: interfaceVersion,
      baseUrl: links.base,
      docs: links.beside('/docs'),
      openapi: links.beside('/openapi.json'),
    }),
  }),
  '/healthz': () => ({ status: 200, body: '{"status":"alive"}' }),
  '/readyz': async () => {
    const { canWrite } = await isReady()
    const body = canWrite ? '{"status":"ready"}' : '{"status":"ready","writes":"unavailable"}'
    return { status: 200, body }
  },
})

/** Never rate limited: a load balancer would take a refusal for a failure, and refusing costs as much as answering. */
const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

const filePages = ({ files, store, whole }: PageParts): Pages =>
  Object.fromEntries(
    files.map(({ path, find }) => [
      path,
      async (_exchange, params) => {
        const file = await find(params, { store, whole })
        if (file === undefined) return undefined
        const { type, bytes } = file
        const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
        // Pages of any origin may embed a file.
        const headers = headerLine('Cross-Origin-Resource-Policy', 'cross-origin')
        return { status: 200, type, body, headers, cacheControl: immutable }
      },
    ]),
  )

const allow = 'GET, HEAD, OPTIONS'

/** Newcomers often omit the version from the path. */
const hint = 'Operations are under /v1, and /docs describes them.'

/** Routes the pages outside `/v1`, which need no key. */
export const pageRouter = (parts: PageParts) => {
  const pages = routerOf(Object.entries(firstPages(parts)))
  const files = routerOf(Object.entries(filePages(parts)))
  let loading: Promise<typeof pages> | undefined

  const load = async (): Promise<typeof pages> => {
    loading ??= parts.loadDocuments().then((documents) => routerOf(Object.entries(documents)))
    try {
      return await loading
    } catch (error) {
      // The next request tries again.
      loading = undefined
      throw error
    }
  }
  /** Counts requests outside `/v1` by network address, separately from the quota under `/v1`. Returns the refusal, if any. */
  const spend = async (caller: Caller): Promise<Refusal | undefined> => {
    const { counters, proxies, clock } = parts
    // Without the suffix of a network, so that the longest id fits the counters.
    const id = `${addressOf(caller, proxies).replace('::/64', '')} page`
    const { verdict } = await counters.spend({ kind: 'address', id }, pageLimits, clock())
    return verdict.outcome === 'allowed' ? undefined : quotaRefusal(verdict)
  }
  const handle = async (exchange: Exchange): Promise<void> => {
    const { path, request } = exchange
    const { method } = request
    // One page may show many files.
    const file = files.find(path)
    const isFree = file !== undefined || healthPaths.has(path)
    const refused = isFree ? undefined : await spend(request)
    const match = file ?? pages.find(path) ?? (await load()).find(path)
    if (match !== undefined) exchange.group = healthPaths.has(path) ? 'health' : 'page'
    if (refused !== undefined) return exchange.refuse(refused)
    if (path === '*') return replyAllowed(exchange, parts.allMethods)
    if (match === undefined) return exchange.refuse(routeNotFound(exchange, hint))
    if (method === 'OPTIONS') return replyAllowed(exchange, allow)
    if (method !== 'GET' && method !== 'HEAD') {
      return exchange.refuse(methodRefused(exchange, allow))
    }
    const reply = await match.route(exchange, match.params)
    if (reply === undefined) exchange.refuse(routeNotFound(exchange, hint))
    else exchange.reply(reply)
  }
  return { load, handle }
}

const replyAllowed = (exchange: Exchange, methods: string): void =>
  exchange.reply({ status: 204, headers: headerLines({ Allow: methods }) })
