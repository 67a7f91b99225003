import type { Awaitable } from '../core/awaitable.ts'
import type { SubjectKind } from '../core/spending.ts'
import type { Bucket, Verdict } from './bucket.ts'
import type { Limits } from './plans.ts'
import type { QuotaState } from './usage.ts'

/** The subject of a count: an API key (the first of its rotation chain) or an address. */
export type Subject = { readonly kind: SubjectKind; readonly id: string }

/** What is known after a request is spent. */
export type Spent = {
  readonly verdict: Verdict
  /**
   * A version of the data that moved before any change that was acknowledged before this request came. Answers that
   * were kept under it are still right. Undefined if the counter cannot tell.
   */
  readonly version: number | undefined
}

/**
 * Counts requests. Each call is atomic and settles in bounded time. A counter in memory answers at once. One over a
 * network answers later, and rejects with `StorageUnavailable` if it cannot count now.
 */
export interface Counters {
  /**
   * Spends one request of the subject.
   *
   * @param now milliseconds since the Unix epoch
   */
  spend(subject: Subject, limits: Limits, now: number): Awaitable<Spent>
  /** The subject's quota at present, under a ban too; nothing is spent. */
  peek(subject: Subject, limits: Limits, now: number): Awaitable<QuotaState>
}

/** Counters that survive a restart. */
export interface KeptCounters extends Counters {
  /** Reads the stored counts, before anything is spent. Rejects as the store does. */
  load(store: Pick<CountStore, 'load'>): Promise<void>
  /**
   * Writes what changed since the last call, and what earlier calls failed to write. Counters that keep themselves write
   * at least what the owner of a key is told of. Rejects as the store does.
   */
  flush(store: Pick<CountStore, 'save' | 'inTurn'>): Promise<void>
  /** Drops what does not matter any more, if the counters do not do so by themselves. */
  sweep(now: number): void
  /** Ends the ban of a key, for all nodes. */
  liftBan(lift: BanLift): Awaitable<void>
  /**
   * Tells all nodes that data changed: their next `spend` has another version. Call it after a commit and before the
   * change is acknowledged. Undefined if no other node can have the counters.
   *
   * @throws Error if they could not be told
   */
  announce?(): Promise<void>
  /**
   * A mark that is another one after each change of an API key, by whichever process. Undefined if only the store tells of
   * them.
   *
   * @throws Error if it cannot be read
   */
  keyRevision?(): Promise<string>
  /** Closes what the counters opened. */
  close(): Awaitable<void>
}

/** A bucket and its subject, as the store keeps them over a restart. */
export type StoredCount = Subject & Bucket

/** An order to end the ban of a key, from another process than the one that counts. */
export type BanLift = {
  /** The id of the first key of the rotation chain. */
  readonly id: string
  /** Whole Unix seconds; a ban that began later stays. */
  readonly at: number
}

/** The stored counts. */
export interface KeptCounts extends Pick<CountStore, 'load'> {
  /**
   * Saves as `CountStore` does. In the same transaction the owner of a key gets its events: of each share of its day that
   * it newly reached, and of a new ban.
   *
   * @param now milliseconds since the Unix epoch
   */
  save(counts: readonly StoredCount[], forgotten: readonly Subject[], now: number): Promise<void>
  /** The count of one subject as it was last saved, or undefined if it has none. */
  find(subject: Subject): Promise<StoredCount | undefined>
  /** Lifts a ban in the stored counts and orders the counting process to lift it, in one transaction. */
  liftBan(lift: BanLift): Promise<void>
  /** Bans that the counting process has yet to lift. Each is returned until it is forgotten. */
  lifts(): Promise<readonly BanLift[]>
  forgetLifts(lifts: readonly BanLift[]): Promise<void>
}

/** Keeps counts over a restart. */
export interface CountStore {
  load(): Promise<readonly StoredCount[]>
  /**
   * Forgets some subjects, then writes some counts, in one transaction. A subject that came back in between is among
   * both.
   */
  save(counts: readonly StoredCount[], forgotten: readonly Subject[]): Promise<void>
  /**
   * Runs work that one node does at a time, unless another one does it now. Without it, this node is alone.
   */
  inTurn?(work: () => Promise<void>): Promise<void>
}
