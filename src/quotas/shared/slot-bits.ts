/** One bit for each slot. Whoever changes one holds the table's lock; who only looks need not. */
export class SlotBits {
  readonly #words: Int32Array

  constructor(shared: SharedArrayBuffer, offset: number, words: number) {
    this.#words = new Int32Array(shared, offset, words)
  }

  set(slot: number): void {
    const word = this.#words[slot >> 5] ?? 0
    const bit = 1 << (slot & 31)
    // Mostly it is set already, and what is not written need not travel between processors.
    if ((word & bit) === 0) this.#words[slot >> 5] = word | bit
  }

  clear(slot: number): void {
    this.#words[slot >> 5] = (this.#words[slot >> 5] ?? 0) & ~(1 << (slot & 31))
  }

  /** The first slot with its bit set, from this one up to the last; 0 where there is none. */
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
