import { type Bucket, isSpent, rollWindows, spend, type Verdict, verdictOf } from '../bucket.ts'
import { Buckets, maxAddresses } from '../memory-counters.ts'
import type { StoredCount, Subject } from '../counters.ts'
import type { Limits } from '../plans.ts'
import { type QuotaState, quotaStateOf, usageOf } from '../usage.ts'

/** How many nodes are assumed before the engine is first reached: one more than in `docs/cluster.md`, to err on the low side. */
const assumedNodes = 4

/**
 * Counts for one node while the engine cannot be reached. Each node allows its share, rounded down, of what the engine last
 * had left for a subject. All nodes together allow at most one more limit in a window. Known bans stay in force.
 */
export class Standby {
  /** How many nodes are alive, including this one, as the engine last reported. */
  nodes = assumedNodes
  readonly #seen = bucketsByKind()
  /** What this node has counted since then, which the engine does not know yet. */
  readonly #own = bucketsByKind()

  /** Remembers the count of a subject that the engine replied with, or the store had saved. */
  learn({ kind, id }: Subject, reply: Bucket): void {
    const seen = this.#seen[kind].use(id)
    // Answers may arrive out of order, and a count only grows within its day.
    if (seen.day !== reply.day || seen.dayUsed <= reply.dayUsed) Object.assign(seen, reply)
  }

  spend({ kind, id }: Subject, limits: Limits, now: number): Verdict {
    const own = this.#own[kind].use(id)
    const all = combine(this.#seen[kind].read(id), own, limits, this.nodes, now)
    const outcome = spend(all, limits, now, kind === 'key')
    const verdict = verdictOf(all, limits, outcome, now)
    if (outcome === 'allowed') {
      own.minuteUsed += 1
      own.dayUsed += 1
    } else if (verdict.banBegan) {
      own.minuteRefused = 0
      own.banEnds = all.banEnds
      own.banLength = all.banLength
    } else if (outcome !== 'banned') own.minuteRefused += 1
    return verdict
  }

  /** Returns the verdict for this node's share, and the usage as far as this node knows it. */
  peek({ kind, id }: Subject, limits: Limits, now: number): QuotaState {
    const seen = this.#seen[kind].read(id)
    const own = this.#own[kind].read(id)
    const share = combine(seen, own, limits, this.nodes, now)
    const total = combine(seen, own, limits, 1, now)
    return { ...quotaStateOf(share, limits, now), usage: usageOf(total, limits, now) }
  }

  /** Removes and yields what this node counted alone, to add it to the engine's counts, with the engine's last known count. */
  *takeOwn(): Generator<{ readonly own: StoredCount; readonly seen: Bucket }> {
    for (const own of allOf(this.#own)) {
      this.#own[own.kind].delete(own.id)
      yield { own, seen: this.#seen[own.kind].read(own.id) }
    }
  }

  giveBack({ kind, id, ...count }: StoredCount): void {
    const own = this.#own[kind].use(id)
    for (const window of ['minute', 'day'] as const) {
      if (own[window] > count[window]) continue
      const since = own[window] === count[window] ? own[`${window}Used`] : 0
      own[`${window}Used`] = count[`${window}Used`] + since
      own[window] = count[window]
    }
    if (count.banEnds > own.banEnds) {
      own.banEnds = count.banEnds
      own.banLength = count.banLength
    }
  }

  /** Yields the engine's known counts that still matter, for an engine that has lost them. */
  *allSeen(now: number): Generator<StoredCount> {
    for (const count of allOf(this.#seen)) if (!isSpent(count, now)) yield count
  }
}

/**
 * Combines the engine's last known count with what this node counted. The shares of the other nodes count as used.
 * Both buckets are moved to the current time.
 */
const combine = (
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

const bucketsByKind = () => ({ key: new Buckets(), address: new Buckets(maxAddresses) })

function* allOf(buckets: ReturnType<typeof bucketsByKind>): Generator<StoredCount> {
  for (const kind of ['key', 'address'] as const) {
    for (const [id, bucket] of buckets[kind]) yield { kind, id, ...bucket }
  }
}
