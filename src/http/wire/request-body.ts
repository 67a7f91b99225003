import type { Awaitable } from '../../base/awaitable.ts'
import { wireLimits } from '../../base/limits.ts'

const nothing = Buffer.alloc(0)

/** The body of a request, as it arrives. */
export class RequestBody {
  #pieces: Buffer[] = []
  #length = 0
  #isWhole = false
  /** Whether the body was dropped. */
  #isDropped = false
  #onRead: ((body: Buffer | undefined) => void) | undefined
  #onBroken: (() => void) | undefined

  /** Adds pieces. It keeps none of a body that is too large or that was dropped. */
  take(pieces: readonly Buffer[]): void {
    for (const piece of pieces) {
      this.#length += piece.length
      if (!this.#isDropped) this.#pieces.push(piece)
    }
    if (this.#isTooLarge) {
      this.drop()
      this.#settle(undefined)
    }
  }

  /** Marks the body as complete. */
  complete(): void {
    this.#isWhole = true
    if (this.#onRead !== undefined) this.#settle(this.#joined())
  }

  /** Marks the client as gone. */
  break(): void {
    if (!this.#isWhole) this.#onBroken?.()
  }

  /** Frees the memory of the body; it is not read any more. */
  drop(): void {
    this.#isDropped = true
    this.#pieces = []
  }

  /** As `WireRequest.readBody`. */
  read(): Awaitable<Buffer | undefined> {
    if (this.#isTooLarge) return undefined
    if (this.#isWhole) return this.#joined()
    return new Promise((resolve) => {
      this.#onRead = resolve
    })
  }

  /** As `WireRequest.onBroken`. */
  onBroken(listener: () => void): void {
    if (!this.#isWhole) this.#onBroken = listener
  }

  get #isTooLarge(): boolean {
    return this.#length > wireLimits.bodyBytes
  }

  #joined(): Buffer {
    const [only = nothing] = this.#pieces
    return this.#pieces.length > 1 ? Buffer.concat(this.#pieces, this.#length) : only
  }

  #settle(body: Buffer | undefined): void {
    this.#onRead?.(body)
    this.#onRead = undefined
  }
}
