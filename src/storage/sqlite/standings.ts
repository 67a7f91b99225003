import type { DatabaseSync } from 'node:sqlite'
import type { CountKey } from '../../data/change.ts'
import type { Standing, Standings } from '../../data/standing.ts'
import type { Table } from '../../data/table.ts'
import { oldestRetained } from '../../quotas/history/request-history.ts'
import type { Changes } from '../changes.ts'
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
    (SELECT ifnull(sum(count), 0) FROM deprecated_counts WHERE owner_id = ?${next} AND day >= ?${next + 1}),
    (${edge('DESC')})`

/** What was read for an owner. */
type Kept = { readonly key: CountKey; readonly firstDay: number; readonly standing: Standing }

/** Of how many owners the standing is kept. */
const mostKept = 2_000

/**
 * Reads standings, and keeps each until something changes. What the clock alone changes is never kept: days of which the
 * calls no longer count, and rows that no longer count at a later time. If none counts, none of them can end.
 *
 * @param database a connection that only reads
 */
export const sqliteStandings = (
  database: DatabaseSync,
  snapshot: Snapshot,
  changes: Pick<Changes, 'moment'>,
): Standings => {
  const countingOf = new Map<string, Counting>()
  const counting = (table: Table): Counting => {
    let known = countingOf.get(table.name)
    if (known === undefined) {
      known = countings(database, table.name, tableSql(table), standing)
      countingOf.set(table.name, known)
    }
    return known
  }
  const kept = new Map<string, Kept>()
  let moment = changes.moment

  const read = (ownerId: string, key: CountKey, firstDay: number): Standing => {
    const { statement, values } = counting(key.table)(key)
    const row = snapshot.readOnce(() => statement.get(...values, ownerId, firstDay))
    const [counted, deprecatedCalls, newestEvent] = row as unknown as Cells
    return { counted: Number(counted), deprecatedCalls, newestEvent }
  }

  return {
    of: (ownerId, key, now) => {
      // Read before the store, so that a later change is at most kept under an earlier number.
      const present = changes.moment
      if (present !== moment || kept.size >= mostKept) kept.clear()
      moment = present
      const firstDay = oldestRetained('day', now)
      const known = kept.get(ownerId)
      if (known !== undefined && known.firstDay === firstDay && isSameAnswer(known.key, key)) {
        return known.standing
      }
      const found = read(ownerId, key, firstDay)
      if (key.above === undefined || found.counted === 0) {
        kept.set(ownerId, { key, firstDay, standing: found })
      }
      return found
    },
  }
}

/** Whether what was counted for one key is the count for another too, while no row changes. Kept counts above a value are 0. */
const isSameAnswer = (one: CountKey, other: CountKey): boolean => {
  if (one.table !== other.table || one.most !== other.most) return false
  for (const field in one.where) if (one.where[field] !== other.where[field]) return false
  for (const field in other.where) if (!(field in one.where)) return false
  const [before, after] = [one.above, other.above]
  if (before === undefined || after === undefined) return before === after
  // What has nothing above it has nothing above a greater value.
  return before.field === after.field && isAtLeast(after.value, before.value)
}

const isAtLeast = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && one >= other
