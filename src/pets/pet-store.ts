import type { Awaitable } from '../storage/port.ts'
import type { NewPet, Pet, PetStatus } from './pet.ts'

/** Which animals a page has: those with the status, if any, whose id is greater than `after`. */
export type PageQuery = {
  readonly status: PetStatus | undefined
  readonly after: bigint
  /** How many at most; a whole number from 1 on. */
  readonly limit: number
}

/** Animals ascending by id, and whether others follow them. */
export type Page = { readonly pets: readonly Pet[]; readonly more: boolean }

/** Keeps the animals. Rejects with `StorageUnavailable` where it cannot. */
export interface PetStore {
  /** Adds an animal under the next id. It is durable once this returns. */
  create(pet: NewPet): Awaitable<Pet>
  find(id: bigint): Awaitable<Pet | undefined>
  list(query: PageQuery): Awaitable<Page>
}
