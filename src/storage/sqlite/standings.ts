import type { DatabaseSync } from 'node:sqlite'
import type { Standings } from '../../data/standing.ts'
import type { Table } from '../../data/table.ts'
import { oldestKept } from '../../quotas/history/request-history.ts'
import { edge } from './events-schema.ts'
import { type Counting, countings } from './row-counts.ts'
import type { Snapshot } from './snapshot.ts'
import { tableSql } from './table-sql.ts'

/** Typed by the STRICT tables. */
type Cells = readonly [counted: bigint, deprecatedCalls: bigint, newest: bigint]

/** @param count a statement that counts, with its parameters; from `next` on the owner, and the first day that is kept */
const standing = (count: string, next: number): string => `
  SELECT
    (${count}),
    (SELECT ifnull(sum(count), 0) FROM deprecated_counts WHERE chain_id = ?${next} AND day >= ?${next + 1}),
    (${edge('DESC')})`

/** @param database a connection that only reads */
export const sqliteStandings = (database: DatabaseSync, snapshot: Snapshot): Standings => {
  const countingOf = new Map<string, Counting>()
  const counting = (table: Table): Counting => {
    let known = countingOf.get(table.name)
    if (known === undefined) {
      known = countings(database, table.name, tableSql(table), standing)
      countingOf.set(table.name, known)
    }
    return known
  }
  return {
    of: async (chainId, key, now) =>
      snapshot.read(() => {
        const { statement, values } = counting(key.table)(key)
        const row = statement.get(...values, chainId, oldestKept('day', now))
        const [counted, deprecatedCalls, newestEvent] = row as unknown as Cells
        return { counted: Number(counted), deprecatedCalls, newestEvent }
      }),
  }
}
