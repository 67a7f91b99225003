import type { Awaitable } from '../core/awaitable.ts'
import type { SubjectKind } from '../core/spending.ts'
import type { Bucket } from './bucket.ts'
import type { Limits } from './plans.ts'
import type { Verdict } from './verdict.ts'

/** Whose requests are counted: an API key (the first of its rotation chain) or an address. */
export type Subject = { readonly kind: SubjectKind; readonly id: string }

/** What is known once a request is spent. */
export type Spent = {
  readonly verdict: Verdict
  /**
   * A version of the data that moved before any change that was acknowledged before this request came; undefined if
   * the counter cannot tell. Answers that were kept under it are still right.
   */
  readonly version: number | undefined
}

/**
 * Counts requests. Each call is atomic, and settles in bounded time. A counter that is at hand answers at once; one
 * elsewhere answers later, and rejects with `StorageUnavailable` if it cannot count now.
 */
export interface Counters {
  /**
   * Spends one request of the subject.
   *
   * @param now milliseconds since the Unix epoch
   */
  spend(subject: Subject, limits: Limits, now: number): Awaitable<Spent>
  /** How the subject stands, with nothing spent. */
  peek(subject: Subject, limits: Limits, now: number): Awaitable<Verdict>
}

/** Counters that one thread keeps over a restart: it alone makes these calls. */
export interface KeptCounters extends Counters {
  /** Takes in the stored counts, before anything is spent. Rejects as the store does. */
  load(store: CountStore): Promise<void>
  /** Writes what changed since the last call. What could not be written is tried at the next. Rejects as the store does. */
  flush(store: CountStore): Promise<void>
  /** Drops what can matter no more. */
  sweep(now: number): void
  /** Ends the ban of a key, for all threads. */
  liftBan(lift: BanLift): void
}

/** A bucket with its owner, as it is kept over a restart. */
export type StoredCount = Subject & Bucket

/** That the ban of a key is to end, asked for by another process than the one that counts. */
export type BanLift = {
  /** The id of the first key of the rotation chain. */
  readonly id: string
  /** Whole Unix seconds; a ban that began later stays. */
  readonly at: number
}

/** What other processes read of the counts that are kept, and ask for. */
export interface KeptCounts {
  /** The count of one subject as it was last saved, or undefined if it has none. */
  find(subject: Subject): Promise<StoredCount | undefined>
  /** Lifts a ban in what is stored, and has it lifted by who counts, in one transaction. */
  liftBan(lift: BanLift): Promise<void>
  /** Bans that are to be lifted by who counts. They are returned until they are forgotten. */
  lifts(): Promise<readonly BanLift[]>
  forgetLifts(lifts: readonly BanLift[]): Promise<void>
}

/** Keeps counts over a restart. */
export interface CountStore {
  load(): Promise<readonly StoredCount[]>
  /**
   * Forgets those subjects, then writes these counts, in one transaction. A subject that came back
   * meanwhile is among both.
   */
  save(counts: readonly StoredCount[], forgotten: readonly Subject[]): Promise<void>
}
