import { type Bucket, isBanned, rollWindows, verdictOf, windowSeconds } from './bucket.ts'
import type { Limits } from './plans.ts'

export type WindowUsage = Readonly<ReturnType<typeof windowUsage>>

export type Usage = Readonly<ReturnType<typeof usageOf>>

/** A quota at one moment: the verdict for the headers, and the usage. */
export type QuotaState = Readonly<ReturnType<typeof quotaStateOf>>

/** Reads the verdict and the usage from a bucket, and moves its windows to the current time. */
export const quotaStateOf = (bucket: Bucket, limits: Limits, now: number) => {
  const outcome = isBanned(bucket, now / 1_000) ? 'banned' : 'allowed'
  rollWindows(bucket, now / 1_000)
  const verdict = verdictOf(bucket, limits, outcome, now)
  return { verdict, usage: usageOf(bucket, limits, now) }
}

/** Reads from a bucket how much of the current windows is used, without changing it. */
export const usageOf = (bucket: Bucket, limits: Limits, now: number) => {
  const present = { ...bucket }
  const banned = isBanned(present, now / 1_000)
  rollWindows(present, now / 1_000)
  const { minute, minuteUsed, day, dayUsed, banEnds, banLength } = present
  return {
    minute: windowUsage(limits.perMinute, minuteUsed, (minute + 1) * windowSeconds.minute),
    day: windowUsage(limits.perDay, dayUsed, (day + 1) * windowSeconds.day),
    /** When the ban began and when it ends, in Unix seconds; both undefined if no ban is in force. */
    bannedSince: banned ? banEnds - banLength : undefined,
    bannedUntil: banned ? banEnds : undefined,
  }
}

/** @param resets Unix seconds at which the window ends */
const windowUsage = (limit: number, used: number, resets: number) => ({
  limit,
  used,
  /** Requests remaining in this window, regardless of a ban. After a change to a smaller plan, `used` may exceed the limit. */
  remaining: Math.max(0, limit - used),
  resets,
})
