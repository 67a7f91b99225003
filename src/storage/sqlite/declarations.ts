import { type Column, columnTypes, versionColumn } from '../sql/columns.ts'

/** A column in `CREATE TABLE`. */
export const declarationOf = ({ column, kind, isOptional }: Column): string =>
  `${column} ${columnTypes.sqlite[kind]}${isOptional ? '' : ' NOT NULL'}`

/** The column of every table that has the version of a row. */
export const versionDeclaration = `${versionColumn} INTEGER NOT NULL`
