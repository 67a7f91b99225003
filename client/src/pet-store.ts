import type { CallOptions } from './calls.ts'
import { Categories } from './categories.ts'
import { type EventOptions, listEvents } from './events.ts'
import { Orders } from './orders.ts'
import { type PetStoreOptions, readOptions } from './options.ts'
import { Pets } from './pets.ts'
import type { List } from './page.ts'
import type { Reply } from './reply.ts'
import { Transport } from './transport.ts'
import type { RateLimit, StoreEvent, Usage, UsageEntry } from './types.ts'
import { Webhooks } from './webhooks.ts'

/** The options of a history of usage. */
export type UsageHistoryOptions = CallOptions & {
  /** `hour` unless given. The minutes of an hour are kept, the hours of 7 days, the days of 90. */
  readonly interval?: 'minute' | 'hour' | 'day' | undefined
  /** Only intervals that begin then or later. */
  readonly from?: Date | string | undefined
}

/**
 * A client of the pet store service.
 *
 * @example
 * ```ts
 * const store = new PetStore()
 * for await (const pet of store.pets.list({ status: 'available' })) console.log(pet.id, pet.name)
 * ```
 */
export class PetStore {
  /** The animals of the store. */
  readonly pets: Pets
  /** The orders for animals. */
  readonly orders: Orders
  /** The names of the categories. */
  readonly categories: Categories
  /** The webhooks of the API key. */
  readonly webhooks: Webhooks
  /** The address that calls go to, ending in `/v1`. */
  readonly baseUrl: string
  readonly #transport: Transport

  /** @throws TypeError, RangeError if an option or its variable is missing or not valid */
  constructor(options: PetStoreOptions = {}) {
    const settings = readOptions(options)
    this.#transport = new Transport(settings)
    this.pets = new Pets(this.#transport)
    this.orders = new Orders(this.#transport)
    this.categories = new Categories(this.#transport)
    this.webhooks = new Webhooks(this.#transport)
    this.baseUrl = settings.baseUrl
  }

  /**
   * Lists what happened, in order: `await` gives the first page, `for await` every event up to the
   * newest, or with `follow` those to come too. The list's `cursor` then goes on where it ended, in
   * another process too; so does `after` with the `id` of the last event that you have.
   *
   * @throws PetStoreError when you await it or iterate over it, a `CursorExpiredError` if the log has
   * no such place; TypeError if an id is a number that is not a safe integer, `types` is an empty
   * list, or `follow` goes with `sort`
   */
  events(options: EventOptions = {}): List<StoreEvent> {
    return listEvents(this.#transport, options)
  }

  /**
   * Gives what the API key may do and has used. It costs nothing of the quota, and works under a ban;
   * it may be asked 60 times a minute.
   *
   * @throws PetStoreError
   */
  usage(options: CallOptions = {}): Reply<Usage> {
    return this.#transport.reply({ operation: 'GET /usage', options })
  }

  /**
   * Gives how many requests the API key sent, and how they were answered, by interval. Like `usage`
   * it costs nothing of the quota.
   *
   * @throws PetStoreError
   */
  usageHistory(options: UsageHistoryOptions = {}): Reply<readonly UsageEntry[]> {
    const { interval, from } = options
    const since = from instanceof Date ? from.toISOString() : from
    const query = { interval, from: since }
    return this.#transport.reply({ operation: 'GET /usage/history', query, options })
  }

  /** The state of the quota on the last answer, or `undefined` before the first. */
  get rateLimit(): RateLimit | undefined {
    return this.#transport.rateLimit
  }

  /** The text that inspecting the client shows: never the API key. */
  toJSON(): { readonly baseUrl: string } {
    return { baseUrl: this.baseUrl }
  }

  /** @internal */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `PetStore { baseUrl: '${this.baseUrl}' }`
  }
}
