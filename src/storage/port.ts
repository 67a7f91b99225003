import type { Bulk } from '../data/bulk.ts'
import type { Change } from '../data/change.ts'
import type { Store } from '../data/store.ts'
import type { IdempotencyStore } from '../idempotency/idempotency-store.ts'
import type { KeyRecord, KeyStore, RequestKeys } from '../keys/key-store.ts'
import type { CountStore, KeptCounts } from '../quotas/counters.ts'

/**
 * What one environment keeps. An adapter holds the SQL and nothing else: the rules stand in the resources' own
 * folders. Every call settles in bounded time, and rejects with `StorageUnavailable` if the store cannot do it now.
 */
export interface Storage {
  /** The rows of the resources. */
  readonly data: Store
  readonly bulk: Bulk
  readonly keys: KeyStore
  readonly counts: CountStore & KeptCounts
  readonly idempotency: IdempotencyStore
  /** A secret of this store, made with it: what it signs is good here and nowhere else. */
  readonly secret: Uint8Array
  /**
   * Puts sample data into a store that was never served before, in one transaction.
   *
   * @returns whether this was the first time
   */
  seedOnce(seed: Seed): Promise<boolean>
  /** Looks whether another process changed anything. */
  poll(): Promise<void>
  /** Rejects if the store does not answer. */
  ping(): Promise<void>
  /** Writes what changes nothing. Rejects if nothing can be written. */
  tryWriting(): Promise<void>
  close(): Promise<void>
}

/** What a new store starts with. */
export type Seed = { readonly changes: readonly Change[]; readonly keys: readonly KeyRecord[] }

/** What of a store a thread needs that serves requests. */
export type RequestStorage = Pick<Storage, 'data' | 'secret' | 'ping' | 'close'> & {
  readonly keys: RequestKeys
}

/**
 * How often the service looks for what other processes changed, in milliseconds. A command that changes rows beside
 * it, and says so, waits twice as long first, so that what it says is seen everywhere.
 */
export const pollInterval = 250
