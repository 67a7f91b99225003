import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseWork } from '../../base/engines.ts'
import { StorageUnavailable } from '../../base/errors/storage-errors.ts'
import type { Observe } from '../../base/observation.ts'
import type { PostgresAddress } from '../../base/config/store-address.ts'
import type { Engine, Transaction, Work } from '../engine.ts'
import { pollInterval } from '../port.ts'
import type { Connection } from './connection.ts'
import { countedReason } from './failures.ts'
import type { Search } from './search.ts'
import { lockedTransaction, takeLock } from './transaction.ts'

/** Times in milliseconds. */
export type Patience = {
  /** For a statement that reads, and for a connection to open. */
  readonly read: number
  /** For the lock of the store. Nothing is written before, so who waits longer may be told so. */
  readonly lock: number
  /** For a transaction that has the lock, its commit included. */
  readonly write: number
}

/** Writes under the lock of the store, so writes of all nodes become visible in the order of their numbers. */
export class Writer {
  readonly #address: PostgresAddress
  readonly #patience: Patience
  readonly #search: Search
  readonly #noteOthers: () => void
  readonly #observe: Observe
  #connection: Connection | undefined
  #connectedAt = 0
  #answeredAt = 0
  #isRunning = false
  #isClosed = false
  /** Ends with the last work that was asked for: with why it failed, if that is so for those that wait too. */
  #turn: Promise<unknown> = Promise.resolve()
  /** How much work waits for its turn. */
  waiting = 0
  /** The version of the store after the last transaction of this writer. */
  version = 0n

  /** @param noteOthers called if a transaction finds that others have written since the one before */
  constructor(
    address: PostgresAddress,
    patience: Patience,
    search: Search,
    noteOthers: () => void,
    observe: Observe,
  ) {
    this.#address = address
    this.#patience = patience
    this.#search = search
    this.#noteOthers = noteOthers
    this.#observe = observe
  }

  /** Whether its connection is at work, or open without; there is at most one. */
  get connections(): { readonly busy: number; readonly idle: number; readonly max: number } {
    const open = this.#connection?.isOpen === true ? 1 : 0
    const busy = this.#isRunning ? open : 0
    return { busy, idle: open - busy, max: 1 }
  }

  /** Runs work in a transaction, behind what waits already. It throws as `Engine.write`. */
  readonly write: Engine['write'] = async (work, { since, isLong } = {}) =>
    await this.#inTurn(() => this.#run(work, isLong ? 60_000 : this.#patience.write), since)

  /** Runs work on the connection once all that waits has ended. */
  async #inTurn<T>(run: () => Promise<T>, since = performance.now()): Promise<T> {
    if (this.#isClosed)
      throw new StorageUnavailable('unreachable', new Error('The store is closed.'))
    const before = this.#turn
    const { promise, resolve: endTurn } = Promise.withResolvers<unknown>()
    this.#turn = promise
    this.waiting += 1
    const failure = await before
    this.waiting -= 1
    let error = failure
    try {
      // Those that waited have waited for the same thing.
      if (failure !== undefined) throw failure
      this.#isRunning = true
      this.#observe({ kind: 'database_turn', milliseconds: performance.now() - since })
      return await run()
    } catch (thrown) {
      error = thrown
      const reason = failure === undefined ? countedReason(thrown) : undefined
      if (reason !== undefined) this.#observe({ kind: 'database_failed', reason })
      throw thrown
    } finally {
      this.#isRunning = false
      endTurn(this.waiting > 0 && error instanceof StorageUnavailable ? error : undefined)
    }
  }

  /** Waits for what was asked for before. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#turn
    await this.#connection?.end()
  }

  async #connected(): Promise<Connection> {
    const { read, lock, write } = this.#patience
    const open = this.#connection
    if (open?.isOpen === true) {
      // After a second without work, a connection is tried before it is written to.
      const isFresh = performance.now() - this.#answeredAt < 1_000
      if (isFresh || (await isAlive(open, read))) return open
    }
    this.#connection = await this.#search.connect({
      patience: read,
      session: {
        lock_timeout: String(lock),
        // If this node is paused in a transaction, others must not wait for it.
        idle_in_transaction_session_timeout: String(write),
      },
    })
    this.#connectedAt = performance.now()
    this.#answeredAt = this.#connectedAt
    if (open !== undefined) this.#observe({ kind: 'database_reconnected' })
    return this.#connection
  }

  async #run<T>(work: (transaction: Transaction) => Work<T>, patience: number): Promise<T> {
    const connection = await this.#connected()
    const { read, lock } = this.#patience
    const answers = await this.#timed('lock', () =>
      connection.within(lock + read, () =>
        undoing(connection, () => connection.run(`BEGIN; ${takeLock}`)),
      ),
    )
    const result = await connection.within(patience, async () => {
      const { transaction, version, commit } = lockedTransaction(connection, answers)
      if (version !== this.version) this.#noteOthers()
      const done = await this.#timed('write', () =>
        undoing(connection, () => finish(work(transaction), connection)),
      )
      this.version = await this.#timed('commit', commit)
      return done
    })
    this.#answeredAt = performance.now()
    await this.#noticed()
    return result
  }

  /** Runs work, and observes how long it took unless it fails. */
  async #timed<T>(work: DatabaseWork, run: () => Promise<T>): Promise<T> {
    const start = performance.now()
    const result = await run()
    this.#observe({ kind: 'database_call', work, milliseconds: performance.now() - start })
    return result
  }

  /** Waits until every node knows this primary: no change is acknowledged while another may still be read from. */
  async #noticed(): Promise<void> {
    if (this.#address.hosts.length === 1) return
    const left = this.#connectedAt + 2 * pollInterval - performance.now()
    if (left > 0) await wait(left)
  }
}

/** Whether a connection still answers. A machine that vanished, or a firewall that forgot it, tells nobody. */
const isAlive = async (connection: Connection, patience: number): Promise<boolean> => {
  try {
    await connection.within(patience, () => connection.run('SELECT 1'))
    return true
  } catch {
    connection.cut()
    return false
  }
}

/** Runs work, and ends the transaction if it fails. */
const undoing = async <T>(connection: Connection, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (connection.isOpen) await connection.run('ROLLBACK').catch(() => connection.cut())
    throw error
  }
}

const finish = async <T>(work: Work<T>, connection: Connection): Promise<T> => {
  let step = work.next()
  while (step.done !== true) {
    const [first, ...others] = step.value
    const answers =
      others.length === 0 && first
        ? [await connection.query(...first)]
        : await Promise.all(step.value.map(([text, values]) => connection.query(text, values)))
    step = work.next(answers)
  }
  return step.value
}
