import { type Bucket, isSpent, rollWindows, spend, type Verdict, verdictOf } from '../bucket.ts'
import type { StoredCount, Subject } from '../counters.ts'
import type { Limits } from '../plans.ts'
import type { CountersMemory } from '../shared/counters-memory.ts'
import { SharedBuckets } from '../shared/shared-buckets.ts'
import { type QuotaState, quotaStateOf, usageOf } from '../usage.ts'
import type { StandbyMemory } from './standby-memory.ts'

/**
 * Counts for one node while the engine cannot be reached. Of what the engine last said is left to a subject, each node
 * lets through its share, rounded down. So all nodes together let through no more than one further limit in a window.
 * Bans that the engine told of stand. All threads of the node count together.
 */
export class Standby {
  readonly #memory: StandbyMemory
  /** What the engine last said. */
  readonly #seen: SharedBuckets
  /** What this node let through since, and the engine does not know. */
  readonly #own: SharedBuckets

  /**
   * @param seen memory for what the engine says
   * @param thread a number from 0 on that no other running thread has
   */
  constructor(memory: StandbyMemory, seen: CountersMemory, thread: number) {
    this.#memory = memory
    this.#seen = new SharedBuckets(seen, thread)
    this.#own = new SharedBuckets(memory.own, thread)
  }

  /** Whether the share of this node is known. */
  get canCount(): boolean {
    return this.#memory.nodes > 0
  }

  /** Remembers what the engine said of a subject. */
  learn(subject: Subject, told: Bucket): void {
    this.#seen.change(subject, (seen) => {
      // Threads learn in any order, and a count only grows in its day.
      if (seen.day !== told.day || seen.dayUsed <= told.dayUsed) Object.assign(seen, told)
    })
  }

  /** Spends one request of the node's share. */
  spend(subject: Subject, limits: Limits, now: number): Verdict {
    const seen = this.#seen.read(subject)
    const isKey = subject.kind === 'key'
    let verdict: Verdict | undefined
    this.#own.change(subject, (own) => {
      const all = together(seen, own, limits, this.#memory.nodes, now)
      const outcome = spend(all, limits, now, isKey)
      verdict = verdictOf(all, limits, outcome, now)
      if (outcome === 'allowed') {
        own.minuteUsed += 1
        own.dayUsed += 1
      } else if (verdict.banBegan) {
        own.minuteRefused = 0
        own.banEnds = all.banEnds
        own.banLength = all.banLength
      } else if (outcome !== 'banned') own.minuteRefused += 1
    })
    if (verdict === undefined) throw new Error('Nothing was counted.')
    return verdict
  }

  /** How the node's share stands, and what is used as far as this node knows. */
  peek(subject: Subject, limits: Limits, now: number): QuotaState {
    const seen = this.#seen.read(subject)
    const own = this.#own.read(subject)
    const share = together(seen, own, limits, Math.max(1, this.#memory.nodes), now)
    const known = together(seen, own, limits, 1, now)
    return { ...quotaStateOf(share, limits, now), usage: usageOf(known, limits, now) }
  }

  /** Takes out what the node let through alone, to be added to the engine's counts; with what the engine last said. */
  *takeOwn(): Generator<{ readonly own: StoredCount; readonly seen: Bucket }> {
    for (const own of this.#own.take()) yield { own, seen: this.#seen.read(own) }
  }

  /** Takes back what could not be added. */
  giveBack({ kind, id, ...count }: StoredCount): void {
    this.#own.change({ kind, id }, (own) => {
      if (own.minute <= count.minute) {
        own.minuteUsed = count.minuteUsed + (own.minute === count.minute ? own.minuteUsed : 0)
        own.minute = count.minute
      }
      if (own.day <= count.day) {
        own.dayUsed = count.dayUsed + (own.day === count.day ? own.dayUsed : 0)
        own.day = count.day
      }
      if (count.banEnds > own.banEnds) {
        own.banEnds = count.banEnds
        own.banLength = count.banLength
      }
    })
  }

  /** All that the engine said and that still matters, for an engine that has lost it. */
  *allSeen(now: number): Generator<StoredCount> {
    for (const count of this.#seen.all()) if (!isSpent(count, now)) yield count
  }
}

/**
 * One bucket of what the engine said and what the node counted. What the other nodes may let through counts as used.
 * Both are brought to the present.
 */
const together = (
  seen: Bucket,
  own: Bucket,
  { perMinute, perDay }: Limits,
  nodes: number,
  now: number,
): Bucket => {
  for (const bucket of [seen, own]) rollWindows(bucket, now / 1_000)
  const used = (limit: number, there: number, here: number): number =>
    Math.max(there, limit - Math.floor((limit - there) / nodes)) + here
  const { banEnds, banLength } = seen.banEnds >= own.banEnds ? seen : own
  return {
    minute: seen.minute,
    minuteUsed: used(perMinute, seen.minuteUsed, own.minuteUsed),
    minuteRefused: seen.minuteRefused + own.minuteRefused,
    day: seen.day,
    dayUsed: used(perDay, seen.dayUsed, own.dayUsed),
    banEnds,
    banLength,
  }
}
