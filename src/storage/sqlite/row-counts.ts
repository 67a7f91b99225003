import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CountKey } from '../../data/change.ts'
import { refuseUnindexed } from './query-plan.ts'
import type { CountBound, TableSql } from './table-sql.ts'

/** What to count of one table. */
type Key = Omit<CountKey, 'table'>

/** The statement that counts by a key, and the values of its parameters. */
export type Counting = (key: Key) => {
  readonly statement: StatementSync
  readonly values: readonly SQLInputValue[]
}

/** Counts rows of one table. */
export type CountRows = (key: Key) => number

/** Which rows count: those above the value of a key, or all others of which the field has a value. */
type Side = 'above' | 'up to'

const relations = { above: '>', 'up to': '<=' } as const satisfies Record<
  Side,
  CountBound['relation']
>

/**
 * Makes the statements that count rows of a table, over any connection. Each is prepared when it is first needed. It
 * throws if no index serves a count: to count must not take longer as the table grows.
 *
 * @param textOf makes the text of a statement around one that counts; `next` is the number of its first free parameter
 */
export const countings = (
  database: DatabaseSync,
  table: string,
  sql: Pick<TableSql, 'count'>,
  textOf: (count: string, next: number) => string = (count) => count,
  side: Side = 'above',
): Counting => {
  const prepared = new Map<string, StatementSync>()
  const prepare = (fields: readonly string[], field: string | undefined): StatementSync => {
    const query = sql.count(
      fields,
      field === undefined ? undefined : { field, relation: relations[side] },
    )
    const filtered = fields.length + (field === undefined ? 0 : 1)
    refuseUnindexed(database, table, query, filtered)
    const statement = database.prepare(textOf(query, filtered + 2))
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    return statement
  }
  return ({ where, above, most }) => {
    let by = above?.field ?? ''
    // Callers ask for values of the fields' own types.
    const values = [most] as SQLInputValue[]
    for (const field in where) {
      by += ` ${field}`
      values.push(where[field] as SQLInputValue)
    }
    if (above !== undefined) values.push(above.value as SQLInputValue)
    let statement = prepared.get(by)
    if (statement === undefined) {
      statement = prepare(Object.keys(where), above?.field)
      prepared.set(by, statement)
    }
    return { statement, values }
  }
}

/** Makes a function that counts rows of a table. It throws as `countings` says. */
export const countRows = (
  database: DatabaseSync,
  table: string,
  sql: Pick<TableSql, 'count'>,
  side: Side = 'above',
): CountRows => {
  const counting = countings(database, table, sql, undefined, side)
  return (key) => {
    const { statement, values } = counting(key)
    const [count] = statement.get(...values) as unknown as readonly [bigint]
    return Number(count)
  }
}

/**
 * Makes a function that finds the least value of the field of `above` in the rows that a key counts: null if no row has
 * one, undefined if the key has no such field. It throws as `countings` says.
 */
export const leastValue = (
  database: DatabaseSync,
  table: string,
  sql: Pick<TableSql, 'least'>,
): ((key: Key) => string | bigint | null | undefined) => {
  const finding = countings(database, table, { count: sql.least })
  return (key) => {
    if (key.above === undefined) return undefined
    const { statement, values } = finding(key)
    // A field that is counted by is text or an int64.
    const [value] = statement.get(...values) as unknown as readonly [string | bigint | null]
    return value
  }
}
