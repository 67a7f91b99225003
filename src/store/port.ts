import type { ChangeContext, Change } from '../base/data/change.ts'
import type { InternalRows, Store } from '../base/data/store.ts'
import type { StoreFacts } from '../base/observation.ts'
import type { KeyRecord, KeyStore } from '../access/keys/key-store.ts'
import type { storedAudit } from './audit.ts'
import type { Bulk } from './bulk.ts'
import type { StoredCounts } from '../access/quotas/counters.ts'
import type { RequestHistory } from '../access/quotas/history/request-history.ts'

/** What one environment stores. Every call settles in bounded time, or rejects with `StorageUnavailable`. */
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
  readonly audit: ReturnType<typeof storedAudit>
  /** A secret of this store, made with it. What it signs is valid for this store only. */
  readonly secret: Uint8Array
  /** Adds sample data to a store at its first start, in one transaction. It returns whether this was the first. */
  seedOnce(seed: Seed): Promise<boolean>
  /** @param now milliseconds since the Unix epoch */
  facts(now: number): Promise<StoreFacts>
  /** Whether this holder, a unique name, takes or keeps the lease of some work; 0 milliseconds give it back. */
  lease(work: string, holder: string, milliseconds: number): Promise<boolean>
  poll(): Promise<void>
  ping(): Promise<void>
  /** Makes a write that changes nothing. Rejects if nothing can be written. */
  tryWriting(): Promise<void>
  close(): Promise<void>
}

/** Deletes what is too old, the oldest first. */
export interface Retention {
  /** Deletes what is from before a Unix time in milliseconds, `max` at most; it returns how many were deleted. */
  forget(before: number, max: number): Promise<number>
}

export type Seed = {
  readonly changes: readonly Change[]
  readonly keys: readonly KeyRecord[]
  readonly act: ChangeContext
}

/** Milliseconds between polls for changes by other processes; a command that reports a change waits twice as long. */
export const pollInterval = 250
