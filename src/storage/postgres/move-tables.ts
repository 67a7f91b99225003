import type { MovedTable } from '../moving.ts'
import type { Connection } from './connection.ts'

/** Every column of every table, in their order, and its place in the primary key; -1 if it is not in it. */
const catalogue = `
  SELECT made.relname::text, attname::text, format_type(atttypid, NULL),
    coalesce(array_position(indkey::int2[], attnum), -1)
  FROM pg_class AS made
  JOIN pg_attribute ON attrelid = made.oid AND attnum > 0 AND NOT attisdropped
  LEFT JOIN pg_index ON indrelid = made.oid AND indisprimary
  WHERE made.relkind IN ('r', 'p')
    AND made.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
  ORDER BY made.relname COLLATE "C", attnum`

/** All tables of the database, from its catalogue: so a move forgets none. */
export const tablesOf = async (connection: Connection): Promise<readonly MovedTable[]> => {
  const { rows } = await connection.query(catalogue)
  const cells = rows as unknown as ReadonlyArray<readonly [string, string, string, number]>
  return [...Map.groupBy(cells, ([name]) => name)].map(([name, columns]) => ({
    name,
    columns: columns.map(([, column, type]) => ({ name: column, type })),
    key: columns
      .filter(([, , , place]) => place >= 0)
      .toSorted(([, , , a], [, , , b]) => a - b)
      .map(([, column]) => column),
  }))
}

/** The statements of one table, all derived from its columns. */
export type MoveSql = {
  /** Takes an array for each column. */
  readonly insert: string
  /** All rows in the order of the key, as a cursor. */
  readonly all: string
  readonly empty: string
}

/** @param stays a condition for rows that are the target's own */
export const moveSql = ({ name, columns, key }: MovedTable, stays: string | undefined): MoveSql => {
  const table = quoted(name)
  const list = columns.map((column) => quoted(column.name)).join(', ')
  const arrays = columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ')
  const where = stays === undefined ? '' : `WHERE NOT (${stays})`
  // Like the source, by bytes, whatever the database's locale.
  const order = key.map((column) => {
    const isText = columns.some((each) => each.name === column && each.type === 'text')
    return isText ? `${quoted(column)} COLLATE "C"` : quoted(column)
  })
  return {
    insert: `INSERT INTO ${table} (${list}) SELECT * FROM unnest(${arrays})`,
    all: `SELECT ${list} FROM ${table} ${where} ORDER BY ${order.join(', ')}`,
    empty: stays === undefined ? `TRUNCATE ${table}` : `DELETE FROM ${table} ${where}`,
  }
}

const quoted = (name: string): string => `"${name}"`
