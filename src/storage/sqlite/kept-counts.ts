import type { DatabaseSync } from 'node:sqlite'
import type { CountKey } from '../../data/change.ts'
import type { Row, Table } from '../../data/table.ts'
import type { Changes } from '../changes.ts'
import { type CountRows, countRows, leastValue } from './row-counts.ts'
import type { TableSql } from './table-sql.ts'

/** The counts of one table, for the connection that writes. */
export type StoredCounts = {
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

/** How many rows have some values, and where those that the clock reaches begin. */
type Kept = {
  all: number
  /**
   * No row has a smaller value in the field of `above`: so a value below it needs no look at the rows. Null if no row
   * has any, undefined if nobody has looked.
   */
  least: string | bigint | null | undefined
}

/** The rows with the same values in some fields, whatever they have in the field of `above`. */
type Group = {
  readonly fields: readonly string[]
  readonly above: string | undefined
  /** By the values of the fields. */
  readonly counts: Map<string, Kept>
}

/**
 * Counts rows of one table, and keeps the counts. So a count takes the same time however many rows it finds: if any row
 * is not above the value, it counts those few and takes them from all of their group.
 *
 * @param database the connection that writes
 * @param beforeReading called before rows are counted, so that none waits to be written
 */
export const keptCounts = (
  database: DatabaseSync,
  { name }: Table,
  sql: Pick<TableSql, 'count' | 'least'>,
  validity: CountsValidity,
  beforeReading: () => void,
): StoredCounts => {
  const above = countRows(database, name, sql)
  const upTo = countRows(database, name, sql, 'up to')
  const least = leastValue(database, name, sql)
  /** There are few: one for each way in which rules count. */
  const groups: Group[] = []
  validity.onLost(() => {
    for (const { counts } of groups) counts.clear()
  })

  const groupOf = (key: Omit<CountKey, 'table'>): Group => {
    for (const group of groups) if (isOf(group, key)) return group
    const group = { fields: Object.keys(key.where), above: key.above?.field, counts: new Map() }
    groups.push(group)
    return group
  }
  const add = (
    { fields, above: further, counts }: Group,
    row: Row | undefined,
    one: 1 | -1,
  ): void => {
    const value = further === undefined ? undefined : row?.[further]
    if (row === undefined || (further !== undefined && value === undefined)) return
    const known = counts.get(valuesOf(fields, row))
    if (known === undefined) return
    known.all += one
    // After a removal it may be too small, which does no harm.
    if (one === 1 && isAbove(known.least, value)) known.least = value as string | bigint
  }

  return {
    count: (key) => {
      validity.check()
      const { fields, counts } = groupOf(key)
      const values = valuesOf(fields, key.where)
      const known = counts.get(values)
      let all = known === undefined || known.all > mostRows ? undefined : known.all
      if (
        all !== undefined &&
        (key.above === undefined || isAbove(known?.least, key.above.value))
      ) {
        return Math.min(all, key.most)
      }
      beforeReading()
      const rest = key.above === undefined ? 0 : upTo({ ...key, most: mostRows })
      if (all === undefined) {
        all = above({ ...key, most: mostRows }) + rest
        if (all >= mostRows) {
          counts.delete(values)
          return above(key)
        }
        if (counts.size >= mostKept) counts.clear()
      }
      counts.set(values, { all, least: rest === 0 ? least(key) : undefined })
      return Math.min(all - rest, key.most)
    },
    note: (before, after) => {
      for (const group of groups) {
        add(group, before, -1)
        add(group, after, 1)
      }
    },
  }
}

const isOf = (group: Group, { where, above }: Omit<CountKey, 'table'>): boolean => {
  if (group.above !== above?.field) return false
  let at = 0
  for (const field in where) if (field !== group.fields[at++]) return false
  return at === group.fields.length
}

/** Whether the least value of a group is known and greater than a value. */
const isAbove = (least: Kept['least'], value: unknown): boolean =>
  least === null || (least !== undefined && least > (value as string | bigint))

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
