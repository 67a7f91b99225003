import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type Bucket,
  emptyBucket,
  emptyOut,
  isSpent,
  liftBan,
  spend,
  verdictOf,
} from '../bucket.ts'
import type { Outcome } from '../../core/spending.ts'
import type { BanLift, CountStore, KeptCounters, Spent, Subject } from '../counters.ts'
import type { Limits } from '../plans.ts'
import { type QuotaState, quotaStateOf } from '../usage.ts'
import { CountSaver } from './count-saver.ts'
import { CountTable } from './count-table.ts'
import type { CountersMemory } from './counters-memory.ts'
import type { PackedId } from './packed-id.ts'

/** One kind of subject: its table, and the objects that a call reuses. */
type Kind = {
  readonly table: CountTable
  readonly id: PackedId
  /** The bucket that a call reads from a slot, changes and writes back. */
  readonly bucket: Bucket
  readonly saver: CountSaver
}

/** Data whose version moves before a change of it is acknowledged. */
type Versioned = { readonly version: number }

/**
 * Counts in memory that threads share. The table is locked while a bucket is read, spent from and written back. So
 * counts are exact over all threads. Only the writer thread calls `load`, `flush` and `sweep`, which keep the counts
 * over a restart.
 */
export class SharedCounters implements KeptCounters {
  readonly #keys: Kind
  readonly #addresses: Kind
  readonly #data: Versioned | undefined
  /** The slot at which the next save of addresses begins. */
  #nextAddress = 1

  /**
   * @param thread a number from 0 on that no other running thread has
   * @param data its version is part of each answer
   */
  constructor({ shared }: CountersMemory, thread = 0, data?: Versioned) {
    this.#data = data
    this.#keys = kindOf('key', new CountTable(shared.keys, thread))
    this.#addresses = kindOf('address', new CountTable(shared.addresses, thread))
  }

  /** @throws Error if a thread that has ended holds the table, and nobody released it */
  spend(subject: Subject, limits: Limits, now: number): Spent {
    const version = this.#data?.version
    const isKey = subject.kind === 'key'
    const { table, id, bucket } = isKey ? this.#keys : this.#addresses
    let outcome: Outcome
    id.pack(subject.id)
    table.lock()
    try {
      const slot = table.find(id) || table.add(id)
      table.touch(slot)
      table.read(slot, bucket)
      outcome = spend(bucket, limits, now, isKey)
      if (outcome !== 'banned') table.changed.set(slot)
      table.write(slot, bucket)
    } finally {
      table.unlock()
    }
    return { verdict: verdictOf(bucket, limits, outcome, now), version }
  }

  peek(subject: Subject, limits: Limits, now: number): QuotaState {
    return quotaStateOf(this.#read(subject), limits, now)
  }

  /** The bucket that a call reuses, as the subject's stands now. */
  #read(subject: Subject): Bucket {
    const { table, id, bucket } = subject.kind === 'key' ? this.#keys : this.#addresses
    id.pack(subject.id)
    table.lock()
    try {
      const slot = table.find(id)
      if (slot === 0) emptyOut(bucket)
      else table.read(slot, bucket)
      return bucket
    } finally {
      table.unlock()
    }
  }

  /** Ends the ban of a key, for all threads. */
  liftBan({ id: key, at }: BanLift): void {
    const { table, id, bucket } = this.#keys
    id.pack(key)
    table.lock()
    try {
      const slot = table.find(id)
      if (slot === 0) return
      table.read(slot, bucket)
      if (!liftBan(bucket, at)) return
      table.changed.set(slot)
      table.write(slot, bucket)
    } finally {
      table.unlock()
    }
  }

  /**
   * Loads the stored counts, once for each memory: a replacement of the writer finds newer counts there. Call it before
   * anything is spent.
   *
   * @throws what the store throws
   */
  async load(store: Pick<CountStore, 'load'>): Promise<void> {
    const { table } = this.#keys
    this.#keys.saver.resume()
    this.#addresses.saver.resume()
    if (table.loaded) return
    for (const count of await store.load()) {
      const { saver } = count.kind === 'key' ? this.#keys : this.#addresses
      saver.load(count)
    }
    table.setLoaded()
  }

  /**
   * Writes what changed since the last call, and what earlier calls failed to write.
   *
   * @throws what the store throws
   */
  async flush(store: Pick<CountStore, 'save'>): Promise<void> {
    let next = 1
    while (next !== 0) {
      next = await this.#keys.saver.save(store, next)
      // A store in a file saves within the turn. Requests come in between.
      await nextTurn()
    }
    // Under attack there are many addresses. Each call saves one batch of them; the rest waits.
    this.#nextAddress = (await this.#addresses.saver.save(store, this.#nextAddress)) || 1
  }

  /** Drops every bucket that does not matter any more. */
  sweep(now: number): void {
    for (const { saver } of [this.#keys, this.#addresses]) {
      saver.sweep((bucket) => isSpent(bucket, now))
    }
  }

  /** Does nothing: the memory belongs to the process. */
  close(): void {}

  /** How many addresses are counted. Counts them one by one. */
  get addressCount(): number {
    const { table } = this.#addresses
    let count = 0
    for (let slot = 1; slot <= table.last; slot += 1) if (table.isUsed(slot)) count += 1
    return count
  }
}

const kindOf = (kind: Subject['kind'], table: CountTable): Kind => ({
  table,
  id: table.newId(),
  bucket: emptyBucket(),
  saver: new CountSaver(kind, table),
})
