import { type Call, type PageOptions, prepare, type PreparedCall } from './calls.ts'
import { Categories } from './categories.ts'
import { Contacts } from './contacts.ts'
import { type EventOptions, listEvents } from './events.ts'
import { readExact } from './exact-json.ts'
import { Exchange, type SenderSettings } from './exchange.ts'
import { readLink } from './headers.ts'
import { Orders } from './orders.ts'
import type { List, Page } from './page.ts'
import type { Reply, WithResponse } from './reply.ts'
import type { CallSender } from './sender.ts'
import { Pets } from './pets.ts'
import { Photos } from './photos.ts'
import { Profiles } from './profiles.ts'
import { listUsage, type RequestOptions, type UsageHistoryOptions } from './store.ts'
import type { Usage } from './types.ts'
import { Webhooks } from './webhooks.ts'

/** Sends each call once, by `withResponse`. What it returns can be neither awaited nor iterated over. */
class PlainSender extends Exchange implements CallSender {
  reply<T>(call: Call, read = (body: unknown): T => body as T): Reply<T> {
    const withResponse = async (): Promise<WithResponse<T>> => {
      const { data, ...answer } = await this.send(call)
      return { ...answer, data: read(data) }
    }
    return { withResponse } as Reply<T>
  }

  list<Item>(
    path: `/${string}`,
    { signal, ifNoneMatch, ...filters }: PageOptions = {},
    { id }: Pick<Call, 'id'> = {},
  ): List<Item> {
    const options = { signal, ifNoneMatch }
    // The console passes a list no other options than these.
    const query = filters as Call['query']
    const withResponse = async (): Promise<WithResponse<Page<Item>>> => {
      const { data, ...answer } = await this.send({ operation: `GET ${path}`, id, query, options })
      const next = readLink(answer.headers, 'next')
      const nextCursor = next && new URL(next, this.baseUrl).searchParams.get('cursor')
      return { ...answer, data: { items: data, nextCursor } as Page<Item> }
    }
    return { withResponse } as List<Item>
  }

  protected prepare(call: Call): PreparedCall {
    return prepare(call)
  }

  protected read(text: string): unknown {
    return readExact(text)
  }
}

/**
 * A client whose replies have only `withResponse`, to be called once, and whose pages have only `items` and `nextCursor`. A
 * bundle with only this client is 0.6 kB smaller than one with a `BarePetStore`. The console of the service uses it.
 *
 * @internal
 */
export const plainStore = (settings: SenderSettings) => {
  const sender = new PlainSender(settings)
  return {
    pets: new Pets(sender),
    orders: new Orders(sender),
    profiles: new Profiles(sender),
    photos: new Photos(sender),
    categories: new Categories(sender),
    contacts: new Contacts(sender),
    webhooks: new Webhooks(sender),
    events: (options: EventOptions) => listEvents(sender, options),
    usage: (): Reply<Usage> => sender.reply({ operation: 'GET /usage' }),
    usageHistory: (options: UsageHistoryOptions) => listUsage(sender, options),
    request: <T>(
      operation: Call['operation'],
      { id, query, body, ...options }: RequestOptions = {},
    ): Reply<T> => sender.reply({ operation, id, query, ...(body && { body }), options }),
  }
}

/** @internal */
export type PlainStore = ReturnType<typeof plainStore>
