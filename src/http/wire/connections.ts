import type { Connection } from './connection.ts'

/** The open connections of a server: their number, their times, and how they come to an end that loses no request. */
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

  /** Whether every answer is to be the last of its connection. */
  get isEnding(): boolean {
    return this.#isEnding
  }

  /**
   * From now on every answer says `Connection: close`, those under way included. What is idle stays open, so
   * that a request that is on its way over it is still answered.
   */
  beginEnd(): void {
    this.#isEnding = true
  }

  /** Closes what was opened and never used. */
  closeUnused(): void {
    for (const { socket } of this.#open) if (socket.bytesRead === 0) socket.destroy()
  }

  /** Closes what was used and on which nothing is under way. */
  closeIdle(): void {
    for (const { isIdle, socket } of this.#open) if (isIdle) socket.destroy()
  }

  /** Closes all, whatever is under way. */
  closeAll(): void {
    for (const { socket } of this.#open) socket.destroy()
  }

  /** Ends those whose time is over. */
  enforceTimes(): void {
    const now = performance.now()
    for (const connection of this.#open) connection.enforceTimes(now)
  }
}
