import { type Bucket, windowSeconds } from './bucket.ts'
import type { Outcome } from '../core/spending.ts'
import type { Limits } from './plans.ts'

/** What a caller is told of its quota: the outcome of one request, and what is left after it. */
export type Verdict = {
  readonly outcome: Outcome
  /** Whether this refusal began a ban. */
  readonly banBegan: boolean
  readonly limits: Limits
  /** The window that stops the caller, or the one with the fewest requests remaining. */
  readonly limit: number
  readonly remaining: number
  /** Unix seconds at which that window, or the ban, ends. */
  readonly reset: number
  /** Whole seconds to `reset`, rounded up, never less than 1. */
  readonly resetAfter: number
  readonly minuteRemaining: number
  /** Whole seconds to the end of the minute (or of the ban), rounded up. */
  readonly minuteResetAfter: number
  readonly dayRemaining: number
  readonly dayResetAfter: number
}

/** Reads a verdict from a bucket that `spend` or `rollWindows` has just brought to the present. */
export const verdictOf = (
  bucket: Bucket,
  limits: Limits,
  outcome: Outcome,
  now: number,
): Verdict => {
  // The refusal that begins a ban already tells of it: a retry before its end is in vain.
  const banned = outcome !== 'allowed' && now / 1_000 < bucket.banEnds
  const endOfMinute = (bucket.minute + 1) * windowSeconds.minute
  const endOfDay = (bucket.day + 1) * windowSeconds.day
  // A ban that refusals of the day began does not end the day: the caller must wait for both.
  const endOfBan = outcome === 'day_used_up' ? Math.max(endOfDay, bucket.banEnds) : bucket.banEnds
  const minuteReset = banned ? endOfBan : endOfMinute
  const dayReset = banned ? endOfBan : endOfDay
  // Under a ban nothing remains in either window before its end.
  const minuteRemaining = banned ? 0 : Math.max(0, limits.perMinute - bucket.minuteUsed)
  const dayRemaining = banned ? 0 : Math.max(0, limits.perDay - bucket.dayUsed)
  const minuteResetAfter = secondsUntil(minuteReset, now)
  const dayResetAfter = secondsUntil(dayReset, now)
  // If both have equally few left, report the day, for which the caller waits longer.
  const day =
    outcome === 'day_used_up' || (outcome === 'allowed' && dayRemaining <= minuteRemaining)
  return {
    outcome,
    banBegan: banned && outcome !== 'banned',
    limits,
    limit: day ? limits.perDay : limits.perMinute,
    remaining: day ? dayRemaining : minuteRemaining,
    reset: day ? dayReset : minuteReset,
    resetAfter: day ? dayResetAfter : minuteResetAfter,
    minuteRemaining,
    minuteResetAfter,
    dayRemaining,
    dayResetAfter,
  }
}

const secondsUntil = (unixSeconds: number, now: number): number =>
  Math.max(1, Math.ceil(unixSeconds - now / 1_000))
