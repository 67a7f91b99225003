import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

type Connections = ReadonlyMap<Duplex, unknown>
type Parsed = ReadonlyMap<Duplex, { readonly response: ServerResponse | undefined }>

/** Brings the connections of a server to an end that loses no request. */
export class Ending {
  readonly #plain: Connections
  readonly #parsed: Parsed
  #begun = false

  /**
   * @param plain open connections that look themselves whether the end has begun
   * @param parsed those that Node's parser reads, with their newest answers; both change with the connections
   */
  constructor(plain: Connections, parsed: Parsed) {
    this.#plain = plain
    this.#parsed = parsed
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
    for (const { response } of this.#parsed.values()) {
      if (response !== undefined && !response.headersSent) response.shouldKeepAlive = false
    }
  }

  /** Closes what was opened and never used: to Node such a connection waits for a request, and is busy. */
  closeUnused(): void {
    for (const socket of [...this.#plain.keys(), ...this.#parsed.keys()]) {
      if ('bytesRead' in socket && socket.bytesRead === 0) socket.destroy()
    }
  }

  /** How many connections are open. */
  get count(): number {
    return this.#plain.size + this.#parsed.size
  }
}
