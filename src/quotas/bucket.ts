import type { Outcome } from '../core/spending.ts'
import type { Limits } from './plans.ts'

/** Seconds in a window. Windows are aligned to the UTC clock, so both begin at multiples of these. */
export const windowSeconds = { minute: 60, day: 86_400 } as const

/** Seconds of a first ban, of the longest one, and after a ban's end until it is forgotten. */
const banSeconds = { first: 300, longest: 86_400, memory: 86_400 } as const

/**
 * What is counted for one caller: its two windows, its refusals and its ban. Windows are numbered
 * from the Unix epoch; times are whole Unix seconds.
 */
export type Bucket = {
  minute: number
  minuteUsed: number
  /** Answers 429 in this minute, bans not counted. */
  minuteRefused: number
  day: number
  dayUsed: number
  /** When the last ban ends or ended; 0 where there was none. */
  banEnds: number
  /** How long the last ban was made; 0 where there was none. */
  banLength: number
}

export const emptyBucket = (): Bucket => ({
  minute: 0,
  minuteUsed: 0,
  minuteRefused: 0,
  day: 0,
  dayUsed: 0,
  banEnds: 0,
  banLength: 0,
})

/**
 * Spends one request from both windows of a bucket, at once, or from neither.
 *
 * @param now milliseconds since the Unix epoch
 * @param bans whether refusals add up to a ban, as they do for keys but not for addresses
 */
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

/** Whether a ban stands. A clock that was set back makes none longer than it was made. */
export const isBanned = (bucket: Bucket, seconds: number): boolean => {
  if (seconds >= bucket.banEnds) return false
  bucket.banEnds = Math.min(bucket.banEnds, Math.ceil(seconds) + bucket.banLength)
  return true
}

/** Brings the windows of a bucket to the present, without spending. */
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

/**
 * A clock set back by less than a window must not give a window twice; one set back further is a
 * mended clock, and a caller must not wait for the wrong time to come again.
 */
const hasMoved = (from: number, to: number): boolean => to > from || to < from - 1

const ban = (bucket: Bucket, seconds: number): void => {
  const again = bucket.banLength > 0 && seconds - bucket.banEnds <= banSeconds.memory
  bucket.banLength = again ? Math.min(bucket.banLength * 2, banSeconds.longest) : banSeconds.first
  bucket.banEnds = Math.ceil(seconds) + bucket.banLength
  bucket.minuteRefused = 0
}

/**
 * Ends a ban as if it had never been: the next one is a first one.
 *
 * @param at whole Unix seconds; a ban that began later stays
 * @returns whether there was such a ban, standing or remembered
 */
export const liftBan = (bucket: Bucket, at: number): boolean => {
  if (bucket.banLength === 0 || bucket.banEnds - bucket.banLength > at) return false
  bucket.banEnds = 0
  bucket.banLength = 0
  bucket.minuteRefused = 0
  return true
}

/** Whether nothing in the bucket can matter any more, so that it need not be kept. */
export const isSpent = (bucket: Bucket, now: number): boolean => {
  const seconds = now / 1_000
  return (
    bucket.day < Math.floor(seconds / windowSeconds.day) &&
    seconds > bucket.banEnds + banSeconds.memory
  )
}
