import type { Clock } from '../base/clock.ts'

/** How many moments are remembered, one every ten seconds: those of a minute. */
export const maxMoments = 6

/** What requests came to since the start. */
export type RequestTotals = {
  /** By status of success or by error code. */
  readonly byOutcome: ReadonlyMap<number | string, number>
  /** How many took a time in each bucket of the metrics. */
  readonly buckets: readonly number[]
}

/** The recent requests of an environment, under `/v1`. */
export type RecentRequests = {
  /** The length of the time, in seconds: less than a minute shortly after the start. */
  readonly seconds: number
  readonly count: number
  /** Milliseconds that requests took, from the buckets of the metrics; null if there were none. */
  readonly p50: number | null
  readonly p99: number | null
  /** How many were answered with each error code. */
  readonly refusals: Readonly<Record<string, number>>
}

/** Those of a worker that has reported nothing yet. */
export const noRequests: RecentRequests = {
  seconds: 0,
  count: 0,
  p50: null,
  p99: null,
  refusals: {},
}

/** The totals of one moment, in milliseconds of `performance.now`. */
type Moment = RequestTotals & { readonly at: number }

/** Tells what happened in the last minute, from totals, which count since the start. */
export class LastMinute {
  readonly #bounds: readonly number[]
  readonly #totals: () => RequestTotals
  readonly #now: Clock
  #moments: Moment[]

  /**
   * @param bounds of the buckets, in seconds
   * @param totals those of now
   * @param now milliseconds that only grow
   */
  constructor(bounds: readonly number[], totals: () => RequestTotals, now: Clock) {
    this.#bounds = bounds
    this.#totals = totals
    this.#now = now
    this.#moments = [{ at: now(), byOutcome: new Map(), buckets: [] }]
  }

  /** Remembers the totals of this moment. Call it every ten seconds. */
  remember(): void {
    this.#moments = [...this.#moments, { at: this.#now(), ...this.#totals() }].slice(-maxMoments)
  }

  read(): RecentRequests {
    const now = { at: this.#now(), ...this.#totals() }
    const [before = now] = this.#moments
    const buckets = now.buckets.map((count, at) => count - (before.buckets[at] ?? 0))
    const refusals: Record<string, number> = {}
    let count = 0
    for (const [outcome, total] of now.byOutcome) {
      const times = total - (before.byOutcome.get(outcome) ?? 0)
      count += times
      if (typeof outcome === 'string' && times > 0) refusals[outcome] = times
    }
    return {
      seconds: Math.round((now.at - before.at) / 1_000),
      count,
      p50: percentile(this.#bounds, buckets, 0.5),
      p99: percentile(this.#bounds, buckets, 0.99),
      refusals,
    }
  }
}

/**
 * A percentile of a histogram, evenly spread within its bucket, in milliseconds; the last bound if it is beyond.
 *
 * @param bounds in seconds
 */
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
