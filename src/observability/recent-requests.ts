import { performance } from 'node:perf_hooks'
import type { RequestGroup } from '../core/observation.ts'
import { requestOutcomes } from './metrics-families.ts'
import type { Family } from './metrics-layout.ts'
import type { MetricsMemory } from './metrics-memory.ts'

/** How many moments are kept, one every ten seconds: those of a minute. */
export const mostMoments = 6

/** What an environment was asked lately, under `/v1`. */
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

/** The counters of one moment, of all threads. */
type Moment = {
  /** Milliseconds of `performance.now`. */
  readonly at: number
  readonly outcomes: Float64Array
  /** The buckets of the time that requests took, of all operations. */
  readonly buckets: Float64Array
}

/** Pages and health checks are no requests of the interface. */
const beside: ReadonlySet<string> = new Set(['health', 'page'] satisfies RequestGroup[])

/** Tells what happened in the last minute, from the counters of the metrics, which count since the start. */
export class LastMinute {
  readonly #memories: readonly MetricsMemory[]
  readonly #now: () => number
  #moments: Moment[]

  /**
   * @param startedAt when the service started, by this clock; then all counters were 0
   * @param now milliseconds that only grow
   */
  constructor(
    memories: readonly MetricsMemory[],
    startedAt: number,
    now: () => number = () => performance.now(),
  ) {
    this.#memories = memories
    this.#now = now
    const { outcomes, buckets } = this.#take()
    this.#moments = [{ at: startedAt, outcomes: outcomes.fill(0), buckets: buckets.fill(0) }]
  }

  /** Remembers the counters of this moment. Call it every ten seconds. */
  remember(): void {
    this.#moments = [...this.#moments, this.#take()].slice(-mostMoments)
  }

  read(): RecentRequests {
    const now = this.#take()
    const [before = now] = this.#moments
    const outcomes = now.outcomes.map((count, at) => count - (before.outcomes[at] ?? 0))
    const buckets = now.buckets.map((count, at) => count - (before.buckets[at] ?? 0))
    const bounds = this.#memories[0]?.metrics.families.requestSeconds.bounds ?? []
    const refusals: Record<string, number> = {}
    let count = 0
    for (const [at, times] of outcomes.entries()) {
      const outcome = requestOutcomes[at]
      count += times
      if (typeof outcome === 'string' && times > 0) refusals[outcome] = times
    }
    return {
      seconds: Math.round((now.at - before.at) / 1_000),
      count,
      p50: percentile(bounds, buckets, 0.5),
      p99: percentile(bounds, buckets, 0.99),
      refusals,
    }
  }

  #take(): Moment {
    const outcomes = new Float64Array(requestOutcomes.length)
    const families = this.#memories[0]?.metrics.families
    const buckets = new Float64Array((families?.requestSeconds.bounds.length ?? 0) + 1)
    for (const memory of this.#memories) {
      const { requests, requestSeconds } = memory.metrics.families
      for (const [at, name] of memory.metrics.requestOperations.entries()) {
        if (beside.has(name)) continue
        addTo(outcomes, memory, requests, at * outcomes.length)
        addTo(buckets, memory, requestSeconds, at * requestSeconds.width)
      }
    }
    return { at: this.#now(), outcomes, buckets }
  }
}

/** Adds the cells of a family, from one on, to sums. */
const addTo = (sums: Float64Array, { cells }: MetricsMemory, { offset }: Family, from: number) => {
  for (let at = 0; at < sums.length; at += 1) {
    sums[at] = (sums[at] ?? 0) + (cells[offset + from + at] ?? 0)
  }
}

/**
 * A percentile of a histogram, evenly spread within its bucket, in milliseconds; the last bound if it is beyond.
 *
 * @param bounds in seconds
 */
const percentile = (
  bounds: readonly number[],
  buckets: Float64Array,
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
