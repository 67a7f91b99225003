import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Bucket, emptyBucket, isSpent, liftBan, spend, verdictOf } from './bucket.ts'
import type { CountStore, PersistentCounters, StoredCount, Subject, Versioned } from './counters.ts'
import { quotaStateOf } from './usage.ts'

/** The most addresses that are counted at once. Keys need no limit, because only valid ones are counted. */
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

  /** Returns a copy of a bucket, or an empty one. */
  read(id: string): Bucket {
    return { ...(this.get(id) ?? emptyBucket()) }
  }

  /** Returns the bucket of a subject for the caller to change, and creates it if there is none. */
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

/** The counts of one kind of subject, with a record of which are unsaved. */
const countsOf = (kind: Subject['kind'], limit?: number) => {
  /** Ids whose bucket must still be written to the store, or deleted from it if the bucket is gone. */
  const changed = new Set<string>()
  /** Ids of which the store has a count. */
  const stored = new Set<string>()
  const noteRemoved = (id: string): void => {
    if (stored.has(id)) changed.add(id)
    else changed.delete(id)
  }
  const buckets = new Buckets(limit, noteRemoved)
  return {
    buckets,
    changed,
    load: (id: string, bucket: Bucket): void => {
      stored.add(id)
      Object.assign(buckets.use(id), bucket)
    },
    /** Drops spent buckets. */
    sweep: (now: number): void => {
      for (const [id, bucket] of buckets.entries()) {
        if (!isSpent(bucket, now)) continue
        buckets.delete(id)
        noteRemoved(id)
      }
    },
    /** Writes the counts that changed longest ago, in one transaction. If the store throws, they stay marked as changed. */
    save: async (store: Pick<CountStore, 'save'>): Promise<void> => {
      const ids = changed.values().take(maxBatch).toArray()
      if (ids.length === 0) return
      const counts: StoredCount[] = []
      const removed: Subject[] = []
      for (const id of ids) {
        // Later changes belong to the next batch.
        changed.delete(id)
        const bucket = buckets.get(id)
        if (bucket === undefined) removed.push({ kind, id })
        else counts.push({ kind, id, ...bucket })
      }
      try {
        await store.save(counts, removed)
      } catch (error) {
        for (const id of ids) if (buckets.has(id) || stored.has(id)) changed.add(id)
        throw error
      }
      for (const { id } of removed) stored.delete(id)
      for (const { id } of counts) {
        stored.add(id)
        if (!buckets.has(id)) changed.add(id)
      }
    },
  }
}

export type MemoryCounters = ReturnType<typeof memoryCounters>

/**
 * Counts in the memory of the process. A crash loses what was counted since the last `flush`.
 * @param data its version is returned with each count
 */
export const memoryCounters = (data?: Versioned, addresses = maxAddresses) => {
  const keys = countsOf('key')
  const of = { key: keys, address: countsOf('address', addresses) }
  return {
    spend: ({ kind, id }, limits, now) => {
      const { buckets, changed } = of[kind]
      const bucket = buckets.use(id)
      const outcome = spend(bucket, limits, now, kind === 'key')
      if (outcome !== 'banned') changed.add(id)
      return { verdict: verdictOf(bucket, limits, outcome, now), version: data?.version }
    },
    peek: ({ kind, id }, limits, now) => quotaStateOf(of[kind].buckets.read(id), limits, now),
    liftBan: ({ id, at }) => {
      const bucket = keys.buckets.get(id)
      if (bucket !== undefined && liftBan(bucket, at)) keys.changed.add(id)
    },
    load: async (store) => {
      for (const { kind, id, ...bucket } of await store.load()) of[kind].load(id, bucket)
    },
    flush: async (store) => {
      // Counts that change during the flush may wait for the next call.
      for (let left = keys.changed.size; left > 0; left -= maxBatch) {
        await keys.save(store)
        // A store in a file saves synchronously, so yield to requests.
        await nextTurn()
      }
      // During an attack there are many addresses. Each call saves one batch of them; the rest waits.
      await of.address.save(store)
    },
    sweep: (now) => {
      keys.sweep(now)
      of.address.sweep(now)
    },
    close: () => {},
    addressCount: () => of.address.buckets.size,
  } satisfies PersistentCounters & { readonly addressCount: () => number }
}
