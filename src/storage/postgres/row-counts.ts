import type { CountKey } from '../../data/change.ts'
import type { Cell } from '../sql/columns.ts'
import type { Index } from './catalogue.ts'
import type { Query } from './readers.ts'
import type { TableSql } from './table-sql.ts'

/** The statement that counts by a key, and the values of its parameters. */
export type Counting = (key: Omit<CountKey, 'table'>) => {
  readonly text: string
  readonly values: readonly Cell[]
}

/**
 * Makes the statements that count rows of a table. It throws if no index serves a count: to count must not take longer
 * as the table grows.
 */
export const countings = (
  table: string,
  sql: Pick<TableSql, 'count'>,
  indexes: readonly Index[],
  columnOf: (field: string) => string,
): Counting => {
  const refuseUnindexed = (fields: readonly string[], above: string | undefined): void => {
    const wanted = fields.map(columnOf)
    const isServed = indexes.some(
      ({ columns, condition }) =>
        condition === undefined &&
        wanted.every((column) => columns.slice(0, wanted.length).includes(column)) &&
        (above === undefined || columns[wanted.length] === columnOf(above)),
    )
    if (!isServed) throw new Error(`No index of ${table} serves a count by ${wanted.join(', ')}.`)
  }
  return ({ where, above, most }) => {
    const fields = Object.keys(where)
    refuseUnindexed(fields, above?.field)
    const last = above === undefined ? [] : [above.value]
    // Callers ask for values of the fields' own types.
    const values = [most, ...Object.values(where), ...last] as Cell[]
    return { text: sql.count(fields, above?.field), values }
  }
}

/** Counts the rows of a key. */
export const countRows = async (
  query: Query,
  counting: Counting,
  key: CountKey,
): Promise<number> => {
  const { text, values } = counting(key)
  return Number((await query(text, values)).rows[0]?.[0])
}
