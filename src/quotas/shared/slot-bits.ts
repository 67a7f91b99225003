/** One bit for each slot. Hold the table's lock to change one; reading needs no lock. */
export class SlotBits {
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
