import { field, idWords, wordBytes } from './layout.ts'

/** In characters. The longest id is `ffff:ffff:ffff:ffff::/64`. */
export const maxIdLength = idWords * wordBytes

/**
 * The id of a subject in the form that a slot holds, with its hash. One object is used again and again, so that
 * counting creates no garbage.
 */
export class PackedId {
  readonly words = new Int32Array(idWords)
  length = 0
  hash = 0
  readonly #secret: readonly [number, number]

  constructor(secret: readonly [number, number]) {
    this.#secret = secret
  }

  /** @throws RangeError if the id is empty, longer than 24 characters, or not Latin-1; the service makes no such ids */
  pack(id: string): void {
    const { words } = this
    const { length } = id
    if (length === 0 || length > maxIdLength) throw unfit(id)
    for (let word = 0; word < idWords; word += 1) words[word] = 0
    let seen = 0
    for (let at = 0; at < length; at += 1) {
      const code = id.charCodeAt(at)
      seen |= code
      words[at >> 2] = (words[at >> 2] ?? 0) | (code << ((at & 3) * 8))
    }
    if (seen > 0xff) throw unfit(id)
    this.length = length
    this.hash = this.#hash()
  }

  /** Reads an id from a slot; there is none if the length is 0. */
  take(slots: Int32Array, length: number, from: number): void {
    for (let word = 0; word < idWords; word += 1) this.words[word] = slots[from + word] ?? 0
    this.length = length
    this.hash = this.#hash()
  }

  /** Writes the id to a slot. */
  put(slots: Int32Array, from: number): void {
    for (let word = 0; word < idWords; word += 1) slots[from + word] = this.words[word] ?? 0
  }

  clear(): void {
    this.length = 0
    this.words.fill(0)
  }

  equals(other: PackedId): boolean {
    if (this.length !== other.length) return false
    for (let word = 0; word < idWords; word += 1) {
      if (this.words[word] !== other.words[word]) return false
    }
    return true
  }

  /** Whether the slot that begins here holds this id. */
  isAt(slots: Int32Array, at: number): boolean {
    const { words } = this
    if (slots[at + field.hash] !== this.hash || slots[at + field.length] !== this.length)
      return false
    for (let word = 0; word < idWords; word += 1) {
      if (slots[at + field.id + word] !== words[word]) return false
    }
    return true
  }

  toString(): string {
    let text = ''
    for (let at = 0; at < this.length; at += 1) {
      text += String.fromCharCode(((this.words[at >> 2] ?? 0) >> ((at & 3) * 8)) & 0xff)
    }
    return text
  }

  /**
   * A keyed hash after HalfSipHash-1-3 (J.-P. Aumasson, D. J. Bernstein). Callers choose addresses; without a secret
   * they could put them all into one chain.
   */
  #hash(): number {
    const { words, length } = this
    const [key0, key1] = this.#secret
    let v0 = key0
    let v1 = key1
    let v2 = key0 ^ 0x6c796765
    let v3 = key1 ^ 0x74656462
    const last = (length + 3) >> 2
    const finalRounds = 3
    for (let round = 0; round <= last + finalRounds; round += 1) {
      // The words, then the length, then rounds with 0.
      const message = round < last ? (words[round] ?? 0) : round === last ? length : 0
      if (round === last + 1) v2 ^= 0xff
      v3 ^= message
      v0 = (v0 + v1) | 0
      v1 = rotate(v1, 5) ^ v0
      v0 = rotate(v0, 16)
      v2 = (v2 + v3) | 0
      v3 = rotate(v3, 8) ^ v2
      v0 = (v0 + v3) | 0
      v3 = rotate(v3, 7) ^ v0
      v2 = (v2 + v1) | 0
      v1 = rotate(v1, 13) ^ v2
      v2 = rotate(v2, 16)
      v0 ^= message
    }
    return v1 ^ v3
  }
}

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by))

const unfit = (id: string): RangeError =>
  new RangeError(`No requests can be counted for the id ${JSON.stringify(id)}.`)
