import type { FieldKind, Table } from '../base/data/table.ts'
import { type Column, versionColumn, writtenColumnsOf } from './sql/columns.ts'
import { UnusableDatabase } from './unusable-database.ts'

/** Throws UnusableDatabase if the columns in the database do not match the fields. `typeOf` maps a kind to a column type. */
export const refuseOtherColumns = (
  table: Table,
  columns: readonly string[],
  typeOf: (kind: FieldKind) => string,
  isNewer = false,
): void => {
  const version: Column = {
    name: versionColumn,
    column: versionColumn,
    kind: 'int64',
    isOptional: false,
  }
  const wanted = [...writtenColumnsOf(table), version].map(
    ({ column, kind, isOptional }) => `${column} ${typeOf(kind)}${isOptional ? '' : ' NOT NULL'}`,
  )
  const fits = isNewer
    ? wanted.every((declaration) => columns.includes(declaration))
    : wanted.toSorted().join() === columns.toSorted().join()
  if (fits) return
  const has = columns.length === 0 ? 'It has no such table.' : `It has ${columns.join(', ')}.`
  throw new UnusableDatabase(
    `The database does not fit the table ${table.name}, whose schema wants the columns ${wanted.join(', ')}. ${has}`,
  )
}
