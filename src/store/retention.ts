import { ask, type Engine, type Parameter } from './engine.ts'
import { edge } from './event-log.ts'

/** Deletes up to `max` rows and returns how many. It looks for rows first, because a transaction takes the lock of the store. */
export const deleteOld = async (
  { upkeep, write }: Engine,
  { table, key, old }: { readonly table: string; readonly key: string; readonly old: string },
  values: readonly Parameter[],
  max: number,
): Promise<number> => {
  const found = await upkeep(`SELECT 1 FROM ${table} WHERE ${old} LIMIT 1`, values)
  if (found.count === 0) return 0
  return await write(function* ({ showsNothing }) {
    showsNothing()
    const chosen = `SELECT ${key} FROM ${table} WHERE ${old} LIMIT ${max}`
    return (yield* ask(`DELETE FROM ${table} WHERE (${key}) IN (${chosen})`, values)).count
  })
}

/** The oldest id, the last id that may be deleted (at most `$2` ids, never the newest), and the first id from `$1` or later. */
const oldOnes = `
  WITH bounds AS (SELECT ${edge('min')} AS oldest, ${edge('max')} AS newest),
    old AS (
      SELECT oldest,
        CASE WHEN oldest + CAST($2 AS bigint) < newest THEN oldest + CAST($2 AS bigint) ELSE newest END AS last
      FROM bounds)
  SELECT oldest, last, (
    SELECT min(id) FROM (
      SELECT id FROM events WHERE id >= oldest AND id < last AND at >= $1
      UNION ALL
      SELECT id FROM own_events WHERE id >= oldest AND id < last AND at >= $1
    ) AS recent
  ) FROM old`

const removals = [
  'DELETE FROM events WHERE id < $1',
  'DELETE FROM own_events WHERE id < $1',
  'DELETE FROM event_traces WHERE id < $1',
  'DELETE FROM event_ranges WHERE event_id < $1',
]

export const eventRetention = ({ upkeep, write }: Engine) => ({
  /** Deletes up to `max` events from before a Unix time in milliseconds, oldest first. Returns how many it deleted. */
  forget: async (before: number, max: number): Promise<number> => {
    // Every id in this range was assigned, so these are the oldest events, and no more than the limit.
    const { rows } = await upkeep(oldOnes, [before, max])
    const [oldest, last, recent] = rows[0] as unknown as readonly [bigint, bigint, bigint | null]
    const end = recent ?? last
    // Beginning a transaction would take the lock of the store even if there is nothing to delete.
    if (end <= oldest) return 0
    await write(function* ({ atCommit }) {
      for (const removal of removals) atCommit(removal, [end])
    })
    return Number(end - oldest)
  },
})
