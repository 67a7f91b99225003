import type { Table } from '../base/data/table.ts'
import {
  type Column,
  columnsOf,
  foldedColumnsOf,
  versionColumn,
  writtenColumnsOf,
} from './sql/columns.ts'
import { UnusableDatabase } from './unusable-database.ts'

export type Index = {
  readonly name: string
  /** Every index of SQLite ends with the id. */
  readonly columns: readonly string[]
  /** Which rows it has, if not all. */
  readonly condition: string | undefined
}

/** A page is one range of its index: it begins with the columns of the filter, in any order, and goes on with the id. */
export const indexForPages = (
  indexes: readonly Index[],
  filter: readonly string[],
): Index | undefined =>
  indexes.find((index) => hasRowsOf(index, filter) && index.columns[filter.length] === 'id')

/** A count is one range of its index: the columns with a value, and then the one that is compared. */
export const indexForCount = (
  indexes: readonly Index[],
  equal: readonly string[],
  above: string | undefined,
): Index | undefined =>
  indexes.find(
    (index) =>
      hasRowsOf(index, equal) && (above === undefined || index.columns[equal.length] === above),
  )

/** Whether an index begins with columns, in any order, and has all rows in which each of them has a value. */
const hasRowsOf = ({ columns, condition }: Index, first: readonly string[]): boolean =>
  first.every((column) => columns.slice(0, first.length).includes(column)) &&
  (condition === undefined ||
    first.some((column) => condition.replaceAll(/[()"]/g, '') === `${column} IS NOT NULL`))

export const filtersOf = (table: Table): ReadonlyArray<readonly string[]> => [
  ...table.filters.map((filter) =>
    filter.map((field) => columnsOf(table).find(({ name }) => name === field)?.column ?? field),
  ),
  ...foldedColumnsOf(table).map(({ column }) => [column]),
]

/** What the catalogue of a database says of a table: its columns as `declared` writes them, and its indexes. */
export type Catalogue = { readonly columns: readonly string[]; readonly indexes: readonly Index[] }

/** Throws UnusableDatabase if columns differ from the fields, as `declared` writes them, or a filter has no index. */
export const refuseOtherColumns = (
  table: Table,
  { columns, indexes }: Catalogue,
  declared: (column: Column) => string,
  isNewer = false,
): void => {
  const version: Column = {
    name: versionColumn,
    column: versionColumn,
    kind: 'int64',
    isOptional: false,
  }
  const wanted = [...writtenColumnsOf(table), version].map(declared)
  const fits = isNewer
    ? wanted.every((declaration) => columns.includes(declaration))
    : wanted.toSorted().join() === columns.toSorted().join()
  if (!fits) {
    const has = columns.length === 0 ? 'It has no such table.' : `It has ${columns.join(', ')}.`
    throw new UnusableDatabase(
      `The database does not fit the table ${table.name}, whose schema wants the columns ${wanted.join(', ')}. ${has}`,
    )
  }
  for (const filter of filtersOf(table)) {
    if (indexForPages(indexes, filter) !== undefined) continue
    throw new UnusableDatabase(
      `The table ${table.name} has no index for pages by ${filter.join(' and ')}.`,
    )
  }
  if (table.due !== undefined && !indexes.some(({ name }) => name === `${table.name}_due`)) {
    throw new UnusableDatabase(`The table ${table.name} has no index of the rows that are due.`)
  }
}
