import type { DatabaseSync } from 'node:sqlite'
import type { CountKey } from '../../data/change.ts'
import type { Row, Table } from '../../data/table.ts'
import type { Changes } from '../changes.ts'
import { type CountRows, countRows } from './row-counts.ts'
import type { TableSql } from './table-sql.ts'

/** The counts of one table, for the connection that writes. */
export type KeptCounts = {
  /** Counts rows as they stand in the transaction. It throws as `countRows` does. */
  readonly count: CountRows
  /** Notes a write to a row of the table: the row before it and the row after it, where there is one. */
  note(before: Row | undefined, after: Row | undefined): void
}

/** Says when counts that are kept from one transaction to the next still hold. */
export type CountsValidity = {
  /** Call it before a transaction. */
  begin(): void
  /** Call it after the commit, once the version has moved. What is kept after any other end of a transaction goes. */
  committed(): void
  /** Calls a function whenever nothing kept holds any longer. */
  onLost(forget: () => void): void
  /** Call it in a transaction before what is kept is used: another process may have written. */
  check(): void
}

/** @param database the connection that writes */
export const countsValidity = (
  database: DatabaseSync,
  changes: Pick<Changes, 'version'>,
): CountsValidity => {
  const outside = database.prepare('PRAGMA data_version')
  outside.setReturnArrays(true)
  const forgets: Array<() => void> = []
  let isCommitted = false
  let isChecked = false
  let version: number | undefined
  let seen: unknown
  const lose = (): void => {
    for (const forget of forgets) forget()
  }
  return {
    begin: () => {
      // An import by this connection moves the version too.
      if (!isCommitted || version !== changes.version) lose()
      isCommitted = false
      isChecked = false
    },
    committed: () => {
      isCommitted = true
      version = changes.version
    },
    onLost: (forget) => void forgets.push(forget),
    check: () => {
      if (isChecked) return
      isChecked = true
      const [current] = outside.get() as unknown as readonly [number]
      if (current !== seen) lose()
      seen = current
    },
  }
}

/** How many counts are kept at most. */
const mostKept = 10_000

/** The rows of a count that is kept are fewer than these: to count them takes a millisecond. */
const mostRows = 2_000

/** The rows with the same values in some fields, whatever they have in the field of `above`. */
type Group = {
  readonly fields: readonly string[]
  readonly above: string | undefined
  /** By the values of the fields. */
  readonly counts: Map<string, number>
}

/**
 * Counts rows of one table, and keeps the counts. So a count takes the same time however many rows it finds: it reads the
 * few that are not above the value, and takes them from all of their group.
 *
 * @param database the connection that writes
 */
export const keptCounts = (
  database: DatabaseSync,
  { name }: Table,
  sql: Pick<TableSql, 'count'>,
  validity: CountsValidity,
): KeptCounts => {
  const above = countRows(database, name, sql)
  const upTo = countRows(database, name, sql, 'up to')
  const groups = new Map<string, Group>()
  validity.onLost(() => {
    for (const { counts } of groups.values()) counts.clear()
  })

  const groupOf = ({ where, above: further }: Omit<CountKey, 'table'>): Group => {
    const fields = Object.keys(where)
    const by = `${fields.join()} ${further?.field ?? ''}`
    let group = groups.get(by)
    if (group === undefined) {
      group = { fields, above: further?.field, counts: new Map() }
      groups.set(by, group)
    }
    return group
  }
  const add = (
    { fields, above: further, counts }: Group,
    row: Row | undefined,
    one: 1 | -1,
  ): void => {
    if (row === undefined || (further !== undefined && row[further] === undefined)) return
    const values = valuesOf(fields, row)
    const known = counts.get(values)
    if (known !== undefined) counts.set(values, known + one)
  }

  return {
    count: (key) => {
      validity.check()
      const { fields, counts } = groupOf(key)
      const values = valuesOf(fields, key.where)
      const rest = key.above === undefined ? 0 : upTo({ ...key, most: mostRows })
      let all = counts.get(values)
      if (all === undefined || all > mostRows) {
        all = above({ ...key, most: mostRows }) + rest
        if (all >= mostRows) {
          counts.delete(values)
          return above(key)
        }
        if (counts.size >= mostKept) counts.clear()
        counts.set(values, all)
      }
      return Math.min(all - rest, key.most)
    },
    note: (before, after) => {
      for (const group of groups.values()) {
        add(group, before, -1)
        add(group, after, 1)
      }
    },
  }
}

/** The values of some fields as a text. No two lists of values have the same one. */
const valuesOf = (fields: readonly string[], row: Row): string => {
  let text = ''
  for (const field of fields) {
    // An index has no field of another kind.
    const value = row[field] as string | bigint | undefined
    // A missing value has no length, so no text is written as it is.
    text += value === undefined ? '-' : `${String(value).length} ${value}`
  }
  return text
}
