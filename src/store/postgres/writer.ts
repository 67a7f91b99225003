import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseWork, Observe } from '../../base/observation.ts'
import { StorageUnavailable } from '../../base/errors/storage-errors.ts'
import type { PostgresAddress } from '../../base/config/store-address.ts'
import type { Engine, Transaction, Work } from '../engine.ts'
import { pollInterval } from '../port.ts'
import type { Connection } from './connection.ts'
import { countedReason } from './failures.ts'
import type { Search } from './search.ts'
import { lockedTransaction, takeLock } from './transaction.ts'

/** Timeouts in milliseconds. */
export type Patience = {
  /** Of a read, and of opening a connection. */
  readonly read: number
  /** Of waiting for the lock of the store. Nothing is written before that, so the failure can be reported as certain. */
  readonly lock: number
  /** Of a transaction that holds the lock, including its commit. */
  readonly write: number
}

export type Writer = ReturnType<typeof openWriter>

/**
 * Writes under the lock of the store, so that the writes of all nodes become visible in the order of their numbers. Calls
 * `noteOthers` if a transaction finds that another node has written since the previous one.
 */
export const openWriter = (
  address: PostgresAddress,
  patience: Patience,
  search: Search,
  noteOthers: () => void,
  observe: Observe,
) => {
  const { read, lock } = patience
  let connection: Connection | undefined
  let connectedAt = 0
  let answeredAt = 0
  let isRunning = false
  let isClosed = false
  /** The end of the queue. Settles after the last queued work, with the error if it also applies to those that wait. */
  let turn: Promise<unknown> = Promise.resolve()
  let waiting = 0
  /** The version of the store after the last transaction of this writer. */
  let version = 0n

  const connected = async (): Promise<Connection> => {
    const open = connection
    if (open?.isOpen === true) {
      // After a second without work, the connection is tested before the next write.
      const isFresh = performance.now() - answeredAt < 1_000
      if (isFresh || (await isAlive(open, read))) return open
    }
    connection = await search.connect({
      patience: read,
      session: {
        lock_timeout: String(lock),
        // If this node is suspended in a transaction, others must not wait for it.
        idle_in_transaction_session_timeout: String(patience.write),
      },
    })
    // A promoted standby may have different rows under the same version.
    version = 0n
    connectedAt = performance.now()
    answeredAt = connectedAt
    if (open !== undefined) observe({ kind: 'database_reconnected' })
    return connection
  }

  /** Runs work, and observes its duration if it succeeds. */
  const timed = async <T>(work: DatabaseWork, run: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await run()
    observe({ kind: 'database_call', work, milliseconds: performance.now() - start })
    return result
  }

  const run = async <T>(work: (transaction: Transaction) => Work<T>, within: number) => {
    const open = await connected()
    const answers = await timed('lock', () =>
      open.within(lock + read, () => undoing(open, () => open.run(`BEGIN; ${takeLock}`))),
    )
    const result = await open.within(within, async () => {
      const { transaction, version: found, commit } = lockedTransaction(open, answers)
      if (found !== version) noteOthers()
      const done = await timed('write', () => undoing(open, () => finish(work(transaction), open)))
      version = await timed('commit', commit)
      return done
    })
    answeredAt = performance.now()
    // Acknowledge no change until every node knows this primary, because some may still read from another server.
    const left = address.hosts.length === 1 ? 0 : connectedAt + 2 * pollInterval - answeredAt
    if (left > 0) await wait(left)
    return result
  }

  /** Queues work and runs it in a transaction. Throws what `Engine.write` throws. */
  const write: Engine['write'] = async (work, { since = performance.now(), isLong } = {}) => {
    if (isClosed) throw new StorageUnavailable('unreachable', new Error('The store is closed.'))
    const before = turn
    const { promise, resolve: endTurn } = Promise.withResolvers<unknown>()
    turn = promise
    waiting += 1
    const failure = await before
    waiting -= 1
    let error = failure
    try {
      // The queued work would fail for the same reason.
      if (failure !== undefined) throw failure
      isRunning = true
      observe({ kind: 'database_turn', milliseconds: performance.now() - since })
      return await run(work, isLong ? 60_000 : patience.write)
    } catch (thrown) {
      error = thrown
      const reason = failure === undefined ? countedReason(thrown) : undefined
      if (reason !== undefined) observe({ kind: 'database_failed', reason })
      throw thrown
    } finally {
      isRunning = false
      endTurn(waiting > 0 && error instanceof StorageUnavailable ? error : undefined)
    }
  }

  return {
    write,
    version: () => version,
    waiting: () => waiting,
    /** The number of busy and idle connections; there is at most one connection. */
    connections: () => {
      const open = connection?.isOpen === true ? 1 : 0
      const busy = isRunning ? open : 0
      return { busy, idle: open - busy, max: 1 }
    },
    /** Waits for the work queued so far. */
    close: async () => {
      isClosed = true
      await turn
      await connection?.end()
    },
  }
}

/** Whether a connection still answers. A vanished machine, or a firewall that dropped its state, closes no connection. */
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
