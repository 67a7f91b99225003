import type { PostgresAddress } from '../../base/config/store-address.ts'
import type { DatabaseWork, ServerRole, Observe } from '../../base/observation.ts'
import { StorageUnavailable } from '../../base/errors/storage-errors.ts'
import type { Query } from '../engine.ts'
import type { Connection } from './connection.ts'
import { countedReason } from './failures.ts'
import { type Search, watchForPrimary } from './search.ts'
import { nameOf } from './timelines.ts'

/** The number of reading connections. Each pipelines any number of statements, so few are enough. */
const count = 2

export type Readers = ReturnType<typeof openReaders>

/** @param patience the timeout of a statement, and of opening a connection, in milliseconds */
export const openReaders = (
  address: PostgresAddress,
  patience: number,
  search: Search,
  observe: Observe,
) => {
  const { hosts } = address
  const connections: Array<Connection | undefined> = Array.from({ length: count })
  const opening: Array<Promise<Connection> | undefined> = Array.from({ length: count })
  /** The role of each server when it was last checked, if there are several. */
  const roles = new Map<(typeof hosts)[number], ServerRole>()
  const endWatch = watchForPrimary(address, patience, roles.set.bind(roles), search.hurry)
  let isClosed = false
  let isAnswered = false

  const open = async (at: number): Promise<Connection> => {
    try {
      const connection = await search.connect({
        patience,
        session: { default_transaction_read_only: 'on', statement_timeout: String(patience) },
      })
      if (connections[at] !== undefined) observe({ kind: 'database_reconnected' })
      connections[at] = connection
      return connection
    } finally {
      opening[at] = undefined
    }
  }
  const idlest = async (): Promise<Connection> => {
    if (isClosed) throw new StorageUnavailable('unreachable', new Error('It is closed.'))
    let best = 0
    let fewest = Infinity
    for (const [at, connection] of connections.entries()) {
      const inFlight = connection?.isOpen === true ? connection.inFlight : 0.5
      if (inFlight >= fewest) continue
      fewest = inFlight
      best = at
    }
    const connection = connections[best]
    return connection?.isOpen === true ? connection : await (opening[best] ??= open(best))
  }
  const asking =
    (work: DatabaseWork, planned?: 'anew'): Query =>
    async (text, values) => {
      try {
        const connection = await idlest()
        const start = performance.now()
        const asked = () => connection.query(text, values, planned)
        const answer = await connection.within(patience, asked)
        isAnswered = true
        observe({ kind: 'database_call', work, milliseconds: performance.now() - start })
        return answer
      } catch (error) {
        const reason = countedReason(error)
        if (reason === 'connection' || reason === 'timeout') isAnswered = false
        if (reason !== undefined) observe({ kind: 'database_failed', reason })
        throw error
      }
    }

  return {
    query: asking('read'),
    /** The same for a statement whose best plan depends on its values. */
    queryAnew: asking('read', 'anew'),
    /** For background work. */
    upkeep: asking('upkeep'),
    /** The servers of the address, with their roles as far as this thread knows. */
    servers: () => {
      const only: ServerRole = isAnswered ? 'primary' : 'unreachable'
      return hosts.map((host) => ({
        name: nameOf(host),
        role: hosts.length === 1 ? only : (roles.get(host) ?? 'unreachable'),
      }))
    },
    /** The number of busy connections, of idle ones, and the maximum. */
    connections: () => {
      const inUse = connections.filter((connection) => connection?.isOpen === true)
      const busy = inUse.filter((connection) => (connection?.inFlight ?? 0) > 0).length
      return { busy, idle: inUse.length - busy, max: count }
    },
    close: async () => {
      isClosed = true
      endWatch()
      await Promise.allSettled(opening.filter((each) => each !== undefined))
      await Promise.all(connections.map(async (connection) => await connection?.end()))
    },
  }
}
