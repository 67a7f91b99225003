import type { Awaitable } from '../core/awaitable.ts'
import type { NewPet, Pet } from './pet.ts'

/** The animals of a store in bulk. Rejects with `StorageUnavailable` where it cannot. */
export interface PetBulk {
  count(): Awaitable<number>
  /** Every animal as all stood at one moment, ascending by id, in batches; others go on writing. */
  all(): Iterable<readonly Pet[]> | AsyncIterable<readonly Pet[]>
  /** Begins to take in animals that nobody sees until all are in. One at a time for each store. */
  beginImport(): Awaitable<PetImport>
}

/** Animals on their way into a store. */
export interface PetImport {
  /** Takes an animal in, out of sight and without holding up anybody. */
  add(pet: NewPet): Awaitable<void>
  /**
   * Gives all of them the next ids, in their order, and makes them seen and durable, at one moment.
   *
   * @param progress called now and then with how many are in
   */
  commit(progress: (moved: number) => void): Awaitable<ImportedPets>
  /** Forgets them, unless they were committed. */
  end(): Awaitable<void>
}

/** What an import brought. */
export type ImportedPets = {
  readonly count: number
  /** The first id and the last; undefined where there were none. */
  readonly ids: { readonly first: bigint; readonly last: bigint } | undefined
  /** The longest time for which nobody else could write, in milliseconds. */
  readonly heldUp: number
}
