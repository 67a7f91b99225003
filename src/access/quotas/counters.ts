import type { Awaitable } from '../../base/awaitable.ts'
import type { SubjectKind } from '../../base/spending.ts'
import type { Bucket, Verdict } from './bucket.ts'
import type { Limits } from './plans.ts'
import type { QuotaState } from './usage.ts'

/** Data whose version changes before any change of it is acknowledged. */
export type Versioned = { readonly version: number }

/** The subject of a count: the owner of API keys, or an address. */
export type Subject = { readonly kind: SubjectKind; readonly id: string }

export type Spent = {
  readonly verdict: Verdict
  /** The version to cache answers under. It covers every change acknowledged before this request. Undefined if unknown. */
  readonly version: number | undefined
}

/**
 * Counts requests. Each call is atomic and settles in bounded time. Counters in memory are synchronous. Remote ones
 * reject with `StorageUnavailable` if they cannot count now.
 */
export interface Counters {
  spend(subject: Subject, limits: Limits, now: number): Awaitable<Spent>
  /** The subject's current quota, also during a ban; nothing is charged. */
  peek(subject: Subject, limits: Limits, now: number): Awaitable<QuotaState>
}

export interface PersistentCounters extends Counters {
  /** Reads the stored counts, before anything is charged. Rejects as the store does. */
  load(store: Pick<CountStore, 'load'>): Promise<void>
  /** Writes unsaved counts; remote counters write at least those that cause alerts. Rejects as the store does. */
  flush(store: Pick<CountStore, 'save' | 'inTurn'>): Promise<void>
  /** Drops expired counts, unless the counters do so by themselves. */
  sweep(now: number): void
  /** Ends the ban of a key, for all nodes. */
  liftBan(lift: BanLift): Awaitable<void>
  /**
   * Announces to all nodes that data changed, so that their next `spend` returns another version, or that an API key
   * changed, so that `keyRevision` changes. Call it after a commit and before the change is acknowledged. Undefined if
   * no other node can share the counters. Throws if the engine does not answer.
   */
  announce?(changed: 'data' | 'keys'): Promise<void>
  /** Changes with every change of any API key, by any process; throws if it cannot be read. Undefined if only the store has one. */
  keyRevision?(): Promise<string>
  close(): Awaitable<void>
}

export type StoredCount = Subject & Bucket

/** A request to lift a ban, made by a process other than the counting one. */
export type BanLift = {
  /** The id of the owner. */
  readonly id: string
  /** Whole Unix seconds; a ban that began later stays. */
  readonly at: number
}

export interface CountStore {
  load(): Promise<readonly StoredCount[]>
  /** Deletes some subjects, then writes some counts, in one transaction. A subject may be in both. */
  save(counts: readonly StoredCount[], forgotten: readonly Subject[]): Promise<void>
  /** Runs work that only one node may do at a time; skips it if another node does it now. Undefined on a single node. */
  inTurn?(work: () => Promise<void>): Promise<void>
}
