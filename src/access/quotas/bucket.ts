import type { Outcome } from '../../base/spending.ts'
import type { Limits } from './plans.ts'

/** Seconds in a window. Windows are aligned to the UTC clock, so each begins at a multiple of its length. */
export const windowSeconds = { minute: 60, day: 86_400 } as const

/** Lengths of bans in seconds: the first, the maximum, and how long a ban is remembered after its end. */
export const banSeconds = { first: 300, max: 86_400, memory: 86_400 } as const

/** An empty bucket. It is the only list of the fields, and buckets are stored and packed in this order. */
const empty = {
  minute: 0,
  minuteUsed: 0,
  /** 429 answers in this minute, without those of a ban. */
  minuteRefused: 0,
  day: 0,
  dayUsed: 0,
  /** When the last ban ends or ended; 0 if there was none. */
  banEnds: 0,
  /** Length of the last ban in seconds; 0 if there was none. */
  banLength: 0,
}

/** The counts of one caller. Windows are numbered from the Unix epoch; times are in whole Unix seconds. */
export type Bucket = typeof empty

// Object.keys widens to string[]; the keys of a const object are known.
export const bucketFields = Object.keys(empty) as ReadonlyArray<keyof Bucket>

/** Makes a bucket of numbers by their index in `bucketFields`. */
export const bucketOf = (number: (at: number) => number): Bucket => {
  const bucket = emptyBucket()
  for (const [at, field] of bucketFields.entries()) bucket[field] = number(at)
  return bucket
}

export const emptyBucket = (): Bucket => ({ ...empty })

/** Charges a request to both windows of a bucket, or to neither. With `bans`, as for keys, many refusals lead to a ban. */
export const spend = (bucket: Bucket, limits: Limits, now: number, bans: boolean): Outcome => {
  const seconds = now / 1_000
  if (isBanned(bucket, seconds)) return 'banned'
  rollWindows(bucket, seconds)
  if (bucket.dayUsed >= limits.perDay || bucket.minuteUsed >= limits.perMinute) {
    bucket.minuteRefused += 1
    if (bans && bucket.minuteRefused >= limits.perMinute) ban(bucket, seconds)
    return bucket.dayUsed >= limits.perDay ? 'day_used_up' : 'minute_used_up'
  }
  bucket.minuteUsed += 1
  bucket.dayUsed += 1
  return 'allowed'
}

/** Whether a ban is in force. A clock that is set back does not prolong a ban. */
export const isBanned = (bucket: Bucket, seconds: number): boolean => {
  if (seconds >= bucket.banEnds) return false
  bucket.banEnds = Math.min(bucket.banEnds, Math.floor(seconds) + bucket.banLength)
  return true
}

/** Moves the windows of a bucket to the current time, without a charge. */
export const rollWindows = (bucket: Bucket, seconds: number): void => {
  const minute = Math.floor(seconds / windowSeconds.minute)
  const day = Math.floor(seconds / windowSeconds.day)
  if (hasMoved(bucket.minute, minute)) {
    bucket.minute = minute
    bucket.minuteUsed = 0
    bucket.minuteRefused = 0
  }
  if (hasMoved(bucket.day, day)) {
    bucket.day = day
    bucket.dayUsed = 0
  }
}

/** A clock set back by less than a window must not grant a window twice; one set back further was corrected. */
const hasMoved = (from: number, to: number): boolean => to > from || to < from - 1

const ban = (bucket: Bucket, seconds: number): void => {
  const again = bucket.banLength > 0 && seconds - bucket.banEnds <= banSeconds.memory
  bucket.banLength = again ? Math.min(bucket.banLength * 2, banSeconds.max) : banSeconds.first
  // Rounded down, so that the first `Retry-After` is not a second longer than the ban.
  bucket.banEnds = Math.floor(seconds) + bucket.banLength
  bucket.minuteRefused = 0
}

/** Lifts and forgets a ban that began by `at`, in Unix seconds. Returns whether there was one, even if it had ended. */
export const liftBan = (bucket: Bucket, at: number): boolean => {
  if (bucket.banLength === 0 || bucket.banEnds - bucket.banLength > at) return false
  bucket.banEnds = 0
  bucket.banLength = 0
  bucket.minuteRefused = 0
  return true
}

/** Whether the bucket can be dropped. */
export const isSpent = (bucket: Bucket, now: number): boolean => {
  const seconds = now / 1_000
  const isPast = bucket.day < Math.floor(seconds / windowSeconds.day)
  return isPast && seconds > bucket.banEnds + banSeconds.memory
}

/** The outcome of a request for a quota, and what remains after it. */
export type Verdict = Readonly<ReturnType<typeof verdictOf>>

/** The verdict for a bucket that `spend` or `rollWindows` has just updated. */
export const verdictOf = (bucket: Bucket, limits: Limits, outcome: Outcome, now: number) => {
  // The refusal that starts a ban already reports its end, because an earlier retry would fail.
  const banned = outcome !== 'allowed' && now / 1_000 < bucket.banEnds
  const endOfMinute = (bucket.minute + 1) * windowSeconds.minute
  const endOfDay = (bucket.day + 1) * windowSeconds.day
  // If the day is used up too, the caller must wait for the later of both.
  const endOfBan = outcome === 'day_used_up' ? Math.max(endOfDay, bucket.banEnds) : bucket.banEnds
  const minuteReset = banned ? endOfBan : endOfMinute
  const dayReset = banned ? endOfBan : endOfDay
  // Nothing remains during a ban.
  const minuteRemaining = banned ? 0 : Math.max(0, limits.perMinute - bucket.minuteUsed)
  const dayRemaining = banned ? 0 : Math.max(0, limits.perDay - bucket.dayUsed)
  const minuteResetAfter = secondsUntil(minuteReset, now)
  const dayResetAfter = secondsUntil(dayReset, now)
  // If both have the same number left, report the day, which lasts longer.
  const day =
    outcome === 'day_used_up' || (outcome === 'allowed' && dayRemaining <= minuteRemaining)
  return {
    outcome,
    banBegan: banned && outcome !== 'banned',
    limits,
    /** The window that stops the caller, or the one with the fewest requests remaining. */
    limit: day ? limits.perDay : limits.perMinute,
    remaining: day ? dayRemaining : minuteRemaining,
    /** Unix seconds at which that window, or the ban, ends. */
    reset: day ? dayReset : minuteReset,
    /** Whole seconds until `reset`, rounded up, at least 1. The values of each window follow. */
    resetAfter: day ? dayResetAfter : minuteResetAfter,
    minuteRemaining,
    minuteResetAfter,
    dayRemaining,
    dayResetAfter,
  }
}

const secondsUntil = (unixSeconds: number, now: number): number =>
  Math.max(1, Math.ceil(unixSeconds - now / 1_000))
