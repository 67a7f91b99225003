import type { Awaitable } from '../storage/awaitable.ts'
import {
  type Bucket,
  emptyBucket,
  isBanned,
  isSpent,
  type Outcome,
  rollWindows,
  spend,
} from './bucket.ts'
import type { Limits } from './plans.ts'
import { type Verdict, verdictOf } from './verdict.ts'

/** Whose requests are counted: an API key (the first of its rotation chain) or an address. */
export type Subject = { readonly kind: 'key' | 'address'; readonly id: string }

/** Counts requests. Each call is atomic. */
export interface Counters {
  /**
   * Spends one request of the subject.
   *
   * @param now milliseconds since the Unix epoch
   */
  spend(subject: Subject, limits: Limits, now: number): Awaitable<Verdict>
  /** How the subject stands, with nothing spent. */
  peek(subject: Subject, limits: Limits, now: number): Awaitable<Verdict>
}

/** A bucket with its owner, as it is kept over a restart. */
export type StoredCount = Subject & Bucket

/** Keeps counts over a restart. */
export interface CountStore {
  load(): Awaitable<readonly StoredCount[]>
  /** Writes these counts, and forgets those subjects, in one transaction. */
  save(counts: readonly StoredCount[], forgotten: readonly Subject[]): Awaitable<void>
}

/** How many addresses are counted at once. The one unseen for longest makes room for a new one. */
export const mostAddresses = 100_000

/** How many counts are written in one transaction, so that none holds up the requests for long. */
const savedAtOnce = 2_000

/**
 * Counts in the memory of one thread; nothing waits between the reading and the writing of a
 * bucket, so counts are exact. What changed is written to the store by `flush`.
 */
export class MemoryCounters implements Counters {
  readonly #keys = new Map<string, Bucket>()
  readonly #addresses = new Map<string, Bucket>()
  readonly #changedKeys = new Set<string>()
  readonly #changedAddresses = new Set<string>()
  readonly #mostAddresses: number
  /** Addresses and keys to be removed from the store, each once. */
  readonly #forgotten = new Map<string, Subject>()

  constructor(stored: readonly StoredCount[] = [], limit = mostAddresses) {
    this.#mostAddresses = limit
    for (const { kind, id, ...bucket } of stored) {
      this.#buckets(kind).set(id, bucket)
    }
  }

  spend(subject: Subject, limits: Limits, now: number): Verdict {
    const bucket = this.#bucket(subject)
    const outcome: Outcome = spend(bucket, limits, now, subject.kind === 'key')
    if (outcome !== 'banned') this.#changed(subject.kind).add(subject.id)
    return verdictOf(bucket, limits, outcome, now)
  }

  peek(subject: Subject, limits: Limits, now: number): Verdict {
    const bucket = this.#buckets(subject.kind).get(subject.id) ?? emptyBucket()
    if (isBanned(bucket, now / 1_000)) return verdictOf(bucket, limits, 'banned', now)
    rollWindows(bucket, now / 1_000)
    return verdictOf(bucket, limits, 'allowed', now)
  }

  /**
   * Writes what changed since the last call. What could not be written is tried at the next.
   *
   * @throws what the store throws
   */
  async flush(store: CountStore): Promise<void> {
    while (this.#changedKeys.size > 0 || this.#forgotten.size > 0) {
      await this.#save(store, 'key')
    }
    // Addresses are many under attack; they take one transaction a call, and the rest waits.
    await this.#save(store, 'address')
  }

  /** Drops every bucket in which nothing can matter any more. */
  sweep(now: number): void {
    for (const kind of ['key', 'address'] as const) {
      for (const [id, bucket] of this.#buckets(kind)) {
        if (isSpent(bucket, now)) this.#forget({ kind, id })
      }
    }
  }

  get addressCount(): number {
    return this.#addresses.size
  }

  async #save(store: CountStore, kind: Subject['kind']): Promise<void> {
    const changed = this.#changed(kind)
    const ids = [...changed.values().take(savedAtOnce)]
    const forgotten = [...this.#forgotten.values().take(savedAtOnce)]
    if (ids.length === 0 && forgotten.length === 0) return
    const buckets = this.#buckets(kind)
    const counts = ids.flatMap((id) => {
      const bucket = buckets.get(id)
      return bucket === undefined ? [] : [{ kind, id, ...bucket }]
    })
    // Taken out before the write, so that a change made during it is written next time.
    for (const id of ids) changed.delete(id)
    for (const subject of forgotten) this.#forgotten.delete(nameOf(subject))
    try {
      await store.save(counts, forgotten)
    } catch (error) {
      for (const id of ids) changed.add(id)
      for (const subject of forgotten) this.#remove(subject)
      throw error
    }
  }

  #bucket(subject: Subject): Bucket {
    const buckets = this.#buckets(subject.kind)
    let bucket = buckets.get(subject.id)
    // Who comes back is written again, and must not be removed after that.
    if (bucket === undefined) this.#forgotten.delete(nameOf(subject))
    if (subject.kind === 'key') {
      if (bucket === undefined) buckets.set(subject.id, (bucket = emptyBucket()))
      return bucket
    }
    // Set anew, an entry stands last: the first is the one unseen for longest.
    if (bucket !== undefined) buckets.delete(subject.id)
    else if (buckets.size >= this.#mostAddresses) {
      const [oldest] = buckets.keys()
      if (oldest !== undefined) this.#forget({ kind: 'address', id: oldest })
    }
    buckets.set(subject.id, (bucket ??= emptyBucket()))
    return bucket
  }

  #forget(subject: Subject): void {
    this.#buckets(subject.kind).delete(subject.id)
    this.#changed(subject.kind).delete(subject.id)
    this.#remove(subject)
  }

  /**
   * Has the store remove a subject at the next flush, unless it has come back. While the store is out
   * of reach the list stays bounded; what it loses is swept after a restart.
   */
  #remove(subject: Subject): void {
    if (this.#buckets(subject.kind).has(subject.id)) return
    if (this.#forgotten.size < this.#mostAddresses) this.#forgotten.set(nameOf(subject), subject)
  }

  #buckets(kind: Subject['kind']): Map<string, Bucket> {
    return kind === 'key' ? this.#keys : this.#addresses
  }

  #changed(kind: Subject['kind']): Set<string> {
    return kind === 'key' ? this.#changedKeys : this.#changedAddresses
  }
}

const nameOf = ({ kind, id }: Subject): string => `${kind} ${id}`
