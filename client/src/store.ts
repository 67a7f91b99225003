import {
  type CallOptions,
  type ChangeOptions,
  checkNames,
  type CreateOptions,
  type PageOptions,
  type PathValue,
  type ReadOptions,
} from './calls.ts'
import { Categories } from './categories.ts'
import { Contacts } from './contacts.ts'
import { type EventOptions, listEvents } from './events.ts'
import { checkKey } from './exchange.ts'
import { Notes } from './notes.ts'
import { Orders } from './orders.ts'
import { Pets } from './pets.ts'
import { Profiles } from './profiles.ts'
import { Photos } from './photos.ts'
import type { List } from './page.ts'
import type { Reply } from './reply.ts'
import { type CallSender, Sender } from './sender.ts'
import type {
  Int64Input,
  RateLimit,
  SearchResult,
  Statistic,
  StoreEvent,
  Usage,
  UsageEntry,
} from './types.ts'
import { Webhooks } from './webhooks.ts'

/** The options of `usageHistory`. */
export type UsageHistoryOptions = Omit<PageOptions, 'ifNoneMatch'> & {
  /** Default `hour`. The service keeps minutes for an hour, hours for 7 days, and days for 90 days. */
  readonly interval?: 'minute' | 'hour' | 'day' | undefined
  /** Only intervals that begin at this time or later. */
  readonly from?: Date | string | undefined
}

/** The options of a search. */
export type SearchOptions = CallOptions & {
  /** Only results of these kinds. */
  readonly kind?: SearchResult['kind'] | ReadonlyArray<SearchResult['kind']> | undefined
  /** The maximum number of results, 1 to 50. Default 20. */
  readonly limit?: number | undefined
}

/** The options of statistics. */
export type StatisticsOptions = CallOptions & {
  /** The first day, like `2026-11-01`. Default: the first day of the month of `to`. */
  readonly from?: string | undefined
  /** The last day. Default: today. */
  readonly to?: string | undefined
  /** Default `day`. */
  readonly interval?: 'day' | 'week' | 'month' | undefined
  /** The time zone in which days begin and end, like `Europe/Berlin`. Default `UTC`. */
  readonly timeZone?: string | undefined
  /** Only animals of this category, and orders for them. */
  readonly categoryId?: Int64Input | undefined
}

/** What `request` sends, and the options of the call. */
export type RequestOptions = ReadOptions &
  ChangeOptions &
  CreateOptions & {
    /** The values of the path parameters, in their order. */
    readonly id?: PathValue | readonly PathValue[] | undefined
    /** The query parameters. The client joins a list with commas. */
    readonly query?:
      | Readonly<
          Record<string, string | Int64Input | ReadonlyArray<string | Int64Input> | undefined>
        >
      | undefined
    /** An object or a list, in which the client writes each `bigint` exactly; or the bytes of an image. */
    readonly body?: object | undefined
  }

/** @internal */
export const listUsage = (
  sender: CallSender,
  { limit = 1_000, ...options }: UsageHistoryOptions,
): List<UsageEntry> => sender.list('/usage/history', { ...options, limit })

/** The operations that every client of the service has, however it sends its calls. */
export class Store {
  /** The animals of the store. */
  readonly pets: Pets
  /** What the store records about each animal. */
  readonly profiles: Profiles
  /** The photos of the animals. */
  readonly photos: Photos
  /** The orders for animals. */
  readonly orders: Orders
  /** The names of the categories. */
  readonly categories: Categories
  /** The people who ask for animals. */
  readonly contacts: Contacts
  /** What staff write about animals, orders and contacts. */
  readonly notes: Notes
  /** The webhooks of the API key. */
  readonly webhooks: Webhooks
  /** The base URL of all calls, ending in `/v1`. */
  readonly baseUrl: string
  readonly #sender: Sender

  /** @internal */
  constructor(sender: Sender) {
    this.#sender = sender
    this.pets = new Pets(sender)
    this.profiles = new Profiles(sender)
    this.photos = new Photos(sender)
    this.orders = new Orders(sender)
    this.categories = new Categories(sender)
    this.contacts = new Contacts(sender)
    this.notes = new Notes(sender)
    this.webhooks = new Webhooks(sender)
    this.baseUrl = sender.baseUrl
  }

  /**
   * Lists events in order: `await` gives the first page, `for await` every event up to the newest. To continue
   * later, also in another process, pass the list's `cursor`, or the `id` of your last event as `after`.
   *
   * @throws PetStoreError when you await it or iterate over it, a `CursorExpiredError` if the log does not have
   * that position; TypeError if an id is a number that is not a safe integer, or `types` is an empty list
   */
  events(options: EventOptions = {}): List<StoreEvent> {
    return listEvents(this.#sender, options)
  }

  /**
   * Finds what contains all words of `q`, or has `q` as its id, among what the API key may read. The best matches come first.
   *
   * @throws PetStoreError
   */
  search(
    q: string,
    { kind, limit, ...options }: SearchOptions = {},
  ): Reply<readonly SearchResult[]> {
    return this.#sender.reply({ operation: 'GET /search', query: { q, kind, limit }, options })
  }

  /**
   * Counts what happened in each interval: animals added, adopted and returned, orders placed and expired, and more.
   *
   * @throws PetStoreError
   */
  statistics({
    from,
    to,
    interval,
    timeZone,
    categoryId,
    ...options
  }: StatisticsOptions = {}): Reply<readonly Statistic[]> {
    const query = { from, to, interval, timeZone, categoryId }
    return this.#sender.reply({ operation: 'GET /store/statistics', query, options })
  }

  /**
   * Returns what the API key may do and how much it has used. The call does not count against the quota and works
   * under a ban. Its own limit is 60 requests a minute.
   *
   * @throws PetStoreError
   */
  usage(options: CallOptions = {}): Reply<Usage> {
    return this.#sender.reply({ operation: 'GET /usage', options })
  }

  /**
   * Lists how many requests the API key sent, and how they were answered, by interval: `await` gives the first page
   * of up to 1,000 entries, `for await` every entry. Like `usage`, it does not count against the quota.
   *
   * @throws PetStoreError when you await it or iterate over it
   */
  usageHistory(options: UsageHistoryOptions = {}): List<UsageEntry> {
    return listUsage(this.#sender, options)
  }

  /**
   * Sends a call of any operation, like `request('GET /pets/{petId}', { id: 7 })`.
   *
   * @throws PetStoreError
   */
  request<T = unknown>(
    operation: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`,
    { id, query, body, ...options }: RequestOptions = {},
  ): Reply<T> {
    return this.#sender.reply({ operation, id, query, ...(body && { body }), options })
  }

  /**
   * Lists the items of any paged operation, like `list('/categories')`.
   *
   * @throws PetStoreError when you await it or iterate over it
   */
  list<Item = unknown>(path: `/${string}`, options?: PageOptions): List<Item> {
    return this.#sender.list(path, options)
  }

  /** The quota that a response last reported, or `undefined` before the first. */
  get rateLimit(): RateLimit | undefined {
    return this.#sender.rateLimit
  }

  /** The JSON form of the client, which never contains the API key. */
  toJSON(): { readonly baseUrl: string } {
    return { baseUrl: this.baseUrl }
  }
}

/** The options of a client that sends each call once. */
export type BareOptions = {
  /** The API key. The client sends it as a bearer token and never shows it. */
  readonly apiKey: string
  /** The base URL, ending in `/v1`. */
  readonly baseUrl: string
  /** Milliseconds that a call may take. Default 15,000. */
  readonly timeout?: number | undefined
  /** The client calls this in place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Called with the quota that each response reports. If it throws, the call throws the same error. */
  readonly onRateLimit?: ((rateLimit: RateLimit) => void) | undefined
}

/**
 * A client for programs that do their own retries: each call is one request. It has no retries and no queue, reads
 * no environment variables, and cannot follow the event log. A bundle with only this client is 2 kB smaller.
 */
export class BarePetStore extends Store {
  /** @throws TypeError if a header cannot carry `apiKey`, or an option is unknown */
  constructor({
    apiKey,
    baseUrl,
    timeout: attemptTimeout = 15_000,
    fetch = (input, init) => globalThis.fetch(input, init),
    onRateLimit,
    ...unknown
  }: BareOptions) {
    checkNames(unknown, [])
    super(new Sender({ apiKey: checkKey(apiKey), baseUrl, attemptTimeout, fetch, onRateLimit }))
  }
}
