import type { RateLimitWindow } from '../../../client/src/index.ts'

/** The shortest and the longest time between two looks for news, in milliseconds. */
const shortest = 15_000
const longest = 600_000

/** Requests of the day that are left to people's own saves. */
const reserve = 50

/**
 * How long a screen at rest waits before it looks for news, so that all its looks take a quarter of
 * the requests left today. Undefined if too few are left to look at all.
 */
export const restInterval = (quota: readonly RateLimitWindow[]): number | undefined => {
  const day = quota.find(({ name }) => name === 'day')
  if (day === undefined) return shortest
  if (day.remaining <= reserve) return undefined
  const open = Math.min(day.resetAfter, 8 * 3_600) * 1_000
  return Math.min(longest, Math.max(shortest, open / (day.remaining / 4)))
}
