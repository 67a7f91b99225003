import { hash } from 'node:crypto'

const idBytes = 8
const sealBytes = 10
const shape = /^[A-Za-z0-9_-]{24}$/
/** Bytes of a message that there is room for beforehand: of the longest id, and of what most lists are chosen by. */
const roomBytes = 128

/**
 * Makes and reads cursors: the last id of a page, sealed with the secret of the store, so that only a
 * cursor that this environment made is taken. It names an id, not a count, so a page keeps
 * its place while others come and go.
 */
export class Cursors {
  /** The id and the seal of the cursor at hand: to make the room for it anew costs more than the hash. */
  readonly #bytes = Buffer.alloc(idBytes + sealBytes)
  /** The secret, and behind it the message that is being sealed. */
  readonly #sealed: Buffer
  readonly #secretBytes: number
  /** The beginnings of `#sealed`, by their length: for each length of a message there is one. */
  readonly #upTo: readonly Buffer[]

  /** @param secret of the store; kept from everyone, it makes a cursor unforgeable */
  constructor(secret: Uint8Array) {
    const sealed = Buffer.concat([secret, Buffer.alloc(roomBytes)])
    this.#sealed = sealed
    this.#secretBytes = secret.length
    this.#upTo = Array.from({ length: sealed.length + 1 }, (_, length) =>
      sealed.subarray(0, length),
    )
  }

  /**
   * @param after the id after which the page starts
   * @param list what chooses the list that the page is of, in one spelling; empty for the list of all
   */
  make(after: bigint, list: string): string {
    this.#bytes.writeBigInt64BE(after)
    this.#bytes.write(this.#seal(after, list), idBytes, sealBytes, 'latin1')
    return this.#bytes.toString('base64url')
  }

  /** The id after which the page starts, or undefined if this store made no such cursor for that list. */
  read(cursor: string, list: string): bigint | undefined {
    if (!shape.test(cursor)) return undefined
    // 24 characters are 18 bytes, and no other 24 are the same.
    this.#bytes.write(cursor, 'base64url')
    const after = this.#bytes.readBigInt64BE()
    const seal = this.#bytes.toString('latin1', idBytes)
    return this.#seal(after, list) === seal ? after : undefined
  }

  /** A cut SHA-256 over secret and message, a character a byte: cut, it cannot be extended by who lacks the secret. */
  #seal(after: bigint, list: string): string {
    return hash('sha256', this.#input(`${list}:${after}`), 'latin1').slice(0, sealBytes)
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
