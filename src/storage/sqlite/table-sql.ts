import type { Table } from '../../data/table.ts'
import { type Column, columnsOf, declarationOf, versionColumn } from './columns.ts'

/** The statements of one table, all derived here from its columns. */
export type TableSql = {
  readonly columns: readonly Column[]
  /** The row with the id `?1`, and behind its cells its version. */
  readonly one: string
  /** Every row that the condition `seen` admits, ascending by id. */
  readonly all: (seen: string) => string
  /** Takes the cells of a row, in the order of the columns, NULL for an id that SQLite is to assign; then the version. */
  readonly insert: string
  /** The columns that are not the id. */
  readonly filled: readonly Column[]
  /** Takes the cells of `filled`, and behind them the new version and the id. */
  readonly update: string
  /** Takes the id. */
  readonly remove: string
  /** Up to `?2` rows from the id `?1` on as one JSON array, and the last id if others follow; `?3` is the filter's value. */
  readonly page: (filter: string | undefined) => string
  /** Up to `?3` rows from the id `?1` to the id `?2`, each as JSON with its id; `?4` is the filter's value. */
  readonly range: (filter: string | undefined) => string
  /** For rows of an import, which have no ids yet. */
  readonly gather: {
    /** Makes a temporary table for them. */
    readonly create: string
    /** Takes the cells of `filled`. */
    readonly insert: string
    /** Moves the rows after `?2` up to `?3`; the id of each is its number plus `?1`. */
    readonly move: string
  }
}

export const tableSql = (table: Table): TableSql => {
  const { name } = table
  const columns = columnsOf(table)
  const list = names(columns)
  const filled = columns.filter(({ column }) => column !== 'id')
  const json = jsonOf(columns)
  const where = (filter: string | undefined, parameter: string): string =>
    filter === undefined
      ? ''
      : `${columns.find((column) => column.name === filter)?.column} = ${parameter} AND`

  return {
    columns,
    filled,
    one: `SELECT ${list}, ${versionColumn} FROM ${name} WHERE id = ?`,
    all: (seen) => `SELECT ${list} FROM ${name} WHERE ${seen} ORDER BY id`,
    insert: `INSERT INTO ${name} (${list}, ${versionColumn}) VALUES (${columns.map(() => '?, ').join('')}?)`,
    update: `UPDATE ${name} SET ${filled.map(({ column }) => `${column} = ?, `).join('')}${versionColumn} = ? WHERE id = ?`,
    remove: `DELETE FROM ${name} WHERE id = ?`,
    // With a bare `LIMIT ?`, SQLite plans the statement anew for each value, which takes longer than the page.
    page: (filter) => `
      SELECT json,
        CASE WHEN EXISTS (SELECT 1 FROM ${name} WHERE ${where(filter, '?3')} id > last) THEN last END
      FROM (
        SELECT json_group_array(${json}) AS json, max(id) AS last
        FROM (SELECT ${list} FROM ${name} WHERE ${where(filter, '?3')} id >= ?1 ORDER BY id LIMIT ?2 + 0)
      )`,
    range: (filter) => `
      SELECT ${json}, id FROM ${name} WHERE ${where(filter, '?4')} id >= ?1 AND id <= ?2
      ORDER BY id LIMIT ?3 + 0`,
    gather: {
      create: `CREATE TEMP TABLE gathered (${filled.map(declarationOf).join(', ')}) STRICT`,
      insert: `INSERT INTO temp.gathered VALUES (${filled.map(() => '?').join(', ')})`,
      move: `
        INSERT INTO main.${name} (id, ${names(filled)})
        SELECT rowid + ?1, ${names(filled)} FROM temp.gathered WHERE rowid > ?2 AND rowid <= ?3`,
    },
  }
}

const names = (columns: readonly Column[]): string => columns.map(({ column }) => column).join(', ')

/**
 * A row exactly as the serialiser of its schema writes it: SQLite too escapes only what JSON requires. A missing field
 * is removed again; the path `$[0]` matches nothing in an object.
 */
const jsonOf = (columns: readonly Column[]): string => {
  const members = columns.map(({ name, column }) => `'${name}', ${column}`)
  const missing = columns
    .filter(({ isOptional }) => isOptional)
    .map(({ name, column }) => `, iif(${column} IS NULL, '$.${name}', '$[0]')`)
  const all = `json_object(${members.join(', ')})`
  return missing.length === 0 ? all : `json_remove(${all}${missing.join('')})`
}
