import { hash } from 'node:crypto'
import type { PetStatus } from './pet.ts'

/** Where a page starts, and of which list. */
export type Position = { readonly after: bigint; readonly status: PetStatus | undefined }

const idBytes = 8
const sealBytes = 10
const shape = /^[A-Za-z0-9_-]{24}$/

/**
 * Makes and reads cursors: the last id of a page, sealed with the secret of the store, so that only a
 * cursor that this environment made is taken. It names an animal, not a count, so a page keeps
 * its place while others come and go.
 */
export class Cursors {
  readonly #secret: Uint8Array

  /** @param secret of the store; kept from everyone, it makes a cursor unforgeable */
  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  make(position: Position): string {
    const bytes = Buffer.alloc(idBytes + sealBytes)
    bytes.writeBigInt64BE(position.after)
    this.#seal(position).copy(bytes, idBytes, 0, sealBytes)
    return bytes.toString('base64url')
  }

  /**
   * The id after which the page starts, or undefined where this store made no such cursor for a list
   * of that status.
   */
  read(cursor: string, status: PetStatus | undefined): bigint | undefined {
    if (!shape.test(cursor)) return undefined
    const after = Buffer.from(cursor, 'base64url').readBigInt64BE()
    return this.make({ after, status }) === cursor ? after : undefined
  }

  /** A cut SHA-256 over secret and message: cut, it cannot be extended by who lacks the secret. */
  #seal({ after, status }: Position): Buffer {
    const message = Buffer.from(`${status ?? ''}:${after}`)
    return hash('sha256', Buffer.concat([this.#secret, message]), 'buffer')
  }
}
