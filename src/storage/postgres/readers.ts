import type { PostgresAddress } from '../../config/store-address.ts'
import { StorageUnavailable } from '../../core/errors/storage-errors.ts'
import type { Answer, Connection, Parameter } from './connection.ts'
import { startLookout } from './lookout.ts'
import type { Search } from './search.ts'

/** Reads by single statements. Each sees all that was acknowledged before it began. */
export type Query = (text: string, values?: readonly Parameter[]) => Promise<Answer>

/** How many connections read. Each takes any number of statements at once, so few are enough. */
const count = 2

/** The connections that read. */
export class Readers {
  readonly #search: Search
  readonly #patience: number
  readonly #connections: Array<Connection | undefined> = Array.from({ length: count })
  readonly #opening: Array<Promise<Connection> | undefined> = Array.from({ length: count })
  readonly #endLookout: () => void
  #isClosed = false

  /** @param patience milliseconds that a statement, or the opening of a connection, may take */
  constructor(address: PostgresAddress, patience: number, search: Search) {
    this.#search = search
    this.#patience = patience
    this.#endLookout = startLookout(address, patience, () => search.hurry())
  }

  /** @throws StorageUnavailable */
  readonly query: Query = async (text, values) => {
    const connection = await this.#idlest()
    return await connection.within(this.#patience, () => connection.query(text, values))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#endLookout()
    await Promise.allSettled(this.#opening.filter((opening) => opening !== undefined))
    await Promise.all(this.#connections.map(async (connection) => await connection?.end()))
  }

  /** The connection that has the fewest statements under way. */
  async #idlest(): Promise<Connection> {
    if (this.#isClosed) throw new StorageUnavailable('unreachable', new Error('It is closed.'))
    let best = 0
    let fewest = Infinity
    for (const [at, connection] of this.#connections.entries()) {
      const inFlight = connection?.isOpen === true ? connection.inFlight : 0.5
      if (inFlight >= fewest) continue
      fewest = inFlight
      best = at
    }
    const connection = this.#connections[best]
    return connection?.isOpen === true ? connection : await this.#open(best)
  }

  async #open(at: number): Promise<Connection> {
    const opening = (this.#opening[at] ??= this.#connect(at))
    return await opening
  }

  async #connect(at: number): Promise<Connection> {
    try {
      const connection = await this.#search.connect({
        patience: this.#patience,
        session: { default_transaction_read_only: 'on', statement_timeout: String(this.#patience) },
      })
      this.#connections[at] = connection
      return connection
    } finally {
      this.#opening[at] = undefined
    }
  }
}
