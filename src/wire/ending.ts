import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

type Connections = ReadonlyMap<Duplex, { readonly response: ServerResponse | undefined }>

/** Brings the connections of a server to an end that loses no request. */
export class Ending {
  readonly #open: Connections
  #begun = false

  /** @param open every open connection, with its newest answer; it changes with them */
  constructor(open: Connections) {
    this.#open = open
  }

  /** Whether every answer is to be the last of its connection. */
  get hasBegun(): boolean {
    return this.#begun
  }

  /**
   * From now on every answer says `Connection: close`, those under way included. What is idle stays open, so
   * that a request that is on its way over it is still answered.
   */
  begin(): void {
    this.#begun = true
    for (const { response } of this.#open.values()) {
      if (response !== undefined && !response.headersSent) response.shouldKeepAlive = false
    }
  }

  /** Closes what was opened and never used: to Node such a connection waits for a request, and is busy. */
  closeUnused(): void {
    for (const socket of this.#open.keys()) {
      if ('bytesRead' in socket && socket.bytesRead === 0) socket.destroy()
    }
  }

  /** How many connections are open. */
  get count(): number {
    return this.#open.size
  }
}
