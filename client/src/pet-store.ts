import { checkNames } from './calls.ts'
import type { FollowOptions } from './events.ts'
import { followEvents, lastingFor } from './follow.ts'
import type { MirrorOptions } from './mirror.ts'
import { type PetStoreOptions, readOptions } from './options.ts'
import type { List } from './page.ts'
import { Store } from './store.ts'
import { Transport } from './transport.ts'
import type { StoreEvent } from './types.ts'

/**
 * A client of the pet store service.
 *
 * @example
 * ```ts
 * const store = new PetStore()
 * for await (const pet of store.pets.list({ status: 'available' })) console.log(pet.id, pet.name)
 * ```
 */
export class PetStore extends Store {
  readonly #transport: Transport

  /** @throws TypeError, RangeError if an option or its environment variable is missing or invalid */
  constructor(options: PetStoreOptions = {}) {
    const transport = new Transport(readOptions(options))
    super(transport)
    this.#transport = transport
  }

  /**
   * Keeps a copy of all animals in sync with the store, through every outage, until its signal aborts. It notes the
   * newest event, lists the animals, then follows the log from that event on. After a restart it continues at the
   * position from `load`. If the log no longer has that position, the copy starts over with `clear`.
   *
   * @throws the signal's reason; an ApiError that a retry cannot fix; whatever `load` or `save` throw
   */
  async mirror(options: MirrorOptions): Promise<never> {
    checkNames(options, ['load', 'save', 'signal'])
    const { mirror } = await import('./following.ts')
    return await mirror({ transport: this.#transport, followEvents, lastingFor }, options)
  }

  /**
   * Lists events in order: `await` gives the first page, `for await` every event up to the newest, or with `follow`
   * future events too. To continue later, also in another process, pass the list's `cursor`, or the `id` of your
   * last event as `after`.
   *
   * @throws PetStoreError when you await it or iterate over it, a `CursorExpiredError` if the log does not have
   * that position; TypeError if an id is a number that is not a safe integer, `types` is an empty list, or `follow`
   * is given with `sort` or `until`
   */
  override events({ follow = false, ...options }: FollowOptions = {}): List<StoreEvent> {
    return follow ? followEvents(this.#transport, options) : super.events(options)
  }
}
