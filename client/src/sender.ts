import {
  type Call,
  checkNames,
  checkOptions,
  type PageOptions,
  prepare,
  type PreparedCall,
} from './calls.ts'
import { checkField, parseExact } from './exact-json.ts'
import { Exchange, type SenderSettings } from './exchange.ts'
import { queryNames } from './generated/facts.ts'
import { readLink } from './headers.ts'
import { type Follow, List, Page } from './page.ts'
import { Reply, type WithResponse } from './reply.ts'

/** The part of a sender that the classes of the resources use. */
export type CallSender = Pick<Sender, 'reply' | 'list'>

/** Repeats `send` until the service answers, however long that takes. */
export type Lasting = <T>(send: () => Promise<T>) => Promise<T>

/** Sends calls and returns replies to await and lists to iterate over. */
export class Sender<Settings extends SenderSettings = SenderSettings> extends Exchange<Settings> {
  /**
   * Sends a call at once.
   *
   * @param read turns the body into the result of the call; by default the result is the body
   */
  reply<T>(call: Call, read = (body: unknown): T => body as T): Reply<T> {
    const reply = new Reply<T>(async () => {
      const { data, ...answer } = await this.send(call)
      return { ...answer, data: read(data) }
    })
    void reply.withResponse()
    return reply
  }

  /**
   * Returns a list that is fetched page by page, on demand.
   *
   * @param id the values of the path parameters
   * @param follow lets an iteration continue after the last page
   */
  list<Item>(
    path: `/${string}`,
    { signal, ifNoneMatch, timeout, retries, headers, ...filters }: PageOptions = {},
    {
      id,
      follow,
      lasting = async (send) => await send(),
    }: Pick<Call, 'id'> & {
      follow?: Follow<Item> | undefined
      lasting?: Lasting
    } = {},
  ): List<Item> {
    // The service rejects a filter that only another list has.
    checkNames(filters, queryNames)
    const shared = { signal, timeout, retries, headers }
    const fetch = async (
      query: Call['query'],
      options: Call['options'],
      place = filters.cursor,
    ): Promise<WithResponse<Page<Item>>> => {
      const { data, ...answer } = await lasting(
        async () => await this.send({ operation: `GET ${path}`, id, query, options }),
      )
      // Only the query of a link is used, so the API key is sent only to the base URL.
      const link = readLink(answer.headers, 'next')
      const next = link === undefined ? undefined : new URL(link, this.settings.baseUrl)
      const items = data as readonly Item[]
      const cursor = next?.searchParams.get('cursor') ?? undefined
      // The event log always links to a next page. A page that is not full is the last one for now. With these
      // filters, however, a page may end early; then the last page is the one that links to itself.
      const isLast =
        path === '/events' &&
        items.length < Number(next?.searchParams.get('limit') ?? 20) &&
        (cursor === place || !/&(since|until|by)=/.test(link ?? ''))
      const page = new Page(
        items,
        cursor,
        next && !isLast ? async () => (await fetch(next.search, shared, cursor)).data : undefined,
      )
      return { ...answer, data: page }
    }
    return new List(
      async (iterating) => {
        const limit = filters.limit ?? (iterating ? 100 : undefined)
        return await fetch({ ...filters, limit }, { ...shared, ifNoneMatch })
      },
      filters.cursor,
      follow,
    )
  }

  protected prepare(call: Call): PreparedCall {
    checkOptions(call.options)
    return prepare(call, checkField)
  }

  protected read(text: string): unknown {
    return parseExact(text)
  }
}
