import type { FieldKind } from '../../data/table.ts'
import { type Column, versionColumn } from '../sql/columns.ts'

const types: Readonly<Record<FieldKind, string>> = {
  int64: 'INTEGER',
  string: 'TEXT',
  json: 'TEXT',
}

/** A column in `CREATE TABLE`. */
export const declarationOf = ({ column, kind, isOptional }: Column): string =>
  `${column} ${types[kind]}${isOptional ? '' : ' NOT NULL'}`

/** The column of every table that has the version of a row. */
export const versionDeclaration = `${versionColumn} INTEGER NOT NULL`
