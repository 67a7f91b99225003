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
import { postgresDialect } from './dialect.ts'

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

/**
 * Pages of up to `limit` rows, each a row with JSON and its last id if more follow; arrays give first ids and limits.
 * By the id alone instead of all columns of the index, the planner would sometimes read the whole table.
 */
export const pagesSql = (
  table: Table,
  indexes: readonly Index[],
  fields: readonly string[],
  order: Direction,
  limit: number,
): string => {
  const { name } = table
  const json = postgresDialect.rowJson(table, shownColumnsOf(table))
  const filter = fields.map((field) => columnNamed(table, field))
  const { compare, opposite, end, farthest, direction } = idOrders[order]
  const filtered = filter.map(({ column }) => column)
  const index = indexForPages(indexes, filtered)
  const condition = index?.condition === undefined ? '' : `${index.condition} AND `
  const place = ({ column }: Column): number => index?.columns.indexOf(column) ?? 0
  const keys = filter
    .map((column, at) => ({ column, value: `requested.value_${at}` }))
    .toSorted((one, other) => place(one.column) - place(other.column))
  const key = `(${[...keys.map(({ column }) => quoted(column)), 'id'].join(', ')})`
  const keyOf = (id: string): string => `(${[...keys.map(({ value }) => value), id].join(', ')})`
  const sorted = [...keys.map(({ column }) => quoted(column)), 'id']
    .map((column) => `${column} ${direction}`)
    .join(', ')
  const rest = keys.length === 0 ? '' : ` AND ${key} ${opposite}= ${keyOf(`'${end}'::bigint`)}`
  const range = (comparison: string, id: string): string =>
    `FROM ${name} WHERE ${condition}${key} ${comparison} ${keyOf(id)}${rest} ORDER BY ${sorted}`
  const values = filter.map(({ kind }, at) => `, $${3 + at}::${types[kind]}[]`).join('')
  const request = ['start', 'row_limit', ...filter.map((_, at) => `value_${at}`), 'place'].join()
  return `
    SELECT page.json,
      CASE WHEN (SELECT id ${range(compare, 'page.last')} LIMIT 1) IS NOT NULL THEN page.last END
    FROM unnest($1::bigint[], $2::bigint[]${values}) WITH ORDINALITY AS requested (${request})
    CROSS JOIN LATERAL (
      SELECT string_agg(shown.json, ',') AS json, ${farthest}(shown.id) AS last FROM (
        SELECT near.json, near.id FROM (
          SELECT ${json} AS json, id ${range(`${compare}=`, 'requested.start')} LIMIT ${limit}
        ) AS near LIMIT requested.row_limit
      ) AS shown
    ) AS page ORDER BY requested.place`
}
