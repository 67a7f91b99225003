import {
  type Bucket,
  isBanned,
  rollWindows,
  type Verdict,
  verdictOf,
  windowSeconds,
} from './bucket.ts'
import type { Limits } from './plans.ts'

/** How much of a window is used. */
export type WindowUsage = {
  readonly limit: number
  readonly used: number
  /** Requests remaining in this window, regardless of a ban. */
  readonly remaining: number
  /** Unix seconds at which the window ends. */
  readonly resets: number
}

/** What a caller has used, and whether it is banned. */
export type Usage = {
  readonly minute: WindowUsage
  readonly day: WindowUsage
  /** Unix seconds; undefined if no ban is in force. */
  readonly bannedSince: number | undefined
  /** Unix seconds; undefined if no ban is in force. */
  readonly bannedUntil: number | undefined
}

/** A quota at one moment: the verdict for the headers, and the usage. */
export type QuotaState = { readonly verdict: Verdict; readonly usage: Usage }

/**
 * Reads both from a bucket, and moves its windows to the current time.
 *
 * @param now milliseconds since the Unix epoch
 */
export const quotaStateOf = (bucket: Bucket, limits: Limits, now: number): QuotaState => {
  const outcome = isBanned(bucket, now / 1_000) ? 'banned' : 'allowed'
  rollWindows(bucket, now / 1_000)
  return {
    verdict: verdictOf(bucket, limits, outcome, now),
    usage: usageOf(bucket, limits, now),
  }
}

/**
 * Reads from a bucket how much of the current windows is used, without changing it.
 *
 * @param now milliseconds since the Unix epoch
 */
export const usageOf = (bucket: Bucket, limits: Limits, now: number): Usage => {
  const present = { ...bucket }
  const banned = isBanned(present, now / 1_000)
  rollWindows(present, now / 1_000)
  const { minute, minuteUsed, day, dayUsed, banEnds, banLength } = present
  return {
    minute: windowUsage(limits.perMinute, minuteUsed, (minute + 1) * windowSeconds.minute),
    day: windowUsage(limits.perDay, dayUsed, (day + 1) * windowSeconds.day),
    bannedSince: banned ? banEnds - banLength : undefined,
    bannedUntil: banned ? banEnds : undefined,
  }
}

const windowUsage = (limit: number, used: number, resets: number): WindowUsage => ({
  limit,
  used,
  // After a change to a smaller plan, more can be used than allowed.
  remaining: Math.max(0, limit - used),
  resets,
})
