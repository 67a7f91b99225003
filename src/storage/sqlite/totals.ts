import type { DatabaseSync } from 'node:sqlite'
import type { Row, Table } from '../../data/table.ts'

/** How many rows have each value, while a transaction changes them. */
export type TotalsWrites = {
  /** Begins a transaction; what an earlier one noted and did not save is forgotten. */
  begin(): void
  /** Notes one write: the row before it and the row after it, where there is one. */
  note(table: Table, before: Row | undefined, after: Row | undefined): void
  /** Writes what was noted, once for all writes of the transaction. */
  save(): void
}

/** Adds `?3` to the rows of the table `?1` that have the value `?2`. */
const addition = `
  INSERT INTO totals (table_name, value, count) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count`

/** @param database the connection that writes */
export const totalsWrites = (database: DatabaseSync): TotalsWrites => {
  const add = database.prepare(addition)
  /** The change of each total: by table, then by value. */
  const noted = new Map<string, Map<string, number>>()

  const count = (table: string, row: Row | undefined, field: string, sign: 1 | -1): void => {
    if (row === undefined) return
    let totals = noted.get(table)
    if (totals === undefined) {
      totals = new Map()
      noted.set(table, totals)
    }
    const value = String(row[field])
    totals.set(value, (totals.get(value) ?? 0) + sign)
  }

  return {
    begin: () => {
      // To clear a map makes a new table.
      if (noted.size > 0) noted.clear()
    },
    note: ({ name, totals: field }, before, after) => {
      if (field === undefined) return
      count(name, before, field, -1)
      count(name, after, field, 1)
    },
    save: () => {
      noted.forEach((totals, table) => {
        totals.forEach((change, value) => void (change !== 0 && add.get(table, value, change)))
      })
    },
  }
}

/**
 * Counts the rows that an import has gathered.
 *
 * @param column of the field whose values are counted
 * @returns what adds them to the totals, inside the transaction that makes them visible
 */
export const gatheredTotals = (
  database: DatabaseSync,
  { name }: Table,
  column: string,
): (() => void) => {
  const counted = database
    .prepare(`SELECT "${column}" AS value, count(*) AS count FROM temp.gathered GROUP BY 1`)
    .all()
  const add = database.prepare(addition)
  return () => {
    for (const { value = null, count = null } of counted) add.run(name, value, count)
  }
}
