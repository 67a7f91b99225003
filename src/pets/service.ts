import { ApiError } from '../core/errors/api-error.ts'
import type { Store } from '../data/store.ts'
import { ExactlyOnce } from '../idempotency/exactly-once.ts'
import type { Once } from '../idempotency/idempotency-store.ts'
import { petCreate } from './changes.ts'
import type { Cursors } from './cursor.ts'
import type { ListPetsQuery, NewPet, Pet } from './pet.ts'
import { pets } from './table.ts'

/** A page of animals as JSON, and the cursor of the next one, where there is one. */
export type ListedPets = { readonly json: string; readonly next: string | undefined }

/** An animal that was created, and whether it was so before, for the same idempotency key. */
export type CreatedPet = { readonly pet: Pet; readonly replayed: boolean }

/** What can be done with the animals. Each throws or rejects with `ApiError`, or as the store does. */
export class PetService {
  readonly #store: Store
  readonly #cursors: Cursors
  readonly #exactlyOnce = new ExactlyOnce()

  constructor(store: Store, cursors: Cursors) {
    this.#store = store
    this.#cursors = cursors
  }

  /** @param once to create once for each idempotency key; undefined to create in any case */
  async create(pet: NewPet, once: Once | undefined): Promise<CreatedPet> {
    const change = petCreate(pet)
    const applied =
      once === undefined
        ? await this.#store.apply(change)
        : await this.#exactlyOnce.run(once, () => this.#store.apply(change, once))
    if (applied.outcome === 'reused') throw new Error('Only a change with a key can be another.')
    return { pet: applied.result.pet, replayed: applied.replayed }
  }

  async get(id: bigint): Promise<Pet> {
    const pet = await this.#store.find(pets, id)
    if (pet === undefined) {
      throw new ApiError('pet_not_found', `There is no animal with the id ${id}.`)
    }
    return pet
  }

  async list({ limit, status, cursor }: ListPetsQuery): Promise<ListedPets> {
    const after = cursor === undefined ? 0n : this.#cursors.read(cursor, status)
    if (after === undefined) {
      throw new ApiError(
        'invalid_parameter',
        'cursor is none that this service made for a list with this status; take it from the Link header of the page before.',
      )
    }
    const { json, next } = await this.#store.page(pets, { where: { status }, after, limit })
    return {
      json,
      next: next === undefined ? undefined : this.#cursors.make({ after: next, status }),
    }
  }
}
