import type { DatabaseSync } from 'node:sqlite'
import type { Table } from '../../base/data/table.ts'
import { columnNamed, columnTypes, foldedColumnsOf, shownColumnsOf } from '../sql/columns.ts'
import { refuseOtherColumns } from '../table-fit.ts'
import { asking } from './engine.ts'
import { transaction } from './transaction.ts'

/** Compares a file with its tables. It throws UnusableDatabase. */
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

/** The columns of each index of a table; the id is behind them. */
const columnsOfIndexes = (database: DatabaseSync, { name }: Table) =>
  asking(database)(
    `SELECT list.name, group_concat(info.name ORDER BY info.seqno) || ',id'
    FROM pragma_index_list($1) AS list, pragma_index_info(list.name) AS info GROUP BY list.name`,
    [name],
  ).rows as ReadonlyArray<readonly [index: string, columns: string]>

/** The filters of a table, and the columns of each in the order of its index. */
const filtersOf = (table: Table): ReadonlyArray<readonly string[]> => [
  ...table.filters.map((filter) => filter.map((field) => columnNamed(table, field).column)),
  ...foldedColumnsOf(table).map(({ column }) => [column]),
]

/** The index of each filter of a table, by its columns. */
export const filterIndexes = (
  database: DatabaseSync,
  table: Table,
): ReadonlyMap<string, string> => {
  const indexes = columnsOfIndexes(database, table)
  return new Map(
    filtersOf(table).flatMap((filter) => {
      const found = indexes.find(([, columns]) => columns.startsWith(`${filter.join()},id`))
      return found === undefined ? [] : [[filter.join(), found[0]] as const]
    }),
  )
}

/** Rebuilds the indexes of covered pages that lack a shown field. That takes some seconds per million rows. */
export const coverPages = (database: DatabaseSync, tables: readonly Table[]): void => {
  for (const table of tables) {
    if (table.hasCoveredPages !== true) continue
    const indexes = columnsOfIndexes(database, table)
    const shown = shownColumnsOf(table).map(({ column }) => column)
    for (const filter of filtersOf(table)) {
      const index = indexes.find(([, columns]) => columns.startsWith(`${filter.join()},id`))
      if (index === undefined) continue
      const [name, columns] = index
      const wanted = [...new Set([...filter, 'id', ...shown])]
      if (wanted.every((column) => columns.split(',').includes(column))) continue
      const list = wanted.map((column) => `"${column}"`).join(', ')
      transaction(database, () =>
        database.exec(`DROP INDEX ${name}; CREATE INDEX ${name} ON ${table.name} (${list})`),
      )
    }
  }
}
