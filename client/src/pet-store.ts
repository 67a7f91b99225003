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

  /** @throws TypeError, RangeError if an option or its variable is missing or not valid */
  constructor(options: PetStoreOptions = {}) {
    const transport = new Transport(readOptions(options))
    super(transport)
    this.#transport = transport
  }

  /**
   * Keeps a copy of all animals in step with the store, through every outage, until its signal aborts:
   * it takes the newest event, lists the animals, then follows the log from that event on. After a
   * restart it goes on where `load` says. If the log has lost that place, the copy begins anew with
   * `clear`.
   *
   * @throws the reason of the signal; an ApiError that no retry can help; what `load` or `save` throw
   */
  async mirror(options: MirrorOptions): Promise<never> {
    checkNames(options, ['load', 'save', 'signal'])
    const { mirror } = await import('./following.ts')
    return await mirror({ transport: this.#transport, followEvents, lastingFor }, options)
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
  override events({ follow = false, ...options }: FollowOptions = {}): List<StoreEvent> {
    return follow ? followEvents(this.#transport, options) : super.events(options)
  }
}
