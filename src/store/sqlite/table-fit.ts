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

/** The index of each filter of a table: its name, the columns of the filter, and its own, with the id behind those. */
const indexesOf = (database: DatabaseSync, table: Table) => {
  const { rows } = asking(database)(
    `SELECT list.name, group_concat(info.name ORDER BY info.seqno) || ',id'
    FROM pragma_index_list($1) AS list, pragma_index_info(list.name) AS info GROUP BY list.name`,
    [table.name],
  )
  const indexes = rows as ReadonlyArray<readonly [name: string, columns: string]>
  const filters = [
    ...table.filters.map((filter) => filter.map((field) => columnNamed(table, field).column)),
    ...foldedColumnsOf(table).map(({ column }) => [column]),
  ]
  return filters.flatMap((filter) => {
    const found = indexes.find(([, columns]) => columns.startsWith(`${filter.join()},id`))
    return found === undefined ? [] : [{ filter, name: found[0], columns: found[1].split(',') }]
  })
}

/** The index of each filter of a table, by its columns. */
export const filterIndexes = (database: DatabaseSync, table: Table): ReadonlyMap<string, string> =>
  new Map(indexesOf(database, table).map(({ filter, name }) => [filter.join(), name]))

/** Rebuilds the indexes of covered pages that lack a shown field. That takes some seconds per million rows. */
export const coverPages = (database: DatabaseSync, tables: readonly Table[]): void => {
  for (const table of tables) {
    if (table.hasCoveredPages !== true) continue
    const shown = shownColumnsOf(table).map(({ column }) => column)
    for (const { filter, name, columns } of indexesOf(database, table)) {
      const wanted = [...new Set([...filter, 'id', ...shown])]
      if (wanted.every((column) => columns.includes(column))) continue
      const list = wanted.map((column) => `"${column}"`).join(', ')
      transaction(database, () =>
        database.exec(`DROP INDEX ${name}; CREATE INDEX ${name} ON ${table.name} (${list})`),
      )
    }
  }
}
