import type { Awaitable } from '../core/awaitable.ts'
import { headerLines } from '../core/headers.ts'
import type { Exchange, Reply } from './exchange.ts'
import { methodNotAllowed, routeNotFound } from './refusals.ts'
import { Router } from './router.ts'

/** What a public path answers `GET` with. */
export type Page = (exchange: Exchange) => Awaitable<Reply>

const allow = 'GET, HEAD, OPTIONS'

/** The slip of most newcomers is to leave out the version. */
const known = 'Operations are under /v1, and /docs describes them.'

/** What lies beside `/v1`: pages for anyone, without a key. */
export class Pages {
  readonly #router = new Router<Page>()

  readonly #allMethods: string

  /**
   * @param pages by path
   * @param allMethods what some path of the service takes: the answer to `OPTIONS *`, the only request with that target
   */
  constructor(pages: Readonly<Record<string, Page>>, allMethods: string) {
    this.#allMethods = allMethods
    for (const [path, page] of Object.entries(pages)) this.#router.add(path, page)
  }

  /** @throws what a page throws */
  async handle(exchange: Exchange): Promise<void> {
    if (exchange.path === '*') {
      exchange.reply({ status: 204, headers: headerLines({ Allow: this.#allMethods }) })
      return
    }
    const match = this.#router.find(exchange.path)
    if (match === undefined) {
      exchange.refuse(routeNotFound(exchange, known))
      return
    }
    const { method } = exchange.request
    if (method === 'OPTIONS') {
      exchange.reply({ status: 204, headers: headerLines({ Allow: allow }) })
      return
    }
    if (method !== 'GET' && method !== 'HEAD') exchange.refuse(methodNotAllowed(exchange, allow))
    else exchange.reply(await match.route(exchange))
  }
}
