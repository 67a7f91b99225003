import type { Clock } from '../base/clock.ts'

/** Number of snapshots kept. They are taken every ten seconds, so they cover a minute. */
export const maxMoments = 6

/** A success status or an error code. */
export type Outcome = number | string

/** The requests of an environment under `/v1` in the last minute. */
export type RecentRequests = ReturnType<ReturnType<typeof lastMinute>['read']>

/** Counts of requests since the start, by outcome and by bucket of the metrics. */
export type Totals = {
  readonly byOutcome: ReadonlyMap<Outcome, number>
  readonly buckets: readonly number[]
}

/**
 * Computes what happened in the last minute from snapshots of totals.
 * @param bounds of the buckets, in seconds @param now a monotonic clock, in milliseconds
 */
export const lastMinute = (bounds: readonly number[], totals: () => Totals, now: Clock) => {
  const moment = () => ({ ...totals(), at: now() })
  let moments = [moment()]
  return {
    remember: (): void => void (moments = [...moments, moment()].slice(-maxMoments)),
    read: () => {
      const latest = moment()
      const [before = latest] = moments
      const buckets = latest.buckets.map((count, at) => count - (before.buckets[at] ?? 0))
      const refusals: Record<string, number> = {}
      let count = 0
      for (const [outcome, total] of latest.byOutcome) {
        const times = total - (before.byOutcome.get(outcome) ?? 0)
        count += times
        if (typeof outcome === 'string' && times > 0) refusals[outcome] = times
      }
      return {
        /** The length of the interval; less than a minute shortly after the start. */
        seconds: Math.round((latest.at - before.at) / 1_000),
        count,
        /** Percentiles of the duration in milliseconds, from the buckets of the metrics; null without requests. */
        p50: percentile(bounds, buckets, 0.5),
        p99: percentile(bounds, buckets, 0.99),
        refusals,
      }
    },
  }
}

/** Returns a percentile in milliseconds, interpolated within its bucket (bounds in seconds); the last bound if it is beyond. */
const percentile = (
  bounds: readonly number[],
  buckets: readonly number[],
  share: number,
): number | null => {
  const total = buckets.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let before = 0
  for (const [at, count] of buckets.entries()) {
    if (before + count >= share * total && count > 0) {
      const [lower = 0, upper = lower] = [at === 0 ? 0 : bounds[at - 1], bounds[at]]
      const seconds = lower + (upper - lower) * ((share * total - before) / count)
      return Math.round(seconds * 1_000_000) / 1_000
    }
    before += count
  }
  return null
}

const nothing: Totals = { byOutcome: new Map(), buckets: [] }
export const noRequests = lastMinute(
  [],
  () => nothing,
  () => 0,
).read()
