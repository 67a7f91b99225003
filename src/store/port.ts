import type { ChangeContext, Change } from '../base/data/change.ts'
import type { InternalRows, Store } from '../base/data/store.ts'
import type { StoreFacts } from '../base/observation.ts'
import type { KeyRecord, KeyStore } from '../access/keys/key-store.ts'
import type { Bulk } from './bulk.ts'
import type { StoredCounts } from '../access/quotas/counters.ts'
import type { RequestHistory } from '../access/quotas/history/request-history.ts'

/**
 * What one environment stores. Every call settles in bounded time, and rejects with `StorageUnavailable` if the store
 * cannot do it now.
 */
export interface Storage {
  readonly data: Store
  /** The rows with their hidden fields, for work of the service's own. */
  readonly whole: InternalRows
  readonly bulk: Bulk
  readonly keys: KeyStore
  readonly counts: StoredCounts
  readonly history: RequestHistory
  readonly idempotency: Retention
  /** Of the events of `data`. The newest one is never deleted: ids go on from it. */
  readonly events: Retention
  /** A secret of this store, made with it. What it signs is valid for this store only. */
  readonly secret: Uint8Array
  /**
   * Adds sample data to a store at its first start, in one transaction.
   *
   * @returns whether this was the first time
   */
  seedOnce(seed: Seed): Promise<boolean>
  /** @param now milliseconds since the Unix epoch */
  facts(now: number): Promise<StoreFacts>
  /**
   * Takes or keeps the lease of work that one node of the store does at a time. It ends by itself.
   *
   * @param holder who asks; no two nodes have the same
   * @param milliseconds for how long; 0 gives it back
   * @returns whether the holder has it now
   */
  lease(work: string, holder: string, milliseconds: number): Promise<boolean>
  /** Checks whether another process changed anything. */
  poll(): Promise<void>
  ping(): Promise<void>
  /** Makes a write that changes nothing. Rejects if nothing can be written. */
  tryWriting(): Promise<void>
  close(): Promise<void>
}

/** Deletes what is too old, the oldest first. */
export interface Retention {
  /**
   * @param before milliseconds since the Unix epoch
   * @param max how many at most, so that no request waits for long
   * @returns how many were deleted
   */
  forget(before: number, max: number): Promise<number>
}

/** What a new store starts with. */
export type Seed = {
  readonly changes: readonly Change[]
  readonly keys: readonly KeyRecord[]
  readonly act: ChangeContext
}

/**
 * Milliseconds between two polls for changes by other processes. A command that reports a change waits twice as long
 * first, so it is visible everywhere.
 */
export const pollInterval = 250
