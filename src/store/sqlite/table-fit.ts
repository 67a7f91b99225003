import type { DatabaseSync } from 'node:sqlite'
import type { Table } from '../../base/data/table.ts'
import { topicsOf } from '../event-log.ts'
import { shownColumnsOf } from '../sql/columns.ts'
import { filtersOf, type Index, indexForPages, refuseOtherColumns } from '../table-indexes.ts'
import { tableSql } from '../table-sql.ts'
import { UnusableDatabase } from '../unusable-database.ts'
import { refuseSameMarks, sqliteDialect } from './dialect.ts'
import { asking } from './engine.ts'
import { declaration } from './table-sql.ts'
import { transaction } from './transaction.ts'

export const indexesOf = (database: DatabaseSync, { name }: Table): readonly Index[] => {
  const { rows } = asking(database)(
    `SELECT list.name, group_concat(info.name ORDER BY info.seqno), (
      SELECT substr(sql, instr(sql, ' WHERE ') + 7) FROM sqlite_schema AS made WHERE made.name = list.name AND list.partial
    )
    FROM pragma_index_list($1) AS list, pragma_index_info(list.name) AS info GROUP BY list.name`,
    [name],
  )
  return rows.map(([index, columns, condition]) => ({
    name: String(index),
    // An expression has no name.
    columns: [...String(columns).split(','), 'id'],
    condition: condition === null ? undefined : String(condition),
  }))
}

/** Compares a file with its tables. It throws UnusableDatabase, or SQLite's error if the index of due rows has others. */
export const refuseOtherTables = (database: DatabaseSync, tables: readonly Table[]): void => {
  const ask = asking(database)
  for (const { types } of topicsOf(tables)) refuseSameMarks(types)
  for (const table of tables) {
    const { rows } = ask(
      // An INTEGER PRIMARY KEY is never NULL, though `table_info` does not say so.
      `SELECT name || ' ' || type || iif("notnull" OR pk = 1, ' NOT NULL', '') FROM pragma_table_info($1)`,
      [table.name],
    )
    const columns = rows.map(([declared]) => String(declared))
    const indexes = indexesOf(database, table)
    refuseOtherColumns(table, { columns, indexes }, declaration)
    refuseChosenRowids(database, table)
    const { due } = tableSql(sqliteDialect, table, indexes)
    if (due !== undefined) database.prepare(due)
  }
}

/** Node throws if the last inserted rowid is no safe integer: so a chosen id must be none. */
const refuseChosenRowids = (database: DatabaseSync, { name, id }: Table): void => {
  if (id !== 'chosen') return
  const found = database
    .prepare("SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?")
    .get(name)
  if (found?.['wr'] !== 1) {
    throw new UnusableDatabase(`The table ${name}, whose ids are chosen, is not WITHOUT ROWID.`)
  }
}

/** Rebuilds the indexes of covered pages that lack a shown field. That takes some seconds per million rows. */
export const coverPages = (database: DatabaseSync, tables: readonly Table[]): void => {
  for (const table of tables) {
    if (table.hasCoveredPages !== true) continue
    const shown = shownColumnsOf(table).map(({ column }) => column)
    const indexes = indexesOf(database, table)
    for (const filter of filtersOf(table)) {
      const index = indexForPages(indexes, filter)
      if (index === undefined) continue
      const wanted = [...new Set([...index.columns.slice(0, filter.length), 'id', ...shown])]
      if (wanted.every((column) => index.columns.includes(column))) continue
      const columns = wanted.map((column) => `"${column}"`).join(', ')
      transaction(database, () =>
        database.exec(
          `DROP INDEX ${index.name}; CREATE INDEX ${index.name} ON ${table.name} (${columns})`,
        ),
      )
    }
  }
}
