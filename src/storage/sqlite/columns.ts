import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import {
  type Field,
  type FieldKind,
  fieldsOf,
  hiddenFieldsOf,
  type Row,
  type Stored,
  type Table,
} from '../../data/table.ts'
import { UnusableDatabase } from './database.ts'

/** A field of a table, and its column. */
export type Column = Field & { readonly column: string }

const types: Readonly<Record<FieldKind, string>> = { int64: 'INTEGER', string: 'TEXT' }

/**
 * The columns of the fields that a table shows, in the order of its schema. For example, the field `shelfNumber` has the
 * column `shelf_number`.
 */
export const shownColumnsOf = (table: Table): readonly Column[] => fieldsOf(table).map(columnOf)

/** The columns of all fields of a table, those of hidden fields last. */
export const columnsOf = (table: Table): readonly Column[] => [
  ...shownColumnsOf(table),
  ...hiddenFieldsOf(table).map(columnOf),
]

const columnOf = (field: Field): Column => ({
  ...field,
  column: field.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
})

/** A column in `CREATE TABLE`. */
export const declarationOf = ({ column, kind, isOptional }: Column): string =>
  `${column} ${types[kind]}${isOptional ? '' : ' NOT NULL'}`

/** The cells of a row, in the order of the columns. A missing field is NULL. */
export const cellsOf = (columns: readonly Column[], row: Row): SQLInputValue[] =>
  // The schema of the table allows only such values.
  columns.map(({ name }) => (row[name] ?? null) as SQLInputValue)

/** The row of cells that were read in the order of the columns, integers as bigint. */
export const rowOf = (columns: readonly Column[], cells: readonly SQLOutputValue[]): Row => {
  const row: Record<string, unknown> = {}
  let at = 0
  for (const { name } of columns) {
    const cell = cells[at++]
    if (cell !== null) row[name] = cell
  }
  return row
}

/** The column of every table that has the version of a row. A new row of an assigned id has the first. */
export const versionColumn = 'row_version'
const versionDeclaration = `${versionColumn} INTEGER NOT NULL`
export const firstVersion = 1n

/** The row and its version, of cells that were read in the order of the columns, the version last. */
export const storedOf = (columns: readonly Column[], cells: readonly SQLOutputValue[]): Stored => ({
  row: rowOf(columns, cells),
  // The column is an integer of a STRICT table, read as a bigint.
  version: cells[columns.length] as bigint,
})

/**
 * Compares the tables of a file with their schemas.
 *
 * @throws UnusableDatabase if a table has another column than its schema has fields, or no index for a filter; if its
 *   ids are chosen and each is the number of its row
 */
export const refuseOtherColumns = (database: DatabaseSync, tables: readonly Table[]): void => {
  for (const table of tables) {
    const wanted = [...columnsOf(table).map(declarationOf), versionDeclaration]
    const found = database
      // An INTEGER PRIMARY KEY is never NULL, though `table_info` does not say so.
      .prepare(
        `SELECT name || ' ' || type || iif("notnull" OR pk = 1, ' NOT NULL', '') AS declaration
        FROM pragma_table_info(?)`,
      )
      .all(table.name)
      .map(({ declaration }) => String(declaration))
    if (wanted.toSorted().join() !== found.toSorted().join()) {
      const has = found.length === 0 ? 'It has no such table.' : `It has ${found.join(', ')}.`
      throw new UnusableDatabase(
        `The database does not fit the table ${table.name}, whose schema wants the columns ${wanted.join(', ')}. ${has}`,
      )
    }
    refuseChosenRowids(database, table)
    for (const filter of table.filters) refuseFilterWithoutIndex(database, table, filter)
  }
}

/**
 * A connection remembers the number of the row that it inserted last, and every later statement brings it along. Node
 * throws for a number that is no safe integer, whatever the statement was. So a chosen id must be no row's number.
 */
const refuseChosenRowids = (database: DatabaseSync, { name, id }: Table): void => {
  if (id !== 'chosen') return
  const found = database
    .prepare("SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?")
    .get(name)
  if (found?.['wr'] !== 1) {
    throw new UnusableDatabase(`The table ${name}, whose ids are chosen, is not WITHOUT ROWID.`)
  }
}

/** A page is one range of an index: the index begins with the filter and continues with the id, with which every index ends. */
const refuseFilterWithoutIndex = (
  database: DatabaseSync,
  table: Table,
  filter: readonly string[],
): void => {
  const columns = columnsOf(table)
  const wanted = filter.map((field) => columns.find(({ name }) => name === field)?.column)
  const indexes = database
    .prepare(
      `SELECT group_concat(info.name ORDER BY info.seqno) AS columns
      FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info
      WHERE list.partial = 0 GROUP BY list.name`,
    )
    .all(table.name)
    .map((index) => [...String(index['columns']).split(','), 'id'])
  const isIndexed = indexes.some((index) => {
    const first = new Set(index.slice(0, wanted.length))
    return wanted.every((column) => first.has(String(column))) && index[wanted.length] === 'id'
  })
  if (!isIndexed) {
    const fields = filter.join(' and ')
    throw new UnusableDatabase(`The table ${table.name} has no index for pages by ${fields}.`)
  }
}
