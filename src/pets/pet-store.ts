import type { Once, OnceOutcome } from '../idempotency/idempotency-store.ts'
import type { Awaitable } from '../core/awaitable.ts'
import type { NewPet, Pet, PetStatus } from './pet.ts'

/** Which animals a page has: those with the status, if any, whose id is greater than `after`. */
export type PageQuery = {
  readonly status: PetStatus | undefined
  readonly after: bigint
  /** How many at most; a whole number from 1 on. */
  readonly limit: number
}

/**
 * A page as it is sent. The store writes it, for to read animals out of a store one by one and write them again takes
 * longer than all else about a page.
 */
export type Page = {
  /** Animals ascending by id: JSON as the schema `Pets` has it, byte for byte as its serialiser writes it. */
  readonly json: string
  /** The id of the last of them, where others follow it. */
  readonly next: bigint | undefined
}

/**
 * How often who serves looks for what other processes changed, in milliseconds. Who changes animals from another
 * process, and says so, waits twice as long first, so that what it says is seen everywhere.
 */
export const lookInterval = 250

/** Keeps the animals. Rejects with `StorageUnavailable` where it cannot. */
export interface PetStore {
  /** Adds an animal under the next id. It is durable once this returns. */
  create(pet: NewPet): Awaitable<Pet>
  /**
   * Adds an animal and keeps its `createdAnswer`, in one transaction; or, where this owner's key was
   * answered within the retention, adds nothing and finds that answer. Of any number of calls at once,
   * by whatever threads and processes, one creates. It is durable once this returns.
   *
   * @param location where the animals lie, for the answer
   */
  createOnce(pet: NewPet, once: Once, location: string | undefined): Awaitable<OnceOutcome>
  find(id: bigint): Awaitable<Pet | undefined>
  list(query: PageQuery): Awaitable<Page>
  /**
   * A version that moves before a change of any animal is acknowledged. What another process changed
   * moves it at the next `look`.
   */
  readonly changes: { readonly version: number }
  /** Looks whether another process changed anything. */
  look(): Awaitable<void>
}

/** What of the animals a thread needs that serves requests. One thread looks for all. */
export type ServedPets = Omit<PetStore, 'look'>
