import type { Socket } from 'node:net'
import type { WireRequest } from '../../base/wire-request.ts'

/** The part of a connection that its server uses. */
type OpenConnection = {
  readonly socket: Socket
  readonly isIdle: boolean
  enforceTimes(now: number): void
}

/** The open connections of a server: counts them, enforces their times, and ends them without losing a request. */
export class Connections {
  /** Whether every answer must be the last of its connection. Only `beginEnd` sets it. */
  isEnding = false
  /** Takes each request. Only `hold` and `release` set it. */
  handle: (request: WireRequest) => void
  readonly #open = new Set<OpenConnection>()
  readonly #answer: (request: WireRequest) => void
  #held: WireRequest[] = []
  /** How many requests have arrived while they were held. */
  arrived = 0

  constructor(answer: (request: WireRequest) => void) {
    this.handle = answer
    this.#answer = answer
  }

  add(connection: OpenConnection): void {
    this.#open.add(connection)
    connection.socket.once('close', () => this.#open.delete(connection))
  }

  get count(): number {
    return this.#open.size
  }

  /** From now on every answer has `Connection: close`. Idle connections stay open: requests already sent are answered. */
  beginEnd(): void {
    this.isEnding = true
  }

  /** From now on requests are queued: of each connection one, because it reads its next only after it has answered. */
  hold(): void {
    this.handle = (request) => {
      this.arrived += 1
      this.#held.push(request)
    }
  }

  /** Answers the queued requests, and from now on each as it arrives. */
  release(): void {
    this.handle = this.#answer
    const held = this.#held
    this.#held = []
    for (const request of held) this.#answer(request)
  }

  /** Closes connections that were never used. */
  closeUnused(): void {
    for (const { socket } of this.#open) if (socket.bytesRead === 0) socket.destroy()
  }

  /** Closes connections that were used and have no request under way. */
  closeIdle(): void {
    for (const { isIdle, socket } of this.#open) if (isIdle) socket.destroy()
  }

  /** Closes all connections, even with requests under way. */
  closeAll(): void {
    for (const { socket } of this.#open) socket.destroy()
  }

  enforceTimes(): void {
    const now = performance.now()
    for (const connection of this.#open) connection.enforceTimes(now)
  }
}
