import type { Connection } from './connection.ts'

/** The open connections of a server: counts them, enforces their times, and ends them without losing a request. */
export class Connections {
  readonly #open = new Set<Connection>()
  #isEnding = false

  add(connection: Connection): void {
    this.#open.add(connection)
    connection.socket.once('close', () => this.#open.delete(connection))
  }

  /** How many connections are open. */
  get count(): number {
    return this.#open.size
  }

  /** Whether every answer must be the last of its connection. */
  get isEnding(): boolean {
    return this.#isEnding
  }

  /**
   * From now on every answer says `Connection: close`, those under way included. Idle connections stay open, so that
   * requests already on their way are still answered.
   */
  beginEnd(): void {
    this.#isEnding = true
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

  /** Ends the connections whose time is over. */
  enforceTimes(): void {
    const now = performance.now()
    for (const connection of this.#open) connection.enforceTimes(now)
  }
}
