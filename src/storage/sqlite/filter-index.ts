import type { DatabaseSync } from 'node:sqlite'
import type { Table } from '../../data/table.ts'
import { transaction } from './transaction.ts'
import { columnsOf, foldedColumnsOf, shownColumnsOf } from '../sql/columns.ts'

/** The name of the index for pages by a filter, if there is one. The filter is fields, or a column of a folded text. */
export type FilterIndexes = (filter: readonly string[]) => string | undefined

/**
 * The indexes of a table for pages by a filter, read once. A page is one range of its index: it begins with the filter
 * and continues with the id, with which every index ends. An index of only the rows that have a field serves filters by
 * this field.
 */
export const filterIndexes = (database: DatabaseSync, table: Table): FilterIndexes => {
  const columns = columnsOf(table)
  const indexes = database
    .prepare(
      `SELECT list.name AS name, list.partial AS isPartial, group_concat(info.name ORDER BY info.seqno) AS columns,
        (SELECT sql FROM sqlite_schema AS made WHERE made.name = list.name) AS sql
      FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info
      GROUP BY list.name`,
    )
    .all(table.name)
  return (filter) => {
    const wanted = filter.map(
      (field) => columns.find(({ name }) => name === field)?.column ?? field,
    )
    const found = indexes.find((index) => {
      const has = (column: string): boolean =>
        String(index['sql']).endsWith(` WHERE ${column} IS NOT NULL`)
      if (index['isPartial'] !== 0 && !wanted.some(has)) return false
      const indexed = [...String(index['columns']).split(','), 'id']
      const first = new Set(indexed.slice(0, wanted.length))
      return wanted.every((column) => first.has(column)) && indexed[wanted.length] === 'id'
    })
    return found && String(found['name'])
  }
}

/** The filters of a table, as lists of columns, those by the beginning of a text included. */
export const filtersOf = (table: Table): ReadonlyArray<readonly string[]> => [
  ...table.filters,
  ...foldedColumnsOf(table).map(({ column }) => [column]),
]

/**
 * Makes the indexes of covered pages anew if they lack a field that is shown, as after a step that added one. That takes
 * some seconds for each million rows.
 */
export const coverPages = (database: DatabaseSync, tables: readonly Table[]): void => {
  const columnsIn = database.prepare('SELECT name FROM pragma_index_info(?) ORDER BY seqno')
  for (const table of tables) {
    if (table.hasCoveredPages !== true) continue
    const shown = shownColumnsOf(table).map(({ column }) => column)
    const indexOf = filterIndexes(database, table)
    for (const filter of filtersOf(table)) {
      const index = indexOf(filter)
      if (index === undefined) continue
      const has = columnsIn.all(index).map(({ name }) => String(name))
      const first = has.slice(0, filter.length)
      const wanted = [...new Set([...first, 'id', ...shown])]
      if (wanted.every((column) => has.includes(column))) continue
      const columns = wanted.map((column) => `"${column}"`).join(', ')
      transaction(database, () =>
        database.exec(`DROP INDEX ${index}; CREATE INDEX ${index} ON ${table.name} (${columns})`),
      )
    }
  }
}
