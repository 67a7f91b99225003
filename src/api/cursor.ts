import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import type { Position } from '../data/store.ts'

const idBytes = 8
const sealBytes = 10
/** Characters of a cursor for an id. A cursor for a text and an id has the text after them. */
const headLength = ((idBytes + sealBytes) * 4) / 3

/** A folded name takes 2,400 bytes at most: 200 characters, each of which may become twelve bytes. */
const maxTextBytes = 2_400
/** The most characters of a cursor. */
export const maxCursorLength = headLength + Math.ceil((maxTextBytes * 4) / 3)

/**
 * Makes and reads cursors. A cursor is the position of the last row of a page, signed with the secret of the store, so
 * only cursors of this environment are valid. It is a position in the order, not an offset, so pages stay stable while
 * rows come and go.
 */
export class Cursors {
  readonly #secret: Uint8Array

  /** @param secret of the store */
  constructor(secret: Uint8Array) {
    this.#secret = secret
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
    if (cursor.length < headLength) return undefined
    const head = Buffer.from(cursor.slice(0, headLength), 'base64url')
    if (head.length !== idBytes + sealBytes) return undefined
    const id = head.readBigInt64BE(0)
    const text = cursor.slice(headLength)
    const after = text === '' ? id : { id, text: Buffer.from(text, 'base64url').toString() }
    // Re-encoded, because a lenient decoder accepts other spellings of the same bytes.
    return isSame(this.make(after, list), cursor) ? after : undefined
  }

  /**
   * The id and the seal: the first bytes of a SHA-256 over secret and message. Because it is truncated, nobody can extend
   * it without the secret.
   */
  #head(id: bigint, message: string): string {
    const bytes = Buffer.allocUnsafe(idBytes + sealBytes)
    bytes.writeBigInt64BE(id, 0)
    const sealed = Buffer.concat([this.#secret, Buffer.from(message)])
    bytes.write(hash('sha256', sealed, 'latin1').slice(0, sealBytes), idBytes, 'latin1')
    return bytes.toString('base64url')
  }
}

/** No filter contains a line break, so different positions have different messages. */
const messageOf = (list: string, id: bigint, text: string): string => `${list}:${id}\n${text}`

/** Compares in a time that does not reveal where the first difference is. */
const isSame = (one: string, other: string): boolean => {
  let difference = one.length ^ other.length
  for (let at = 0; at < other.length; at += 1) {
    difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  }
  return difference === 0
}
