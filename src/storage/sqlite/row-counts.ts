import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CountKey } from '../../data/change.ts'
import { refuseUnindexed } from './query-plan.ts'
import type { TableSql } from './table-sql.ts'

/** Counts rows of one table. */
export type CountRows = (key: Omit<CountKey, 'table'>) => number

/**
 * Makes a function that counts rows of a table, over any connection. Each statement is prepared when it is first needed.
 * The function throws if no index serves a count: to count must not take longer as the table grows.
 */
export const countRows = (
  database: DatabaseSync,
  table: string,
  sql: Pick<TableSql, 'count'>,
): CountRows => {
  const prepared = new Map<string, StatementSync>()
  const statementFor = (fields: readonly string[], above: string | undefined): StatementSync => {
    const by = [...fields, `> ${above}`].join()
    const known = prepared.get(by)
    if (known !== undefined) return known
    const query = sql.count(fields, above)
    refuseUnindexed(database, table, query, fields.length + (above === undefined ? 0 : 1))
    const statement = database.prepare(query)
    statement.setReturnArrays(true)
    prepared.set(by, statement)
    return statement
  }
  return ({ where, above, most }) => {
    const values = above === undefined ? [] : [above.value]
    // Callers ask for values of the fields' own types.
    const parameters = [most, ...Object.values(where), ...values] as SQLInputValue[]
    const counted = statementFor(Object.keys(where), above?.field).get(...parameters)
    const [count] = counted as unknown as readonly [number]
    return count
  }
}
