import type { Awaitable } from '../core/awaitable.ts'
import type { IdempotencyStore } from '../idempotency/idempotency-store.ts'
import type { KeyStore, ServedKeys } from '../keys/key-store.ts'
import type { PetBulk } from '../pets/pet-bulk.ts'
import type { PetStore, ServedPets } from '../pets/pet-store.ts'
import type { CountStore } from '../quotas/counters.ts'

/**
 * What one environment keeps. An adapter holds the SQL and nothing else: the rules stand in the
 * domain's own folders, next to the part of the port that each of them names.
 */
export interface Storage {
  readonly pets: PetStore
  readonly petBulk: PetBulk
  readonly keys: KeyStore
  readonly counts: CountStore
  readonly idempotency: IdempotencyStore
  /** A secret of this store, made with it: what it signs is good here and nowhere else. */
  readonly secret: Uint8Array
  /**
   * Puts sample data into a store that was never served before, in one transaction.
   *
   * @returns whether this was the first time
   */
  seedOnce(seed: Seed): Awaitable<boolean>
  /** Rejects where the store does not answer. */
  ping(): Awaitable<void>
  /** Writes what changes nothing. Rejects where nothing can be written. */
  tryWriting(): Awaitable<void>
  close(): Awaitable<void>
}

/** What a new store starts with. */
export type Seed = {
  readonly pets: ReadonlyArray<Parameters<PetStore['create']>[0]>
  readonly keys: ReadonlyArray<Parameters<KeyStore['insert']>[0]>
}

/** What of a store a thread needs that serves requests. */
export type ServingStorage = Pick<Storage, 'secret' | 'ping' | 'close'> & {
  readonly pets: ServedPets
  readonly keys: ServedKeys
}
