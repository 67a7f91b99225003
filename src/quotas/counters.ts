import type { Awaitable } from '../core/awaitable.ts'
import type { SubjectKind } from '../core/spending.ts'
import type { Bucket } from './bucket.ts'
import type { Limits } from './plans.ts'
import type { Verdict } from './verdict.ts'

/** Whose requests are counted: an API key (the first of its rotation chain) or an address. */
export type Subject = { readonly kind: SubjectKind; readonly id: string }

/** Counts requests. Each call is atomic. */
export interface Counters {
  /**
   * Spends one request of the subject.
   *
   * @param now milliseconds since the Unix epoch
   */
  spend(subject: Subject, limits: Limits, now: number): Awaitable<Verdict>
  /** How the subject stands, with nothing spent. */
  peek(subject: Subject, limits: Limits, now: number): Awaitable<Verdict>
}

/** A bucket with its owner, as it is kept over a restart. */
export type StoredCount = Subject & Bucket

/** Keeps counts over a restart. */
export interface CountStore {
  load(): Promise<readonly StoredCount[]>
  /**
   * Forgets those subjects, then writes these counts, in one transaction. A subject that came back
   * meanwhile is among both.
   */
  save(counts: readonly StoredCount[], forgotten: readonly Subject[]): Promise<void>
}
