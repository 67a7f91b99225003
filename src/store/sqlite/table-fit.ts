import type { DatabaseSync } from 'node:sqlite'
import type { Table } from '../../base/data/table.ts'
import { columnNamed, columnTypes, foldedColumnsOf } from '../sql/columns.ts'
import { refuseOtherColumns } from '../table-fit.ts'
import { asking } from './engine.ts'

/** Compares the columns in a file with the tables. Throws UnusableDatabase. */
export const refuseOtherTables = (database: DatabaseSync, tables: readonly Table[]): void => {
  const ask = asking(database)
  for (const table of tables) {
    const { rows } = ask(
      // An INTEGER PRIMARY KEY is never NULL, though `table_info` does not say so.
      `SELECT name || ' ' || type || iif("notnull" OR pk = 1, ' NOT NULL', '') FROM pragma_table_info($1)`,
      [table.name],
    )
    refuseOtherColumns(
      table,
      rows.map(([declared]) => String(declared)),
      (kind) => columnTypes.sqlite[kind],
    )
  }
}

/** The name of the index for each filter of a table, by the columns of the filter. */
export const filterIndexes = (
  database: DatabaseSync,
  table: Table,
): ReadonlyMap<string, string> => {
  const { rows } = asking(database)(
    `SELECT list.name, group_concat(info.name ORDER BY info.seqno) || ',id,'
    FROM pragma_index_list($1) AS list, pragma_index_info(list.name) AS info GROUP BY list.name`,
    [table.name],
  )
  const indexes = rows as ReadonlyArray<readonly [name: string, columns: string]>
  const filters = [
    ...table.filters.map((filter) => filter.map((field) => columnNamed(table, field).column)),
    ...foldedColumnsOf(table).map(({ column }) => [column]),
  ].map((columns) => columns.join())
  return new Map(
    filters.flatMap((filter) => {
      const index = indexes.find(([, columns]) => columns.startsWith(`${filter},id,`))
      return index === undefined ? [] : [[filter, index[0]]]
    }),
  )
}
