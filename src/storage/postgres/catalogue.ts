import type { Table } from '../../data/table.ts'
import {
  type Column,
  columnsOf,
  columnTypes,
  foldedColumnsOf,
  versionColumn,
} from '../sql/columns.ts'
import { UnusableDatabase } from '../unusable-database.ts'
import type { Query } from './readers.ts'

/** An index, as the database's catalogue has it. */
export type Index = {
  readonly name: string
  readonly columns: readonly string[]
  /** Which rows it has, if not all. */
  readonly condition: string | undefined
}

const columnsText = `
  SELECT attname || ' ' || format_type(atttypid, NULL)
    || CASE WHEN attcollation <> 0 THEN ' ' || (SELECT collname FROM pg_collation AS c WHERE c.oid = attcollation) ELSE '' END
    || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
  FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`

const indexesText = `
  SELECT made.relname::text, pg_get_expr(indpred, indrelid),
    string_agg(attname, ',' ORDER BY place)
  FROM pg_index
  JOIN pg_class AS made ON made.oid = indexrelid
  CROSS JOIN LATERAL unnest(indkey::int2[]) WITH ORDINALITY AS key (number, place)
  JOIN pg_attribute ON attrelid = indrelid AND attnum = key.number
  WHERE indrelid = to_regclass($1) AND indisvalid
  GROUP BY made.relname, indpred, indrelid`

/**
 * Compares a table of the database with its schemas.
 *
 * @param isNewer whether the database has the schema of the next version, which may have further columns
 * @returns its indexes
 * @throws UnusableDatabase if it has other columns than its schema has fields, or no index for a filter
 */
export const refuseOtherColumns = async (
  query: Query,
  table: Table,
  isNewer: boolean,
): Promise<readonly Index[]> => {
  const columns = [...columnsOf(table), ...foldedColumnsOf(table)]
  const wanted = [...columns.map(declarationOf), `${versionColumn} bigint NOT NULL`]
  const { rows } = await query(columnsText, [table.name])
  const found = rows.map(([declaration]) => String(declaration))
  const fits = isNewer
    ? wanted.every((declaration) => found.includes(declaration))
    : wanted.toSorted().join() === found.toSorted().join()
  if (!fits) {
    const has = found.length === 0 ? 'It has no such table.' : `It has ${found.join(', ')}.`
    throw new UnusableDatabase(
      `The database does not fit the table ${table.name}, whose schema wants the columns ${wanted.join(', ')}. ${has}`,
    )
  }
  const indexes = await indexesOf(query, table)
  const orders = [...table.filters, ...foldedColumnsOf(table).map(({ column }) => [column])]
  for (const filter of orders) {
    const names = filter.map(
      (field) => columns.find(({ name, isFolded }) => name === field && !isFolded)?.column ?? field,
    )
    if (indexForPages(indexes, names) === undefined) {
      throw new UnusableDatabase(
        `The table ${table.name} has no index for pages by ${filter.join(' and ')}.`,
      )
    }
  }
  if (table.due !== undefined && !indexes.some(({ name }) => name === `${table.name}_due`)) {
    throw new UnusableDatabase(`The table ${table.name} has no index of the rows that are due.`)
  }
  return indexes
}

const indexesOf = async (query: Query, { name }: Table): Promise<readonly Index[]> => {
  const { rows } = await query(indexesText, [name])
  return rows.map(([index, condition, columns]) => ({
    name: String(index),
    columns: String(columns).split(','),
    condition: condition === null ? undefined : String(condition),
  }))
}

/** A page is one range of its index: it begins with the columns of the filter, in any order, and goes on with the id. */
export const indexForPages = (
  indexes: readonly Index[],
  filter: readonly string[],
): Index | undefined =>
  indexes.find(
    ({ columns, condition }) =>
      filter.every((column) => columns.slice(0, filter.length).includes(column)) &&
      columns[filter.length] === 'id' &&
      (condition === undefined || filter.some((column) => condition === `(${column} IS NOT NULL)`)),
  )

const declarationOf = ({ column, kind, isOptional }: Column): string =>
  `${column} ${columnTypes.postgres[kind]}${kind === 'int64' ? '' : ' C'}${isOptional ? '' : ' NOT NULL'}`
