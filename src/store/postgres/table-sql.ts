import type { Table } from '../../base/data/table.ts'
import { columnTypes, importedColumnsOf, names, quoted, versionColumn } from '../sql/columns.ts'

const types = columnTypes.postgres

/** The statements for rows of an import, which have no ids yet. */
export const gatherSql = (table: Table) => {
  const gathered = importedColumnsOf(table)
  return {
    create: `
      CREATE TEMP TABLE gathered (
        number bigint GENERATED ALWAYS AS IDENTITY, ${gathered.map((column) => `${quoted(column)} ${types[column.kind]}`).join(', ')}
      ) ON COMMIT DROP`,
    insert: `
      INSERT INTO gathered (${names(gathered)})
      SELECT * FROM unnest(${gathered.map(({ kind }, at) => `$${1 + at}::${types[kind]}[]`).join(', ')})`,
    /** Moves all rows; the id of each is its number plus `$1`. */
    move: `
      INSERT INTO ${table.name} (id, ${names(gathered)}, ${versionColumn})
      SELECT number + $1, ${names(gathered)}, 1 FROM gathered ORDER BY number`,
  }
}
