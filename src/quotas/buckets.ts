import { type Bucket, emptyBucket } from './bucket.ts'
import type { StoredCount, Subject } from './counters.ts'

/** How many addresses are counted at once. Valid keys bound the number of keys. */
export const maxAddresses = 100_000

/** Buckets by the id of their subject. If their number is bounded, a new one replaces the least recently used. */
export class Buckets {
  readonly #buckets = new Map<string, Bucket>()
  readonly #limit: number
  readonly #onEvict: (id: string) => void

  constructor(limit = Infinity, onEvict: (id: string) => void = () => {}) {
    this.#limit = limit
    this.#onEvict = onEvict
  }

  get size(): number {
    return this.#buckets.size
  }

  find(id: string): Bucket | undefined {
    return this.#buckets.get(id)
  }

  /** A copy of the bucket of a subject, which is empty if there is none. */
  read(id: string): Bucket {
    return { ...(this.#buckets.get(id) ?? emptyBucket()) }
  }

  has(id: string): boolean {
    return this.#buckets.has(id)
  }

  /** The bucket of a subject, made if there is none, to be changed by the caller. */
  use(id: string): Bucket {
    let bucket = this.#buckets.get(id)
    if (bucket === undefined) {
      if (this.#buckets.size >= this.#limit) this.#evict()
      bucket = emptyBucket()
    } else if (this.#limit === Infinity) {
      return bucket
    } else {
      // A Map keeps the order of insertion, so the first is the least recently used.
      this.#buckets.delete(id)
    }
    this.#buckets.set(id, bucket)
    return bucket
  }

  delete(id: string): void {
    this.#buckets.delete(id)
  }

  entries(): IterableIterator<[string, Bucket]> {
    return this.#buckets.entries()
  }

  #evict(): void {
    for (const id of this.#buckets.keys()) {
      this.#buckets.delete(id)
      this.#onEvict(id)
      return
    }
  }
}

/** The buckets of all subjects. */
export class SubjectBuckets {
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
