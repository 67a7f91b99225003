import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import type { Position } from '../data/store.ts'

const idBytes = 8
const sealBytes = 10
const headBytes = idBytes + sealBytes
/** Characters of a cursor for an id. A cursor for a text and an id has the text after them. */
const headLength = 24
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The six bits of each character of `alphabet`, by character code. */
const sextets = new Int8Array(128).fill(-1)
for (const [bits, character] of Array.from(alphabet).entries()) {
  sextets[character.charCodeAt(0)] = bits
}

/** A folded name takes 2,400 bytes at most: 200 characters, each of which may become twelve bytes. */
const maxTextBytes = 2_400
/** The most characters of a cursor. */
export const maxCursorLength = headLength + Math.ceil((maxTextBytes * 4) / 3)

/** Bytes reserved for a message: enough for the longest id, most texts and the filters of most lists. */
const roomBytes = 512

/**
 * Makes and reads cursors. A cursor is the position of the last row of a page, signed with the secret of the store, so
 * only cursors of this environment are valid. It is a position in the order, not an offset, so pages stay stable while
 * rows come and go.
 */
export class Cursors {
  /** The id and the seal of a cursor. Reused, because allocating them would cost more than the hash. */
  readonly #bytes = Buffer.alloc(headBytes)
  readonly #view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, headBytes)
  /** The secret, followed by the message that is being sealed. */
  readonly #sealed: Buffer
  readonly #secretBytes: number
  /** Prefixes of `#sealed` by length. Making one for each message would cost half as much as the hash. */
  readonly #upTo: Buffer[] = []

  /** @param secret of the store */
  constructor(secret: Uint8Array) {
    this.#sealed = Buffer.concat([secret, Buffer.alloc(roomBytes)])
    this.#secretBytes = secret.length
  }

  /**
   * @param after the position after which the page starts
   * @param list the filters of the list, in canonical form; empty for the unfiltered list
   */
  make(after: Position, list: string): string {
    if (typeof after === 'bigint') return this.#head(after, `${list}:${after}`)
    const { id, text } = after
    return this.#head(id, messageOf(list, id, text)) + Buffer.from(text).toString('base64url')
  }

  /** The position after which the page starts, or undefined if this store did not make the cursor for this list. */
  read(cursor: string, list: string): Position | undefined {
    if (!this.#decode(cursor)) return undefined
    const id = this.#view.getBigInt64(0)
    // 24 characters encode 18 bytes in exactly one way.
    if (cursor.length === headLength) return this.#isSealed(`${list}:${id}`) ? id : undefined
    const after = { id, text: textOf(cursor) }
    // Re-encoded, because other characters can encode the same text.
    return this.make(after, list) === cursor ? after : undefined
  }

  /**
   * Reads the bytes of the head. Node's decoder is lenient: it accepts characters of other alphabets.
   *
   * @returns whether the cursor has a head
   */
  #decode(cursor: string): boolean {
    if (cursor.length < headLength) return false
    const bytes = this.#bytes
    let wrong = 0
    for (let from = 0, to = 0; from < headLength; from += 4, to += 3) {
      const first = sextetAt(cursor, from)
      const second = sextetAt(cursor, from + 1)
      const third = sextetAt(cursor, from + 2)
      const fourth = sextetAt(cursor, from + 3)
      wrong |= first | second | third | fourth
      bytes[to] = (first << 2) | (second >> 4)
      bytes[to + 1] = (second << 4) | (third >> 2)
      bytes[to + 2] = (third << 6) | fourth
    }
    return wrong >= 0
  }

  /** Whether the bytes of the head have the seal of a message. */
  #isSealed(message: string): boolean {
    const seal = this.#seal(message)
    let difference = 0
    for (let at = 0; at < sealBytes; at += 1) {
      difference |= seal.charCodeAt(at) ^ (this.#bytes[idBytes + at] ?? 0)
    }
    return difference === 0
  }

  /** The id and the seal. */
  #head(id: bigint, message: string): string {
    const bytes = this.#bytes
    this.#view.setBigInt64(0, id)
    const seal = this.#seal(message)
    for (let at = 0; at < sealBytes; at += 1) bytes[idBytes + at] = seal.charCodeAt(at)
    return bytes.toString('base64url')
  }

  /**
   * A truncated SHA-256 over secret and message, one byte per character: its first ten are the seal. Because it is
   * truncated, nobody can extend it without the secret.
   */
  #seal(message: string): string {
    return hash('sha256', this.#input(message), 'latin1')
  }

  #input(message: string): Buffer {
    // A character takes three bytes at most.
    if (message.length * 3 > roomBytes) {
      return Buffer.concat([this.#sealed.subarray(0, this.#secretBytes), Buffer.from(message)])
    }
    const length = this.#secretBytes + this.#sealed.write(message, this.#secretBytes)
    return (this.#upTo[length] ??= this.#sealed.subarray(0, length))
  }
}

/** The six bits of a character; negative if it is not in the alphabet. */
const sextetAt = (cursor: string, at: number): number => sextets[cursor.charCodeAt(at)] ?? -1

/** The text after the head of a cursor. */
const textOf = (cursor: string): string =>
  Buffer.from(cursor.slice(headLength), 'base64url').toString()

/** No filter contains a line break, so different positions have different messages. */
const messageOf = (list: string, id: bigint, text: string): string => `${list}:${id}\n${text}`
