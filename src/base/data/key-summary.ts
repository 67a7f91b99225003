import type { Awaitable } from '../awaitable.ts'
import type { CountKey } from './change.ts'

/** What the owner of some API keys has to know, as of one moment. */
export type KeySummary = {
  /** How many rows match the key to count. */
  readonly counted: number
  /** How often the owner called deprecated operations in the days that the history keeps. */
  readonly deprecatedCalls: bigint
  /** The id of the newest event, whoever may see it; 0 if there is none. */
  readonly newestEvent: bigint
}

/** Reads all of it at once, and answers at once if the store is on this machine: three reads would take twice the time, and over a network three ways. */
export interface KeySummaries {
  /**
   * @param ownerId the owner
   * @param key what to count
   * @param now milliseconds since the Unix epoch
   */
  of(ownerId: string, key: CountKey, now: number): Awaitable<KeySummary>
}
