import type { Table } from '../../base/data/table.ts'
import {
  type Column,
  columnTypes,
  importedColumnsOf,
  names,
  quoted,
  versionColumn,
} from '../sql/columns.ts'

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
