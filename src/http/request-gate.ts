import type { WireRequest } from '../core/wire-request.ts'

/**
 * Stands in front of what handles requests. While it is shut, requests wait behind it, in the order in which they came.
 * They are bounded by the connections, for a connection waits with its next request for an answer.
 */
export class RequestGate {
  readonly #handle: (request: WireRequest) => void
  #waiting: WireRequest[] | undefined
  #arrived = 0

  constructor(handle: (request: WireRequest) => void) {
    this.#handle = handle
  }

  /** How many requests have come to the shut gate so far. */
  get arrived(): number {
    return this.#arrived
  }

  /** Hands a request on, at once or when the gate opens. */
  readonly take = (request: WireRequest): void => {
    if (this.#waiting === undefined) {
      this.#handle(request)
      return
    }
    this.#arrived += 1
    this.#waiting.push(request)
  }

  shut(): void {
    this.#waiting ??= []
  }

  open(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const request of waiting) this.#handle(request)
  }
}
