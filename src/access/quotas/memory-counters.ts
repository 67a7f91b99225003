import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Bucket, emptyBucket, isSpent, liftBan, spend, verdictOf } from './bucket.ts'
import type {
  BanLift,
  CountStore,
  PersistentCounters,
  Spent,
  StoredCount,
  Subject,
  Versioned,
} from './counters.ts'
import type { Limits } from './plans.ts'
import { type QuotaState, quotaStateOf } from './usage.ts'

/** How many addresses are counted at once. Valid keys bound the number of keys. */
export const maxAddresses = 100_000

/** Buckets by the id of their subject. If their number is bounded, a new one replaces the least recently used. */
export class Buckets extends Map<string, Bucket> {
  readonly #limit: number
  readonly #onEvict: (id: string) => void

  constructor(limit = Infinity, onEvict: (id: string) => void = () => {}) {
    super()
    this.#limit = limit
    this.#onEvict = onEvict
  }

  /** A copy of a bucket, which is empty if there is none. */
  read(id: string): Bucket {
    return { ...(this.get(id) ?? emptyBucket()) }
  }

  /** The bucket of a subject, made if there is none, to be changed by the caller. */
  use(id: string): Bucket {
    let bucket = this.get(id)
    if (bucket === undefined) {
      const [oldest] = this.size >= this.#limit ? this.keys() : []
      if (oldest !== undefined && this.delete(oldest)) this.#onEvict(oldest)
      bucket = emptyBucket()
    } else if (this.#limit === Infinity) {
      return bucket
    } else {
      // A Map keeps the order of insertion, so the first is the least recently used.
      this.delete(id)
    }
    this.set(id, bucket)
    return bucket
  }
}

/** How many counts one transaction writes, so that none delays requests for long. */
const maxBatch = 2_000

/** The counts of one kind of subject, and what the store has yet to learn of them. */
class Counts {
  readonly buckets: Buckets
  /** Ids whose bucket the store has yet to write, or to delete if there is none any more. */
  readonly changed = new Set<string>()
  readonly #kind: Subject['kind']
  /** Ids that the store has a count of. */
  readonly #stored = new Set<string>()

  constructor(kind: Subject['kind'], limit?: number) {
    this.#kind = kind
    this.buckets = new Buckets(limit, (id) => this.#noteRemoved(id))
  }

  load(id: string, bucket: Bucket): void {
    this.#stored.add(id)
    Object.assign(this.buckets.use(id), bucket)
  }

  /** Drops the buckets in which nothing matters any more. */
  sweep(now: number): void {
    for (const [id, bucket] of this.buckets.entries()) {
      if (!isSpent(bucket, now)) continue
      this.buckets.delete(id)
      this.#noteRemoved(id)
    }
  }

  /** Writes what changed longest ago, in one transaction. If the store throws, it counts as changed again. */
  async save(store: Pick<CountStore, 'save'>): Promise<void> {
    const ids = this.changed.values().take(maxBatch).toArray()
    if (ids.length === 0) return
    const counts: StoredCount[] = []
    const removed: Subject[] = []
    for (const id of ids) {
      // Later changes belong to the next batch.
      this.changed.delete(id)
      const subject = { kind: this.#kind, id }
      const bucket = this.buckets.get(id)
      if (bucket === undefined) removed.push(subject)
      else counts.push({ ...subject, ...bucket })
    }
    try {
      await store.save(counts, removed)
    } catch (error) {
      for (const id of ids) {
        if (this.buckets.has(id) || this.#stored.has(id)) this.changed.add(id)
      }
      throw error
    }
    for (const { id } of removed) this.#stored.delete(id)
    for (const { id } of counts) {
      this.#stored.add(id)
      if (!this.buckets.has(id)) this.changed.add(id)
    }
  }

  #noteRemoved(id: string): void {
    if (this.#stored.has(id)) this.changed.add(id)
    else this.changed.delete(id)
  }
}

/** Counts in the memory of the process. A crash loses what was counted since the last `flush`. */
export class MemoryCounters implements PersistentCounters {
  readonly #counts: Readonly<Record<Subject['kind'], Counts>>
  readonly #data: Versioned | undefined

  /** @param data its version is part of each answer */
  constructor(data?: Versioned, addresses = maxAddresses) {
    this.#data = data
    this.#counts = { key: new Counts('key'), address: new Counts('address', addresses) }
  }

  spend({ kind, id }: Subject, limits: Limits, now: number): Spent {
    const counts = this.#counts[kind]
    const bucket = counts.buckets.use(id)
    const outcome = spend(bucket, limits, now, kind === 'key')
    if (outcome !== 'banned') counts.changed.add(id)
    return { verdict: verdictOf(bucket, limits, outcome, now), version: this.#data?.version }
  }

  peek({ kind, id }: Subject, limits: Limits, now: number): QuotaState {
    return quotaStateOf(this.#counts[kind].buckets.read(id), limits, now)
  }

  liftBan({ id, at }: BanLift): void {
    const bucket = this.#counts.key.buckets.get(id)
    if (bucket !== undefined && liftBan(bucket, at)) this.#counts.key.changed.add(id)
  }

  async load(store: Pick<CountStore, 'load'>): Promise<void> {
    for (const { kind, id, ...bucket } of await store.load()) {
      this.#counts[kind].load(id, bucket)
    }
  }

  async flush(store: Pick<CountStore, 'save'>): Promise<void> {
    // What changes meanwhile may wait for the next call.
    for (let left = this.#counts.key.changed.size; left > 0; left -= maxBatch) {
      await this.#counts.key.save(store)
      // A store in a file saves within the turn. Requests come in between.
      await nextTurn()
    }
    // Under attack there are many addresses. Each call saves one batch of them; the rest waits.
    await this.#counts.address.save(store)
  }

  sweep(now: number): void {
    this.#counts.key.sweep(now)
    this.#counts.address.sweep(now)
  }

  close(): void {}

  get addressCount(): number {
    return this.#counts.address.buckets.size
  }
}
