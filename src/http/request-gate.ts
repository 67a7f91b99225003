import type { WireRequest } from '../core/wire-request.ts'

/**
 * A gate before the handler of requests. While it is shut, requests wait in their order of arrival. The connections
 * bound their number, for a connection waits with its next request for an answer.
 */
export class RequestGate {
  readonly #handle: (request: WireRequest) => void
  #waiting: WireRequest[] | undefined
  #arrived = 0

  constructor(handle: (request: WireRequest) => void) {
    this.#handle = handle
  }

  /** How many requests have arrived at the shut gate so far. */
  get arrived(): number {
    return this.#arrived
  }

  /** Passes a request on, at once or when the gate opens. */
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
