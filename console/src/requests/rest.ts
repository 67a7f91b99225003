import type { RateLimitWindow } from '../../../client/src/index.ts'

/** The shortest and the longest time between two looks for news, in milliseconds. */
const minInterval = 15_000
const maxInterval = 600_000

/** Requests of the day that are left to people's own saves. */
const reserve = 50

/**
 * How long a screen at rest waits before it looks for news, so that all its looks take a quarter of
 * the requests left today. Undefined if too few are left to look at all.
 */
export const restInterval = (quota: readonly RateLimitWindow[]): number | undefined => {
  const day = quota.find(({ name }) => name === 'day')
  if (day === undefined) return minInterval
  if (day.remaining <= reserve) return undefined
  const open = Math.min(day.resetAfter, 8 * 3_600) * 1_000
  return Math.min(maxInterval, Math.max(minInterval, open / (day.remaining / 4)))
}
