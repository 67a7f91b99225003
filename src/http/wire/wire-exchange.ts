import type { IncomingHttpHeaders } from 'node:http'
import type { Awaitable } from '../../core/awaitable.ts'
import type { HeaderLines } from '../../core/headers.ts'
import { wireLimits } from '../../core/limits.ts'
import type { Answer, WireRequest } from '../../core/wire-request.ts'
import type { RequestHead } from './request-head.ts'

/** What a request needs of its connection. */
export type Line = {
  readonly peer: string | undefined
  /** Whether nothing can be sent any more. */
  readonly isOver: boolean
  /** Sends a 100, which asks a waiting client for the body. */
  sendContinue(): void
  send(exchange: WireExchange, lines: HeaderLines, answer: Answer): void
  destroy(): void
}

const nothing = Buffer.alloc(0)

/** A request, with the means to answer it. */
export class WireExchange implements WireRequest {
  readonly head: RequestHead
  readonly receivedAt = performance.now()
  readonly headers: IncomingHttpHeaders
  isAnswered = false
  quota: HeaderLines | undefined
  /** Whether the body was asked for, or arrived unasked. */
  isBodyTaken = false
  readonly #line: Line
  #body: Buffer | undefined
  /** Pieces of a body that is incomplete. */
  #pieces: Buffer[] = []
  #length = 0
  #isWhole = false
  #onBody: ((body: Buffer | undefined) => void) | undefined
  #onBroken: (() => void) | undefined

  constructor(line: Line, head: RequestHead) {
    this.#line = line
    this.head = head
    this.headers = head.fields.headers
  }

  get method(): string {
    return this.head.method
  }

  get target(): string {
    return this.head.target
  }

  get body(): Buffer | undefined {
    return this.#body
  }

  get peer(): string | undefined {
    return this.#line.peer
  }

  get isOver(): boolean {
    return this.isAnswered || this.#line.isOver
  }

  /** Adds pieces of the body. It drops those of a body that is too large or that nobody asks for any more. */
  take(pieces: readonly Buffer[]): void {
    for (const piece of pieces) {
      this.#length += piece.length
      if (!this.isAnswered && !this.#isTooLarge) this.#pieces.push(piece)
    }
    if (this.#isTooLarge) this.#settle(undefined)
  }

  /** Marks the request as complete. */
  complete(): void {
    this.#isWhole = true
    const pieces = this.#pieces
    const [only = nothing] = pieces
    if (this.#length > 0 && !this.#isTooLarge && !this.isAnswered) {
      this.#body = pieces.length === 1 ? only : Buffer.concat(pieces, this.#length)
    }
    this.#pieces = []
    this.#settle(this.#body ?? nothing)
  }

  /** Marks the client as gone. */
  break(): void {
    if (!this.#isWhole && !this.isAnswered) this.#onBroken?.()
  }

  readBody(mostBytes: number): Awaitable<Buffer | undefined> {
    // Sent even if the body has arrived meanwhile, so that the same request always gets the same answers.
    if (this.head.expectsContinue && !this.isBodyTaken) this.#line.sendContinue()
    this.isBodyTaken = true
    if (this.#length > mostBytes) return undefined
    if (this.#isWhole) return this.#body ?? nothing
    return new Promise((resolve) => {
      this.#onBody = (body) => resolve(body && body.length > mostBytes ? undefined : body)
    })
  }

  onBroken(listener: () => void): void {
    if (!this.#isWhole) this.#onBroken = listener
  }

  answer(lines: HeaderLines, answer: Answer): void {
    this.isAnswered = true
    this.#pieces = []
    this.#line.send(this, lines, answer)
  }

  abandon(): void {
    this.#line.destroy()
  }

  get #isTooLarge(): boolean {
    return this.#length > wireLimits.bodyBytes
  }

  #settle(body: Buffer | undefined): void {
    this.#onBody?.(body)
    this.#onBody = undefined
  }
}
