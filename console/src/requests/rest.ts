import type { RateLimitWindow } from '../../../client/src/index.ts'

/** The shortest and the longest polling interval, in milliseconds. */
const minInterval = 15_000
const maxInterval = 600_000

/** Requests of the day that are reserved for what people save. */
const reserve = 50

/**
 * The polling interval of an idle screen, in milliseconds, such that polling takes a quarter of the requests
 * left today. Undefined if too few are left.
 */
export const restInterval = (quota: readonly RateLimitWindow[]): number | undefined => {
  const day = quota.find(({ name }) => name === 'day')
  if (day === undefined) return minInterval
  if (day.remaining <= reserve) return undefined
  const open = Math.min(day.resetAfter, 8 * 3_600) * 1_000
  return Math.min(maxInterval, Math.max(minInterval, open / (day.remaining / 4)))
}
