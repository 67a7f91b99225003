import type { TObject } from 'typebox'
import { compileSerializer, readExact } from '../../base/exact-json.ts'
import { digitsIn, foldedText, searchText } from '../../base/search-text.ts'
import {
  type Field,
  type FieldKind,
  fieldsOf,
  hiddenFieldsOf,
  idFieldOf,
  type Row,
  searchedFieldsOf,
  type Stored,
  type Table,
} from '../../base/data/table.ts'

export type Column = Field & {
  readonly column: string
  /** The strings that the schema allows, if it lists them. */
  readonly choices?: readonly string[] | undefined
  /** For a derived column: the fields from which its text is derived, and the function that derives it. */
  readonly derived?: { readonly from: readonly string[]; readonly textOf: (row: Row) => string }
  /** Serialises a field that is stored as JSON, as the schema of the table does. */
  readonly writeJson?: (value: unknown) => string
}

export const columnTypes = {
  sqlite: { int64: 'INTEGER', int32: 'INTEGER', string: 'TEXT', json: 'TEXT', bytes: 'BLOB' },
  postgres: { int64: 'bigint', int32: 'bigint', string: 'text', json: 'text', bytes: 'bytea' },
} as const satisfies Readonly<Record<string, Readonly<Record<FieldKind, string>>>>

export type Cell = null | number | bigint | string | Uint8Array

const known = new WeakMap<Table, ReturnType<typeof makeColumns>>()

const makeColumns = (table: Table) => {
  const id = idFieldOf(table)
  const shown = fieldsOf(table).map((field) => columnOf(field, table.schema, id))
  const hidden = hiddenFieldsOf(table).map((field) => columnOf(field, table.hidden, id))
  return { shown, all: [...shown, ...hidden] }
}

/** The columns of the shown fields, in the order of the schema. The field `shelfNumber` has the column `shelf_number`. */
export const shownColumnsOf = (table: Table): readonly Column[] =>
  known.getOrInsertComputed(table, makeColumns).shown

export const columnsOf = (table: Table): readonly Column[] =>
  known.getOrInsertComputed(table, makeColumns).all

/** The columns of case-folded texts, for pages by the prefix of a field. */
export const foldedColumnsOf = (table: Table): readonly Column[] =>
  shownColumnsOf(table)
    .filter(({ name }) => table.prefixes?.includes(name))
    .map((column) => ({
      ...column,
      column: `${column.column}_folded`,
      // Such a field is a required text.
      derived: { from: [column.name], textOf: (row) => foldedText(row[column.name] as string) },
    }))

/** The column of the searched text, if the table is searched. Rows from before the column have NULL. */
export const searchColumnsOf = (table: Table): readonly Column[] => {
  const { search } = table
  if (search === undefined) return []
  const { texts = [], digits = [] } = search
  const title = 'title' in search ? search.title : ''
  const hasMore = texts.length > 0 || digits.length > 0
  const othersOf = (row: Row): string[] => [
    ...texts.flatMap((field) => textsIn(row[field])),
    ...digits.flatMap((field) => textsIn(row[field]).map(digitsIn)),
  ]
  // The title is a text. A row without it and without other searched fields has no searched text.
  const textOf = (row: Row): string =>
    row[title] === undefined && !hasMore
      ? ''
      : searchText((row[title] ?? '') as string, hasMore ? othersOf(row) : undefined)
  const derived = { from: searchedFieldsOf(table), textOf }
  return [{ name: 'searchText', column: searchColumn, kind: 'string', isOptional: true, derived }]
}

export const searchColumn = 'search_text'

/** The texts of a field: the field itself, or all strings in its JSON. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Whether a write to certain fields changes a column. */
export const isChangedBy = ({ name, derived }: Column, fields: readonly string[]): boolean =>
  (derived?.from ?? [name]).some((field) => fields.includes(field))

/** A quoted column name, because a field may be named like an SQL keyword. */
export const quoted = ({ column }: Pick<Column, 'column'>): string => `"${column}"`

export const names = (columns: readonly Column[]): string => columns.map(quoted).join(', ')

export const isNotId = ({ column }: Column): boolean => column !== 'id'

/** The column of a field. Throws Error if the table has no such field. */
export const columnNamed = (table: Table, field: string): Column => {
  const found = columnsOf(table).find(({ name }) => name === field)
  if (found === undefined) throw new Error(`The table ${table.name} has no field ${field}.`)
  return found
}

/** The columns that a write sets, without the version: those of fields, and derived ones. */
export const writtenColumnsOf = (table: Table): readonly Column[] => [
  ...columnsOf(table),
  ...foldedColumnsOf(table),
  ...searchColumnsOf(table),
]

export const importedColumnsOf = (table: Table): readonly Column[] =>
  writtenColumnsOf(table).filter(isNotId)

export const columnNameOf = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The field `id` has the column `id` in every table. `schema` is the schema with the field. */
const columnOf = (field: Field, schema: TObject | undefined, id: string): Column => ({
  ...field,
  column: field.name === id ? 'id' : columnNameOf(field.name),
  choices: (schema?.properties[field.name] as { readonly enum?: readonly string[] })?.enum,
  ...(field.kind === 'json' && {
    writeJson: compileSerializer(schema?.properties[field.name] ?? {}),
  }),
})

/** The cells of a row in the order of the columns. A missing field is NULL. */
export const cellsOf = (columns: readonly Column[], row: Row): Cell[] =>
  columns.map((column) => cellOf(column, row))

// The schema of the table allows only these values.
const cellOf = ({ name, derived, writeJson }: Column, row: Row): Cell => {
  if (derived !== undefined) return derived.textOf(row)
  const value = row[name]
  if (value === undefined) return null
  return writeJson === undefined ? (value as Cell) : writeJson(value)
}

/** Makes a row of cells that were read in the order of the columns, integers as bigint. */
export const rowOf = (columns: readonly Column[], cells: readonly Cell[]): Row => {
  const row: Record<string, unknown> = {}
  let at = 0
  for (const { name, kind } of columns) {
    const cell = cells[at++]
    if (cell === null) continue
    // JSON is stored as text.
    if (kind === 'json') row[name] = readExact(cell as string)
    else row[name] = kind === 'int32' ? Number(cell) : cell
  }
  return row
}

/** The column with the version of a row, in every table. A new row with an assigned id has the first version. */
export const versionColumn = 'row_version'
export const firstVersion = 1n

/** Makes a row and its version of cells that were read in the order of the columns, the version last. */
export const storedOf = (columns: readonly Column[], cells: readonly Cell[]): Stored => ({
  row: rowOf(columns, cells),
  // The column is a 64-bit integer, which is read as a bigint.
  version: cells[columns.length] as bigint,
})
