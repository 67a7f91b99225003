import { type Bucket, emptyBucket } from '../bucket.ts'
import type { CountStore, StoredCount, Subject } from '../counters.ts'
import type { CountTable } from './count-table.ts'
import type { PackedId } from './packed-id.ts'

/** How many counts are written in one transaction, so that none holds up the requests for long. */
const savedAtOnce = 2_000

/** What is about to be written. */
type Batch = {
  readonly slots: number[]
  /** The slots that are another's than the store knows of, with the id; empty where they are no one's. */
  readonly moved: Map<number, string>
  readonly counts: StoredCount[]
  readonly forgotten: Subject[]
}

/**
 * Brings a table to the store and back. Only the thread that writes to the store has one. The table itself
 * says what the store has of each slot, so that whoever takes this thread's place goes on where it ended.
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

  /** Takes in a stored count, unless its subject is counted already. */
  load({ id, ...bucket }: StoredCount): void {
    const table = this.#table
    this.#id.pack(id)
    table.lock.take()
    try {
      if (table.find(this.#id) !== 0) return
      const slot = table.add(this.#id)
      table.touch(slot)
      table.write(slot, bucket)
      table.readStored(slot, this.#stored)
      // A slot that had to be made room in is still to be forgotten by the store.
      if (this.#stored.length > 0) return
      table.writeStored(slot, this.#id)
      table.changed.clear(slot)
    } finally {
      table.lock.release()
    }
  }

  /** Has written again what a thread was writing when it ended. */
  resume(): void {
    const { saving, last } = this.#table
    for (let slot = saving.next(1, last); slot !== 0; slot = saving.next(slot + 1, last)) {
      this.#giveBack(slot)
    }
  }

  /**
   * Writes what changed, in one transaction. What could not be written counts as changed again.
   *
   * @param from the slot from which on to look
   * @returns the slot from which on to go on, or 0 where the last has been looked at
   * @throws what the store throws
   */
  async save(store: CountStore, from: number): Promise<number> {
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
      // Looked at twice: without the lock, and, where there is something to drop, with it.
      if (this.#isSpent(slot, isSpent)) {
        table.lock.take()
        try {
          if (this.#isSpent(slot, isSpent)) table.free(slot)
        } finally {
          table.lock.release()
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
   * Adds a slot to what is about to be written. From here on a change is one for the next time. The text of
   * the ids is made after the lock is let go.
   */
  #take(slot: number, { slots, moved, counts, forgotten }: Batch): void {
    const table = this.#table
    const id = this.#id
    const stored = this.#stored
    let isForgotten: boolean
    table.lock.take()
    try {
      table.saving.set(slot)
      table.changed.clear(slot)
      table.readId(slot, id)
      table.read(slot, this.#bucket)
      table.readStored(slot, stored)
      // Whose slot this was may be back in another.
      isForgotten = stored.length > 0 && !stored.equals(id) && table.find(stored) === 0
    } finally {
      table.lock.release()
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
    table.lock.take()
    try {
      for (const slot of slots) table.saving.clear(slot)
    } finally {
      table.lock.release()
    }
  }

  /** Counts a slot that was taken as changed. */
  #giveBack(slot: number): void {
    const table = this.#table
    table.lock.take()
    try {
      table.changed.set(slot)
      table.saving.clear(slot)
    } finally {
      table.lock.release()
    }
  }
}
