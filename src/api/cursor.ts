import { hash } from 'node:crypto'
import type { Position } from '../data/store.ts'

const idBytes = 8
const sealBytes = 10
const headBytes = idBytes + sealBytes
/** The cursor of an id. Behind the same characters that of a text and an id has the text. */
const headLength = 24
const shape = /^[A-Za-z0-9_-]{24,}$/

/** A folded name takes 2,400 bytes at most: 200 characters, each of which may become twelve bytes. */
const mostTextBytes = 2_400
/** The most characters of a cursor. */
export const mostCursorLength = headLength + Math.ceil((mostTextBytes * 4) / 3)

/** Bytes reserved for a message: enough for the longest id and the filters of most lists. */
const roomBytes = 128

/**
 * Makes and reads cursors: the position of the last row of a page, sealed with the secret of the store, so that only
 * cursors of this environment are valid. A cursor names a position among all possible rows, not an offset, so a page
 * keeps its place while rows come and go.
 */
export class Cursors {
  /** The id and the seal of a cursor. Allocating them anew would cost more than the hash. */
  readonly #bytes = Buffer.alloc(headBytes)
  /** The secret, followed by the message that is being sealed. */
  readonly #sealed: Buffer
  readonly #secretBytes: number
  /** The prefixes of `#sealed`, by the length of their message. */
  readonly #upTo: readonly Buffer[]

  /** @param secret of the store; it makes cursors unforgeable as long as it stays secret */
  constructor(secret: Uint8Array) {
    const sealed = Buffer.concat([secret, Buffer.alloc(roomBytes)])
    this.#sealed = sealed
    this.#secretBytes = secret.length
    this.#upTo = Array.from({ length: sealed.length + 1 }, (_, length) =>
      sealed.subarray(0, length),
    )
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
    if (!shape.test(cursor)) return undefined
    // 24 characters encode 18 bytes in exactly one way.
    this.#bytes.write(cursor, 0, headBytes, 'base64url')
    const id = this.#bytes.readBigInt64BE()
    const after = cursor.length === headLength ? id : { id, text: textOf(cursor) }
    // Made anew, since other characters may stand for the same text.
    return this.make(after, list) === cursor ? after : undefined
  }

  /** The id and the seal. */
  #head(id: bigint, message: string): string {
    this.#bytes.writeBigInt64BE(id)
    this.#bytes.write(this.#seal(message), idBytes, sealBytes, 'latin1')
    return this.#bytes.toString('base64url')
  }

  /**
   * A truncated SHA-256 over secret and message, one byte per character. Because it is truncated, nobody can extend it
   * without the secret.
   */
  #seal(message: string): string {
    return hash('sha256', this.#input(message), 'latin1').slice(0, sealBytes)
  }

  #input(message: string): Buffer {
    // A character takes three bytes at most.
    if (message.length * 3 > roomBytes) {
      return Buffer.concat([this.#sealed.subarray(0, this.#secretBytes), Buffer.from(message)])
    }
    const length = this.#sealed.write(message, this.#secretBytes)
    return this.#upTo[this.#secretBytes + length] ?? this.#sealed
  }
}

/** The text behind the head of a cursor. */
const textOf = (cursor: string): string =>
  Buffer.from(cursor.slice(headLength), 'base64url').toString()

/** No filter is spelled with a line break, so no two positions have one message. */
const messageOf = (list: string, id: bigint, text: string): string => `${list}:${id}\n${text}`
