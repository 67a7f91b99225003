import { followEvents, type FollowOptions } from './events.ts'
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
