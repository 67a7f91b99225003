import type { DatabaseSync } from 'node:sqlite'
import type { EventRetention } from '../../data/events.ts'
import { transaction } from './transaction.ts'
import { edge } from './events-schema.ts'
import { guarded } from './guard.ts'

/** @param database the connection that writes */
export const eventRetention = (database: DatabaseSync): EventRetention => {
  const prepare = (query: string) => {
    const statement = database.prepare(query)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    return statement
  }
  const edges = prepare(`SELECT (${edge('ASC')}), (${edge('DESC')})`)
  /** The first id from `?1` to `?2` whose event is not from before `?3`. */
  const firstKept = prepare(`
    SELECT min(id) FROM (
      SELECT id FROM events WHERE id >= ?1 AND id <= ?2 AND at >= ?3
      UNION ALL
      SELECT id FROM own_events WHERE id >= ?1 AND id <= ?2 AND at >= ?3
    )`)
  const removals = [
    'DELETE FROM events WHERE id < ?',
    'DELETE FROM own_events WHERE id < ?',
    'DELETE FROM event_ranges WHERE event_id < ?',
  ].map((query) => database.prepare(query))

  return {
    forget: async (before, most) =>
      guarded(database, () => {
        const [oldest, newest] = edges.get() as unknown as readonly [bigint, bigint]
        const behind = oldest + BigInt(most)
        const last = behind < newest ? behind : newest
        // Every id between was given, so these are the oldest events, and no more than may go.
        const [kept] = firstKept.get(oldest, last - 1n, before) as unknown as readonly [
          bigint | null,
        ]
        const end = kept ?? last
        // A DELETE takes the write lock even if it finds nothing.
        if (end <= oldest) return 0
        transaction(database, () => {
          for (const removal of removals) removal.run(end)
        })
        return Number(end - oldest)
      }),
  }
}
