import { hash } from 'node:crypto'
import { int64 } from '../core/int64.ts'
import { type PetStatus, petStatuses } from './pet.ts'

/** Where a page starts, and of which list. */
export type Position = { readonly after: bigint; readonly status: PetStatus | undefined }

const idBytes = 8
const sealBytes = 10
const shape = /^[A-Za-z0-9_-]{24}$/
const longestMessage =
  Math.max(...petStatuses.map(({ length }) => length)) + `:${int64.minimum}`.length

/**
 * Makes and reads cursors: the last id of a page, sealed with the secret of the store, so that only a
 * cursor that this environment made is taken. It names an animal, not a count, so a page keeps
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
    const sealed = Buffer.concat([secret, Buffer.alloc(longestMessage)])
    this.#sealed = sealed
    this.#secretBytes = secret.length
    this.#upTo = Array.from({ length: sealed.length + 1 }, (_, length) =>
      sealed.subarray(0, length),
    )
  }

  make({ after, status }: Position): string {
    this.#bytes.writeBigInt64BE(after)
    this.#bytes.write(this.#seal(after, status), idBytes, sealBytes, 'latin1')
    return this.#bytes.toString('base64url')
  }

  /**
   * The id after which the page starts, or undefined where this store made no such cursor for a list
   * of that status.
   */
  read(cursor: string, status: PetStatus | undefined): bigint | undefined {
    if (!shape.test(cursor)) return undefined
    // 24 characters are 18 bytes, and no other 24 are the same.
    this.#bytes.write(cursor, 'base64url')
    const after = this.#bytes.readBigInt64BE()
    const seal = this.#bytes.toString('latin1', idBytes)
    return this.#seal(after, status) === seal ? after : undefined
  }

  /** A cut SHA-256 over secret and message, a character a byte: cut, it cannot be extended by who lacks the secret. */
  #seal(after: bigint, status: PetStatus | undefined): string {
    const length = this.#sealed.write(`${status ?? ''}:${after}`, this.#secretBytes, 'latin1')
    const input = this.#upTo[this.#secretBytes + length]
    if (input === undefined) throw new RangeError('No id is as long as that.')
    return hash('sha256', input, 'latin1').slice(0, sealBytes)
  }
}
