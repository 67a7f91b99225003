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

/** What the parts of a client need of a sender. */
export type CallSender = Pick<Sender, 'reply' | 'list'>

/** Sends again until there is an answer, however long that takes. */
export type Lasting = <T>(send: () => Promise<T>) => Promise<T>

/** Sends calls, and gives what people await or iterate over. */
export class Sender<Settings extends SenderSettings = SenderSettings> extends Exchange<Settings> {
  /**
   * Sends a call at once.
   *
   * @param read turns the body into what the call gives; by default it is the body
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
   * A list that is fetched page by page as it is asked for.
   *
   * @param id what stands for the braces of the path
   * @param follow lets an iteration go on behind the last page
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
    // One that another list has is refused by the service.
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
      // Only the query of a link is used, so the API key is sent only to the base address.
      const link = readLink(answer.headers, 'next')
      const next = link === undefined ? undefined : new URL(link, this.settings.baseUrl)
      const items = data as readonly Item[]
      const cursor = next?.searchParams.get('cursor') ?? undefined
      // A log names a next page always. A page that is not full is its last for now. Of these filters it may have ended
      // early: then the last page is followed by itself.
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
