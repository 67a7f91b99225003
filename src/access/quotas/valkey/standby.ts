import { type Bucket, isSpent, rollWindows, spend, type Verdict, verdictOf } from '../bucket.ts'
import { Buckets, maxAddresses } from '../memory-counters.ts'
import type { StoredCount, Subject } from '../counters.ts'
import type { Limits } from '../plans.ts'
import { type QuotaState, quotaStateOf, usageOf } from '../usage.ts'

/**
 * How many nodes a node assumes that has never reached the engine: one more than the machines of `docs/cluster.md`, as a
 * share that is too small harms less than one that is too large.
 */
const assumedNodes = 4

/**
 * Counts for one node while the engine cannot be reached. Of what the engine last said is left to a subject, each node
 * lets through its share, rounded down. So all nodes together let through no more than one further limit in a window.
 * Bans that the engine reported stay in force.
 */
export class Standby {
  /** How many nodes live, with this one, as the engine last said. */
  nodes = assumedNodes
  /** What the engine last said. */
  readonly #seen = new SubjectBuckets()
  /** What this node let through since, and the engine does not know. */
  readonly #own = new SubjectBuckets()

  /** Remembers the count of a subject that the engine replied with, or the store had saved. */
  learn(subject: Subject, reply: Bucket): void {
    const seen = this.#seen.use(subject)
    // Answers may arrive in any order, and a count only grows in its day.
    if (seen.day !== reply.day || seen.dayUsed <= reply.dayUsed) Object.assign(seen, reply)
  }

  /** Spends one request of the node's share. */
  spend(subject: Subject, limits: Limits, now: number): Verdict {
    const seen = this.#seen.read(subject)
    const own = this.#own.use(subject)
    const all = combine(seen, own, limits, this.nodes, now)
    const outcome = spend(all, limits, now, subject.kind === 'key')
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

  /** How the node's share stands, and what is used as far as this node knows. */
  peek(subject: Subject, limits: Limits, now: number): QuotaState {
    const seen = this.#seen.read(subject)
    const own = this.#own.read(subject)
    const share = combine(seen, own, limits, this.nodes, now)
    const total = combine(seen, own, limits, 1, now)
    return { ...quotaStateOf(share, limits, now), usage: usageOf(total, limits, now) }
  }

  /** Takes out what the node let through alone, to be added to the engine's counts; with what the engine last said. */
  *takeOwn(): Generator<{ readonly own: StoredCount; readonly seen: Bucket }> {
    for (const own of this.#own.take()) yield { own, seen: this.#seen.read(own) }
  }

  /** Takes back what could not be added. */
  giveBack({ kind, id, ...count }: StoredCount): void {
    const own = this.#own.use({ kind, id })
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

/** The buckets of all subjects. */
class SubjectBuckets {
  readonly #kinds: Readonly<Record<Subject['kind'], Buckets>> = {
    key: new Buckets(),
    address: new Buckets(maxAddresses),
  }

  /** A copy of the subject's bucket, which is empty if there is none. */
  read({ kind, id }: Subject): Bucket {
    return this.#kinds[kind].read(id)
  }

  use({ kind, id }: Subject): Bucket {
    return this.#kinds[kind].use(id)
  }

  *all(): Generator<StoredCount> {
    for (const kind of ['key', 'address'] as const) {
      for (const [id, bucket] of this.#kinds[kind].entries()) yield { kind, id, ...bucket }
    }
  }

  /** Removes each bucket as it is yielded. */
  *take(): Generator<StoredCount> {
    for (const count of this.all()) {
      this.#kinds[count.kind].delete(count.id)
      yield count
    }
  }
}
