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

/** The options of a history of usage. */
export type UsageHistoryOptions = Omit<PageOptions, 'ifNoneMatch'> & {
  /** `hour` unless given. The minutes of an hour are kept, the hours of 7 days, the days of 90. */
  readonly interval?: 'minute' | 'hour' | 'day' | undefined
  /** Only intervals that begin then or later. */
  readonly from?: Date | string | undefined
}

/** The options of a search. */
export type SearchOptions = CallOptions & {
  /** Only results of these kinds. */
  readonly kind?: SearchResult['kind'] | ReadonlyArray<SearchResult['kind']> | undefined
  /** At most so many results, 1 to 50; 20 unless given. */
  readonly limit?: number | undefined
}

/** The options of statistics. */
export type StatisticsOptions = CallOptions & {
  /** The first day, like `2026-11-01`. The first of the month of `to` unless given. */
  readonly from?: string | undefined
  /** The last day. Today unless given. */
  readonly to?: string | undefined
  /** `day` unless given. */
  readonly interval?: 'day' | 'week' | 'month' | undefined
  /** In which days begin and end, like `Europe/Berlin`. `UTC` unless given. */
  readonly timeZone?: string | undefined
  /** Only animals of this category, and orders for them. */
  readonly categoryId?: Int64Input | undefined
}

/** What a call of any operation sends, with the options of every call. */
export type RequestOptions = ReadOptions &
  ChangeOptions &
  CreateOptions & {
    /** What stands for the braces of the path, in their order. */
    readonly id?: PathValue | readonly PathValue[] | undefined
    /** The parameters of the query; a list becomes text with commas. */
    readonly query?:
      | Readonly<
          Record<string, string | Int64Input | ReadonlyArray<string | Int64Input> | undefined>
        >
      | undefined
    /** An object or a list; the client writes each `bigint` digit for digit. Or the bytes of a picture. */
    readonly body?: object | undefined
  }

/** @internal */
export const listUsage = (
  sender: CallSender,
  { limit = 1_000, ...options }: UsageHistoryOptions,
): List<UsageEntry> => sender.list('/usage/history', { ...options, limit })

/** What every client of the service can do, however it sends its calls. */
export class Store {
  /** The animals of the store. */
  readonly pets: Pets
  /** What the store records of each animal. */
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
  /** The address that calls go to, ending in `/v1`. */
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
   * Lists what happened, in order: `await` gives the first page, `for await` every event up to the
   * newest. The list's `cursor` then goes on where it ended, in another process too; so does `after`
   * with the `id` of the last event that you have.
   *
   * @throws PetStoreError when you await it or iterate over it, a `CursorExpiredError` if the log has
   * no such place; TypeError if an id is a number that is not a safe integer, or `types` is an empty
   * list
   */
  events(options: EventOptions = {}): List<StoreEvent> {
    return listEvents(this.#sender, options)
  }

  /**
   * Finds what has all these words, or this id, among what the API key may read: the best first.
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
   * Gives what happened in each interval of days: animals that were added, adopted and returned, orders
   * that were placed and expired, and more.
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
   * Gives what the API key may do and has used. It costs nothing of the quota, and works under a ban;
   * it may be asked 60 times a minute.
   *
   * @throws PetStoreError
   */
  usage(options: CallOptions = {}): Reply<Usage> {
    return this.#sender.reply({ operation: 'GET /usage', options })
  }

  /**
   * Lists how many requests the API key sent, and how they were answered, by interval: `await` gives
   * the first page of up to 1,000 entries, `for await` every entry. Like `usage` it costs nothing of
   * the quota.
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
   * Lists what any paged operation gives, like `list('/categories')`.
   *
   * @throws PetStoreError when you await it or iterate over it
   */
  list<Item = unknown>(path: `/${string}`, options?: PageOptions): List<Item> {
    return this.#sender.list(path, options)
  }

  /** The state of the quota on the last answer, or `undefined` before the first. */
  get rateLimit(): RateLimit | undefined {
    return this.#sender.rateLimit
  }

  /** The text that inspecting the client shows: never the API key. */
  toJSON(): { readonly baseUrl: string } {
    return { baseUrl: this.baseUrl }
  }
}

/** The options of a client that sends each call once. */
export type BareOptions = {
  /** The API key. The client sends it as a bearer token and never shows it. */
  readonly apiKey: string
  /** The base address, ending in `/v1`. */
  readonly baseUrl: string
  /** Milliseconds that a call may take. Default 15,000. */
  readonly timeout?: number | undefined
  /** The client calls this in place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Called with the state of the quota of every answer. If it throws, the call throws the same. */
  readonly onRateLimit?: ((rateLimit: RateLimit) => void) | undefined
}

/**
 * A client for programs that decide by themselves what to repeat and when: each call is one request.
 * It has no retries and no queue, reads no variables, and follows no log. A bundle with it alone is
 * smaller by 2 kB.
 */
export class BarePetStore extends Store {
  /** @throws TypeError if a header cannot carry `apiKey`, or there is no such option */
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
