import { hash } from 'node:crypto'

const idBytes = 8
const sealBytes = 10
const shape = /^[A-Za-z0-9_-]{24}$/
/** Bytes reserved for a message: enough for the longest id and the filters of most lists. */
const roomBytes = 128

/**
 * Makes and reads cursors: the last id of a page, sealed with the secret of the store, so that only cursors of this
 * environment are valid. A cursor names an id, not an offset, so a page keeps its place while rows come and go.
 */
export class Cursors {
  /** The id and the seal of a cursor. Allocating them anew would cost more than the hash. */
  readonly #bytes = Buffer.alloc(idBytes + sealBytes)
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
   * @param after the id after which the page starts
   * @param list the filters of the list, in one spelling; empty for the list of all
   */
  make(after: bigint, list: string): string {
    this.#bytes.writeBigInt64BE(after)
    this.#bytes.write(this.#seal(after, list), idBytes, sealBytes, 'latin1')
    return this.#bytes.toString('base64url')
  }

  /** The id after which the page starts, or undefined if this store made no such cursor for this list. */
  read(cursor: string, list: string): bigint | undefined {
    if (!shape.test(cursor)) return undefined
    // 24 characters encode 18 bytes in exactly one way.
    this.#bytes.write(cursor, 'base64url')
    const after = this.#bytes.readBigInt64BE()
    const seal = this.#bytes.toString('latin1', idBytes)
    return this.#seal(after, list) === seal ? after : undefined
  }

  /**
   * A truncated SHA-256 over secret and message, one byte per character. Because it is truncated, nobody can extend it
   * without the secret.
   */
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
