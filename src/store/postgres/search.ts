import type { PostgresAddress } from '../../base/config/store-address.ts'
import { type Clock, monotonic } from '../../base/clock.ts'
import { connect, type Connection, type ConnectionSettings } from './connection.ts'

/** Milliseconds from a failure to the next attempt: the first time, and at most. It doubles from one to the other. */
const delays = { first: 50, most: 500 } as const

/** What a search depends on, for its tests. */
type SearchParts = {
  readonly open: typeof connect
  /** Milliseconds that only grow. */
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
}

/**
 * A thread's search for the server that takes writes. While there is none, each request would ask all servers again; so
 * after a failure nobody asks for a moment, and gets the same error at once. The moments grow, and differ between nodes.
 */
export class Search {
  readonly #address: PostgresAddress
  readonly #parts: SearchParts
  #failures = 0
  #notBefore = -Infinity
  #failure: unknown

  constructor(address: PostgresAddress, parts: Partial<SearchParts> = {}) {
    this.#address = address
    this.#parts = { open: connect, clock: monotonic, random: Math.random, ...parts }
  }

  /** @throws StorageUnavailable if there is none, or none was there a moment ago */
  async connect(settings: ConnectionSettings): Promise<Connection> {
    const { open, clock, random } = this.#parts
    const began = clock()
    if (began < this.#notBefore) throw this.#failure
    try {
      const connection = await open(this.#address, settings)
      this.#failures = 0
      return connection
    } catch (error) {
      // Several attempts may fail together; they count as one.
      if (began >= this.#notBefore) {
        const delay = Math.min(delays.most, delays.first * 2 ** this.#failures)
        this.#failures += 1
        this.#notBefore = clock() + delay * (0.5 + random() / 2)
        this.#failure = error
      }
      throw error
    }
  }

  /** A server began to take writes, so the next attempt need not wait. */
  hurry(): void {
    this.#failures = 0
    this.#notBefore = -Infinity
  }
}
