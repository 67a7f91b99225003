import type { Bucket } from '../bucket.ts'
import { field, header, tableLayout, type TableLayout, wordBytes, wordsOf } from './layout.ts'
import { PackedId } from './packed-id.ts'
import { holderOf, waitForLock } from './spin-lock.ts'

/**
 * When the table is full, the least recently seen of this many slots makes room. A smaller table has no others, so
 * there the choice is exact.
 */
const window = 16

/** The number of slots of a new table. */
const firstSlots = 1_024

/**
 * The counts of one kind of subject, as one thread sees them: a directory from id to slot, and the slots.
 *
 * Callers hold the lock, unless a method says otherwise. A thread can end in the middle of any method. So each writes
 * in an order that leaves the table consistent at every step. A slot is in use while its length is not 0; the length is
 * written last and removed first.
 */
export class CountTable {
  readonly changed: SlotBits
  readonly saving: SlotBits
  readonly #shared: SharedArrayBuffer
  readonly #layout: TableLayout
  readonly #limit: number
  /** The number by which this thread holds the lock, which is in the header. */
  readonly #holder: number
  readonly #head: Int32Array
  /**
   * A view of a fixed length, made anew when a slot beyond its end is needed. A view that tracks the length of the
   * memory costs ten times as much at each access.
   */
  #words: Int32Array
  /** How many slots the view has. */
  #visible = 0

  /** @param thread a number from 0 on that no other running thread has */
  constructor(shared: SharedArrayBuffer, thread: number) {
    const head = new Int32Array(shared, 0, header.words)
    const limit = head[header.limit] ?? 0
    const layout = tableLayout(limit)
    const bitWords = layout.saving - layout.changed
    this.changed = new SlotBits(shared, layout.changed * wordBytes, bitWords)
    this.saving = new SlotBits(shared, layout.saving * wordBytes, bitWords)
    this.#shared = shared
    this.#layout = layout
    this.#limit = limit
    this.#holder = holderOf(thread)
    this.#head = head
    this.#words = head
    this.#refreshView()
  }

  /**
   * Takes the lock, for a section far shorter than a microsecond.
   *
   * @throws Error if another thread has held it for five seconds
   */
  lock(): void {
    const holder = Atomics.compareExchange(this.#head, header.holder, 0, this.#holder)
    // If this very thread holds it, its section failed before it could release it, because its stack was full.
    if (holder !== 0 && holder !== this.#holder) waitForLock(this.#head, this.#holder)
  }

  unlock(): void {
    Atomics.store(this.#head, header.holder, 0)
  }

  /** Makes an id for use with this table. Needs no lock. */
  newId(): PackedId {
    return new PackedId([this.#get(header.secret), this.#get(header.secret + 1)])
  }

  /** Whether the stored counts have been loaded. Needs no lock. */
  get loaded(): boolean {
    return this.#get(header.loaded) === 1
  }

  setLoaded(): void {
    this.#words[header.loaded] = 1
  }

  /** The last slot that was ever in use. Needs no lock. */
  get last(): number {
    return this.#get(header.used)
  }

  /** Whether a slot is in use. Needs no lock if an answer of a moment ago will do. */
  isUsed(slot: number): boolean {
    return this.#get(this.#at(slot) + field.length) !== 0
  }

  /** The slot of a subject, or 0 if it has none. */
  find(id: PackedId): number {
    let slot = this.#get(this.#chainOf(id.hash))
    while (slot !== 0) {
      const at = this.#at(slot)
      if (id.isAt(this.#words, at)) return slot
      slot = this.#get(at + field.next)
    }
    return 0
  }

  /**
   * Gives a subject that has none a slot, with nothing counted.
   *
   * @throws RangeError if the machine has no more memory
   */
  add(id: PackedId): number {
    const slot = this.#takeSlot()
    const at = this.#at(slot)
    const words = this.#words
    this.changed.set(slot)
    for (let word = field.seen; word <= field.banLength; word += 1) words[at + word] = 0
    id.put(words, at + field.id)
    words[at + field.hash] = id.hash
    const chain = this.#chainOf(id.hash)
    words[at + field.next] = this.#get(chain)
    words[chain] = slot
    words[at + field.length] = id.length
    return slot
  }

  /** Frees a slot for another subject. */
  free(slot: number): void {
    this.#remove(slot)
    this.#words[this.#at(slot) + field.next] = this.#get(header.free)
    this.#words[header.free] = slot
  }

  /** Records that the subject of a slot was seen just now. */
  touch(slot: number): void {
    const tick = (this.#get(header.tick) + 1) | 0
    this.#words[header.tick] = tick
    this.#words[this.#at(slot) + field.seen] = tick
  }

  /** Fills in a bucket from a slot. */
  read(slot: number, bucket: Bucket): void {
    const at = this.#at(slot)
    bucket.minute = this.#get(at + field.minute)
    bucket.minuteUsed = this.#get(at + field.minuteUsed)
    bucket.minuteRefused = this.#get(at + field.minuteRefused)
    bucket.day = this.#get(at + field.day)
    bucket.dayUsed = this.#get(at + field.dayUsed)
    bucket.banEnds = this.#get(at + field.banEnds) >>> 0
    bucket.banLength = this.#get(at + field.banLength)
  }

  /**
   * Writes a bucket to its slot. The used requests are written before the number of their window. If a thread ends
   * between the two, the window starts again, and only the present request is not counted.
   */
  write(slot: number, bucket: Bucket): void {
    const at = this.#at(slot)
    const words = this.#words
    words[at + field.banEnds] = bucket.banEnds
    words[at + field.banLength] = bucket.banLength
    words[at + field.minuteUsed] = bucket.minuteUsed
    words[at + field.minuteRefused] = bucket.minuteRefused
    words[at + field.minute] = bucket.minute
    words[at + field.dayUsed] = bucket.dayUsed
    words[at + field.day] = bucket.day
  }

  /** Fills in the id of a slot's subject; its length is 0 if the slot is free. */
  readId(slot: number, id: PackedId): void {
    const at = this.#at(slot)
    id.take(this.#words, this.#get(at + field.length), at + field.id)
  }

  /** Fills in the id of the subject that the store has for a slot; its length is 0 if there is none. */
  readStored(slot: number, id: PackedId): void {
    const at = this.#at(slot)
    id.take(this.#words, this.#get(at + field.storedLength), at + field.stored)
  }

  /** Records the subject that the store has for a slot. Needs no lock: only one thread writes to the store. */
  writeStored(slot: number, id: PackedId): void {
    const at = this.#at(slot)
    id.put(this.#words, at + field.stored)
    this.#words[at + field.storedLength] = id.length
  }

  #takeSlot(): number {
    const free = this.#get(header.free)
    if (free !== 0) {
      this.#words[header.free] = this.#get(this.#at(free) + field.next)
      return free
    }
    const next = this.#get(header.used) + 1
    if (next > this.#limit) return this.#makeRoom()
    this.#cover(next)
    this.#words[header.used] = next
    return next
  }

  /** Frees the least recently seen of the next few slots. */
  #makeRoom(): number {
    const tick = this.#get(header.tick)
    const count = Math.min(window, this.#limit)
    const hand = this.#get(header.hand)
    let oldest = 0
    let age = -1
    for (let step = 0; step < count && age < Infinity; step += 1) {
      const slot = ((hand + step) % this.#limit) + 1
      const at = this.#at(slot)
      // A slot that a thread left half-written is free, and counts as the oldest.
      const unseen = this.isUsed(slot) ? (tick - this.#get(at + field.seen)) >>> 0 : Infinity
      if (unseen <= age) continue
      oldest = slot
      age = unseen
    }
    this.#words[header.hand] = (hand + count) % this.#limit
    this.#remove(oldest)
    return oldest
  }

  /** Frees a slot and takes it out of its chain. */
  #remove(slot: number): void {
    const at = this.#at(slot)
    this.changed.set(slot)
    this.#words[at + field.length] = 0
    let link = this.#chainOf(this.#get(at + field.hash))
    for (let other = this.#get(link); other !== 0; other = this.#get(link)) {
      if (other === slot) {
        this.#words[link] = this.#get(at + field.next)
        return
      }
      link = this.#at(other) + field.next
    }
  }

  /** Grows the memory if it does not reach a slot. */
  #cover(slot: number): void {
    const needed = wordsOf(this.#layout, slot) * wordBytes
    if (this.#shared.byteLength < needed) {
      const slots = Math.min(this.#limit, Math.max(firstSlots, slot * 2))
      this.#shared.grow(wordsOf(this.#layout, slots) * wordBytes)
    }
    if (slot > this.#visible) this.#refreshView()
  }

  /** Makes the view as long as the memory is now; any thread may have grown it. */
  #refreshView(): void {
    const words = this.#shared.byteLength / wordBytes
    this.#words = new Int32Array(this.#shared, 0, words)
    this.#visible = Math.floor((words - wordsOf(this.#layout, 0)) / field.words)
  }

  #chainOf(hash: number): number {
    return this.#layout.chains + (hash & (this.#layout.chainCount - 1))
  }

  #at(slot: number): number {
    if (slot > this.#visible) this.#refreshView()
    return this.#layout.slots + slot * field.words
  }

  #get(at: number): number {
    return this.#words[at] ?? 0
  }
}

/** One bit for each slot. Hold the table's lock to change one; reading needs no lock. */
class SlotBits {
  readonly #words: Int32Array

  constructor(shared: SharedArrayBuffer, offset: number, words: number) {
    this.#words = new Int32Array(shared, offset, words)
  }

  set(slot: number): void {
    const word = this.#words[slot >> 5] ?? 0
    const bit = 1 << (slot & 31)
    // The bit is usually set already. Writing less keeps the memory from travelling between processors.
    if ((word & bit) === 0) this.#words[slot >> 5] = word | bit
  }

  clear(slot: number): void {
    this.#words[slot >> 5] = (this.#words[slot >> 5] ?? 0) & ~(1 << (slot & 31))
  }

  /** The first slot with its bit set, from this one up to the last; 0 if there is none. */
  next(from: number, last: number): number {
    for (let slot = from; slot <= last;) {
      const rest = (this.#words[slot >> 5] ?? 0) >>> (slot & 31)
      if (rest === 0) {
        slot = (slot | 31) + 1
        continue
      }
      const found = slot + 31 - Math.clz32(rest & -rest)
      return found <= last ? found : 0
    }
    return 0
  }
}
