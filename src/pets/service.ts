import { ApiError } from '../core/errors/api-error.ts'
import { ExactlyOnce, type OnceAnswer } from '../idempotency/exactly-once.ts'
import type { Once } from '../idempotency/idempotency-store.ts'
import { type Awaitable, whenReady } from '../core/awaitable.ts'
import type { Cursors } from './cursor.ts'
import type { ListPetsQuery, NewPet, Pet } from './pet.ts'
import type { ServedPets } from './pet-store.ts'

/** A page of animals as JSON, and the cursor of the next one, where there is one. */
export type ListedPets = { readonly json: string; readonly next: string | undefined }

/** What can be done with the animals. Each throws or rejects with `ApiError`, or as the store does. */
export class PetService {
  readonly #store: ServedPets
  readonly #cursors: Cursors
  readonly #exactlyOnce = new ExactlyOnce()

  constructor(store: ServedPets, cursors: Cursors) {
    this.#store = store
    this.#cursors = cursors
  }

  create(pet: NewPet): Awaitable<Pet> {
    return this.#store.create(pet)
  }

  /**
   * Creates once for each idempotency key.
   *
   * @param location where the animals lie, for the answer that is kept
   */
  async createOnce(pet: NewPet, once: Once, location: string | undefined): Promise<OnceAnswer> {
    return await this.#exactlyOnce.run(once, () => this.#store.createOnce(pet, once, location))
  }

  get(id: bigint): Awaitable<Pet> {
    return whenReady(this.#store.find(id), (pet) => {
      if (pet === undefined) {
        throw new ApiError('pet_not_found', `There is no animal with the id ${id}.`)
      }
      return pet
    })
  }

  list({ limit, status, cursor }: ListPetsQuery): Awaitable<ListedPets> {
    const after = cursor === undefined ? 0n : this.#cursors.read(cursor, status)
    if (after === undefined) {
      throw new ApiError(
        'invalid_parameter',
        'cursor is none that this service made for a list with this status; take it from the Link header of the page before.',
      )
    }
    return whenReady(this.#store.list({ status, after, limit }), ({ json, next }) => ({
      json,
      next: next === undefined ? undefined : this.#cursors.make({ after: next, status }),
    }))
  }
}
