import type { Direction } from '../../base/data/store.ts'
import type { Table } from '../../base/data/table.ts'
import {
  type Column,
  columnNamed,
  columnTypes,
  importedColumnsOf,
  names,
  quoted,
  shownColumnsOf,
  versionColumn,
} from '../sql/columns.ts'
import { type Index, indexForPages } from '../table-indexes.ts'
import { idOrders } from '../table-sql.ts'
import { hidesRows, jsonArrayOf, sqliteDialect } from './dialect.ts'

/** The statements for rows of an import, which have no ids yet. */
export const gatherSql = (table: Table) => {
  const gathered = importedColumnsOf(table)
  return {
    width: gathered.length,
    create: `CREATE TEMP TABLE gathered (${gathered.map((column) => declaration({ ...column, column: quoted(column) })).join(', ')}) STRICT`,
    /** Moves the rows after `?2` up to `?3`; the id of each is its number plus `?1`. */
    move: `
      INSERT INTO main.${table.name} (id, ${names(gathered)}, ${versionColumn})
      SELECT rowid + ?1, ${names(gathered)}, 1 FROM temp.gathered WHERE rowid > ?2 AND rowid <= ?3`,
  }
}

export const declaration = ({ column, kind, isOptional }: Column): string =>
  `${column} ${columnTypes.sqlite[kind]}${isOptional ? '' : ' NOT NULL'}`

/** Up to `?2` rows from id `?1` on as one JSON array, the last id if more follow, and whether an import hides rows. */
export const pageSql = (
  table: Table,
  indexes: readonly Index[],
  filter: readonly string[],
  order: Direction,
): string => {
  const { compare, end, direction, nearest } = idOrders[order]
  const shown = shownColumnsOf(table)
  const columns = filter.map((field) => columnNamed(table, field))
  const filtered = columns.map(({ column }) => column)
  const index = indexForPages(indexes, filtered)
  const from = index === undefined ? table.name : table.name + sqliteDialect.hint(index.name)
  const where = columns.map((column, at) => `${quoted(column)} = +?${3 + at} AND `).join('')
  const rows = `${from} WHERE ${where}id`
  // SQLite reads a range in ascending order by itself. To sort it first would copy every cell once more.
  const page =
    order === 'ascending'
      ? `${rows} >= ?1 AND id <= last`
      : `(SELECT ${names(shown)} FROM ${rows} <= ?1 ORDER BY id DESC LIMIT ?2 + 0)`
  // The last row of the page and the one behind it, if there are such rows. With a bare `LIMIT ?`, SQLite plans the
  // statement anew for each value, which takes longer than the page.
  return `
    SELECT (SELECT ${jsonArrayOf(shown)} FROM ${page}), next, ${hidesRows(table)}
    FROM (
      SELECT ifnull(${nearest}(id), ${end}) AS last, iif(count(*) = 2, ${nearest}(id), NULL) AS next
      FROM (SELECT id FROM ${rows} ${compare}= ?1 ORDER BY id ${direction} LIMIT 2 OFFSET ?2 - 1)
    )`
}
