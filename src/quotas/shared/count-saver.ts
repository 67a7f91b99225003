import { type Bucket, emptyBucket } from '../bucket.ts'
import type { CountStore, StoredCount, Subject } from '../counters.ts'
import type { CountTable } from './count-table.ts'
import type { PackedId } from './packed-id.ts'

/** How many counts are written in one transaction, so that none holds up the requests for long. */
const savedAtOnce = 2_000

/** What is about to be written. */
type Batch = {
  readonly slots: number[]
  /** Slots whose subject is not the one that the store has there, with the new id; empty if the slot is free. */
  readonly moved: Map<number, string>
  readonly counts: StoredCount[]
  readonly forgotten: Subject[]
}

/**
 * Copies a table to the store and back. Only the writer thread has one. The table records what the store has of each
 * slot, so a replacement of the writer goes on from there.
 */
export class CountSaver {
  readonly #kind: Subject['kind']
  readonly #table: CountTable
  readonly #id: PackedId
  readonly #stored: PackedId
  readonly #bucket: Bucket = emptyBucket()

  constructor(kind: Subject['kind'], table: CountTable) {
    this.#kind = kind
    this.#table = table
    this.#id = table.newId()
    this.#stored = table.newId()
  }

  /** Loads a stored count, unless its subject is counted already. */
  load({ id, ...bucket }: StoredCount): void {
    const table = this.#table
    this.#id.pack(id)
    table.lock()
    try {
      if (table.find(this.#id) !== 0) return
      const slot = table.add(this.#id)
      table.touch(slot)
      table.write(slot, bucket)
      table.readStored(slot, this.#stored)
      // The store still has to forget the subject that this slot had before.
      if (this.#stored.length > 0) return
      table.writeStored(slot, this.#id)
      table.changed.clear(slot)
    } finally {
      table.unlock()
    }
  }

  /** Marks as changed what a writer was saving when it ended. */
  resume(): void {
    const { saving, last } = this.#table
    for (let slot = saving.next(1, last); slot !== 0; slot = saving.next(slot + 1, last)) {
      this.#giveBack(slot)
    }
  }

  /**
   * Writes what changed, in one transaction. What could not be written counts as changed again.
   *
   * @param from the slot at which to begin
   * @returns the slot at which to go on, or 0 after the last
   * @throws what the store throws
   */
  async save(store: Pick<CountStore, 'save'>, from: number): Promise<number> {
    const table = this.#table
    const batch: Batch = { slots: [], moved: new Map(), counts: [], forgotten: [] }
    const { last } = table
    let slot = table.changed.next(from, last)
    while (slot !== 0 && batch.slots.length < savedAtOnce) {
      this.#take(slot, batch)
      slot = table.changed.next(slot + 1, last)
    }
    if (batch.slots.length === 0) return 0
    try {
      if (batch.counts.length > 0 || batch.forgotten.length > 0) {
        await store.save(batch.counts, batch.forgotten)
      }
    } catch (error) {
      for (const taken of batch.slots) this.#giveBack(taken)
      throw error
    }
    this.#saved(batch)
    return slot
  }

  /** Drops every count in which nothing can matter any more. */
  sweep(isSpent: (bucket: Bucket) => boolean): void {
    const table = this.#table
    const { last } = table
    for (let slot = 1; slot <= last; slot += 1) {
      // Checked twice: first without the lock, then with it if there is something to drop.
      if (this.#isSpent(slot, isSpent)) {
        table.lock()
        try {
          if (this.#isSpent(slot, isSpent)) table.free(slot)
        } finally {
          table.unlock()
        }
      }
    }
  }

  #isSpent(slot: number, isSpent: (bucket: Bucket) => boolean): boolean {
    if (!this.#table.isUsed(slot)) return false
    this.#table.read(slot, this.#bucket)
    return isSpent(this.#bucket)
  }

  /**
   * Adds a slot to the batch. Any later change of it belongs to the next batch. The ids become text after the lock is
   * released.
   */
  #take(slot: number, { slots, moved, counts, forgotten }: Batch): void {
    const table = this.#table
    const id = this.#id
    const stored = this.#stored
    let isForgotten: boolean
    table.lock()
    try {
      table.saving.set(slot)
      table.changed.clear(slot)
      table.readId(slot, id)
      table.read(slot, this.#bucket)
      table.readStored(slot, stored)
      // The subject that had this slot may have come back in another.
      isForgotten = stored.length > 0 && !stored.equals(id) && table.find(stored) === 0
    } finally {
      table.unlock()
    }
    slots.push(slot)
    const text = id.toString()
    if (!stored.equals(id)) moved.set(slot, text)
    if (text !== '') counts.push({ kind: this.#kind, id: text, ...this.#bucket })
    if (isForgotten) forgotten.push({ kind: this.#kind, id: stored.toString() })
  }

  #saved({ slots, moved }: Batch): void {
    const table = this.#table
    for (const [slot, id] of moved) {
      if (id === '') this.#id.clear()
      else this.#id.pack(id)
      table.writeStored(slot, this.#id)
    }
    table.lock()
    try {
      for (const slot of slots) table.saving.clear(slot)
    } finally {
      table.unlock()
    }
  }

  /** Marks a slot of a failed batch as changed. */
  #giveBack(slot: number): void {
    const table = this.#table
    table.lock()
    try {
      table.changed.set(slot)
      table.saving.clear(slot)
    } finally {
      table.unlock()
    }
  }
}
