import type { PostgresAddress } from '../../base/config/store-address.ts'
import type { DatabaseWork, ServerRole } from '../../base/engines.ts'
import { StorageUnavailable } from '../../base/errors/storage-errors.ts'
import type { Observe } from '../../base/observation.ts'
import type { Answer, Parameter, Query } from '../engine.ts'
import type { Connection } from './connection.ts'
import { countedReason } from './failures.ts'
import { type Search, watchForPrimary } from './search.ts'
import { nameOf } from './timelines.ts'

/** How many connections read. Each takes any number of statements at once, so few are enough. */
const count = 2

export class Readers {
  readonly #address: PostgresAddress
  readonly #search: Search
  readonly #patience: number
  readonly #connections: Array<Connection | undefined> = Array.from({ length: count })
  readonly #opening: Array<Promise<Connection> | undefined> = Array.from({ length: count })
  readonly #observe: Observe
  readonly #endWatch: () => void
  #isClosed = false
  /** What each server was when it was last looked at, if there are several. */
  readonly #roles = new Map<PostgresAddress['hosts'][number], ServerRole>()
  #isAnswered = false

  /** @param patience milliseconds that a statement, or the opening of a connection, may take */
  constructor(address: PostgresAddress, patience: number, search: Search, observe: Observe) {
    this.#address = address
    this.#search = search
    this.#patience = patience
    this.#observe = observe
    this.#endWatch = watchForPrimary(
      address,
      patience,
      (host, role) => void this.#roles.set(host, role),
      () => search.hurry(),
    )
  }

  /** @throws StorageUnavailable */
  readonly query: Query = async (text, values) => await this.#ask('read', text, values)

  /** The same for a statement whose best plan depends on its values. It throws StorageUnavailable. */
  readonly queryAnew: Query = async (text, values) => await this.#ask('read', text, values, 'anew')

  /** For what no client waits for. It throws StorageUnavailable. */
  readonly upkeep: Query = async (text, values) => await this.#ask('upkeep', text, values)

  /** The servers of the address, and what each is as far as this thread sees. */
  get servers(): ReadonlyArray<{ readonly name: string; readonly role: ServerRole }> {
    const only = this.#isAnswered ? 'primary' : 'unreachable'
    const isOnly = this.#address.hosts.length === 1
    return this.#address.hosts.map((host) => ({
      name: nameOf(host),
      role: isOnly ? only : (this.#roles.get(host) ?? 'unreachable'),
    }))
  }

  /** How many connections have statements under way, how many are open without, and how many there may be. */
  get connections(): { readonly busy: number; readonly idle: number; readonly max: number } {
    const open = this.#connections.filter((connection) => connection?.isOpen === true)
    const busy = open.filter((connection) => (connection?.inFlight ?? 0) > 0).length
    return { busy, idle: open.length - busy, max: count }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#endWatch()
    await Promise.allSettled(this.#opening.filter((opening) => opening !== undefined))
    await Promise.all(this.#connections.map(async (connection) => await connection?.end()))
  }

  async #ask(
    work: DatabaseWork,
    text: string,
    values?: readonly Parameter[],
    planned?: 'anew',
  ): Promise<Answer> {
    try {
      const connection = await this.#idlest()
      const start = performance.now()
      const answer = await connection.within(this.#patience, () =>
        connection.query(text, values, planned),
      )
      this.#isAnswered = true
      this.#observe({ kind: 'database_call', work, milliseconds: performance.now() - start })
      return answer
    } catch (error) {
      const reason = countedReason(error)
      if (reason === 'connection' || reason === 'timeout') this.#isAnswered = false
      if (reason !== undefined) this.#observe({ kind: 'database_failed', reason })
      throw error
    }
  }

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
    return connection?.isOpen === true
      ? connection
      : await (this.#opening[best] ??= this.#connect(best))
  }

  async #connect(at: number): Promise<Connection> {
    try {
      const connection = await this.#search.connect({
        patience: this.#patience,
        session: { default_transaction_read_only: 'on', statement_timeout: String(this.#patience) },
      })
      if (this.#connections[at] !== undefined) this.#observe({ kind: 'database_reconnected' })
      this.#connections[at] = connection
      return connection
    } finally {
      this.#opening[at] = undefined
    }
  }
}
