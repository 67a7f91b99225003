import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import type { Position } from '../data/store.ts'

const idBytes = 8
const sealBytes = 10
const headBytes = idBytes + sealBytes
/** The characters of the cursor of an id. A cursor of a text and an id has the text behind them. */
const headLength = 24
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The six bits of each character of `alphabet`, by its code. */
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
 * Makes and reads cursors. A cursor is the position of the last row of a page. The secret of the store seals it, so only
 * cursors of this environment are valid. A cursor names a position among all possible rows, not an offset. So a page
 * keeps its place while rows come and go.
 */
export class Cursors {
  /** The id and the seal of a cursor. Allocating them anew would cost more than the hash. */
  readonly #bytes = Buffer.alloc(headBytes)
  readonly #view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, headBytes)
  /** The secret, followed by the message that is being sealed. */
  readonly #sealed: Buffer
  readonly #secretBytes: number
  /** Prefixes of `#sealed`, by their length. A new one for each message would cost as much as half of a hash. */
  readonly #upTo: Buffer[] = []

  /** @param secret of the store; it makes cursors unforgeable as long as it stays secret */
  constructor(secret: Uint8Array) {
    this.#sealed = Buffer.concat([secret, Buffer.alloc(roomBytes)])
    this.#secretBytes = secret.length
  }

  /**
   * @param after the position after which the page starts
   * @param list the filters of the list, in one spelling; empty for the list of all
   */
  make(after: Position, list: string): string {
    if (typeof after === 'bigint') return this.#head(after, `${list}:${after}`)
    const { id, text } = after
    return this.#head(id, messageOf(list, id, text)) + Buffer.from(text).toString('base64url')
  }

  /** The position after which the page starts, or undefined if this store made no such cursor for this list. */
  read(cursor: string, list: string): Position | undefined {
    if (!this.#decode(cursor)) return undefined
    const id = this.#view.getBigInt64(0)
    // 24 characters encode 18 bytes in exactly one way.
    if (cursor.length === headLength) return this.#isSealed(`${list}:${id}`) ? id : undefined
    const after = { id, text: textOf(cursor) }
    // Made anew, since other characters may stand for the same text.
    return this.make(after, list) === cursor ? after : undefined
  }

  /**
   * Reads the bytes of the head. Node's decoder is not strict: it takes characters of other alphabets too.
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

/** The six bits of a character; less than zero if it is none of the alphabet. */
const sextetAt = (cursor: string, at: number): number => sextets[cursor.charCodeAt(at)] ?? -1

/** The text behind the head of a cursor. */
const textOf = (cursor: string): string =>
  Buffer.from(cursor.slice(headLength), 'base64url').toString()

/** No filter is spelled with a line break, so no two positions have one message. */
const messageOf = (list: string, id: bigint, text: string): string => `${list}:${id}\n${text}`
