import { compileSerializer, readExact } from '../../base/exact-json.ts'
import type { Row, Table } from '../../base/data/table.ts'
import type { Dialect, TableWrites } from '../engine.ts'
import {
  cellsOf,
  columnTypes,
  quoted,
  searchColumn,
  versionColumn,
  writtenColumnsOf,
} from '../sql/columns.ts'
import { idOrders } from '../table-sql.ts'
import { columnsOfRows, decodeText } from './text.ts'

/** The title within the searched text. An index on it finds titles by prefix. */
export const titleInText = `substr(${searchColumn}, 1, 500)`

export const postgresDialect: Dialect = {
  settingNumber: 'number',
  keyNumber: 'number',
  greatest: 'greatest',
  given: (place, columns) => {
    const arrays = Object.values(columns).map((type, at) => `$${place + at}::${type}[]`)
    const names = Object.keys(columns)
    return {
      text: `unnest(${arrays.join(', ')}) AS given (${names.join(', ')})`,
      values: (rows) => names.map((_, at) => rows.map((row) => row[at] ?? null)),
    }
  },
  versionsOf: (join) => `
    SELECT string_agg(coalesce(${versionColumn}::text, ''), ',' ORDER BY place)
    FROM unnest($1::bigint[]) WITH ORDINALITY AS given (wanted, place) LEFT JOIN ${join}`,
  parameter: (place) => `$${place}`,
  firstRows: ({ from, parts, shown, id, order, limit, most }) => {
    const { compare, opposite, end, direction } = idOrders[order]
    const selects = parts.map((keys) => {
      const names = [...keys.map(([column]) => quoted(column)), 'id']
      // Ordered by the id alone instead of all columns of the index, the planner would sometimes scan the whole table.
      const within = (comparison: string, last: string): string =>
        `(${names.join(', ')}) ${comparison} (${[...keys.map(([, value]) => value), last].join(', ')})`
      const conditions = [
        // The partial index has only these rows.
        ...keys.flatMap(([column]) => (column.isOptional ? [`${quoted(column)} IS NOT NULL`] : [])),
        within(compare, id),
        ...(keys.length === 0 ? [] : [within(opposite, `'${end}'::bigint`)]),
      ]
      const sorted = names.map((name) => `${name} ${direction}`).join(', ')
      // The planner needs a literal number.
      return `SELECT * FROM (
        SELECT ${shown} FROM ${from} WHERE ${conditions.join(' AND ')} ORDER BY ${sorted} LIMIT ${most}
      ) AS near LIMIT ${limit}`
    })
    return selects.length === 1
      ? selects.join('')
      : `${selects.map((select) => `(${select})`).join(' UNION ALL ')} ORDER BY id ${direction} LIMIT ${limit}`
  },
  hint: () => '',
  // Without its own limit, all rows of a part might be read.
  part: (select, sorted) => `(${select} ${sorted})`,
  // `to_json` escapes as `JSON.stringify` does, but looks up its argument's type for each row.
  jsonText: (column) => {
    const [value, text] = [quoted(column), `to_json(${quoted(column)})::text`]
    const known = column.choices?.map((choice) => `WHEN '${choice}' THEN '"${choice}"'`)
    return known === undefined ? text : `CASE ${value} ${known.join(' ')} ELSE ${text} END`
  },
  readJson: (table) => jsonReader(table),
  locking: { ids: 'id = ANY($1::bigint[])', end: ' FOR UPDATE' },
  writes: (table) => tableWrites(table),
  visible: () => 'TRUE',
  // No part contains a wildcard of LIKE. The mark of a beginning occurs nowhere else.
  containing: ({ name }, parts, place) => ({
    text: `SELECT id FROM ${name} WHERE ${parts.map((part, at) => `${part.startsWith('^') ? titleInText : searchColumn} LIKE $${place + at}`).join(' AND ')}`,
    values: parts.map((part) => (part.startsWith('^') ? `${part}%` : `%${part}%`)),
  }),
  withRow: (table, id) =>
    `CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE id = ${id} LIMIT 1) AS ${table}`,
  eventType: { column: 'type', valueOf: (type) => type },
  historyEntries: {
    text: `
      SELECT start, operation, status, code, "window", count FROM request_counts
      WHERE span = $1 AND start = ANY($2::bigint[]) AND owner_id = $3
        AND (start, operation, status, code, "window") > ($4, $5, $6, $7, $8)
      ORDER BY start, operation, status, code, "window" LIMIT $9`,
    startsOf: (starts) => starts,
  },
}

/** Decodes the JSON of an array of rows. Rewrites it only if a text may have a NUL or a U+0001. */
const jsonReader = (table: Table): ((json: string) => string) => {
  const writeRow = compileSerializer(table.schema)
  const decode = (value: unknown) => (typeof value === 'string' ? decodeText(value) : value)
  const decoded = (row: Row): Row =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, decode(value)]))
  return (json) => {
    if (!json.includes(String.raw`\u0001`)) return json
    // The database wrote an array of rows.
    const rows = readExact(json) as readonly Row[]
    return `[${rows.map((row) => writeRow(decoded(row))).join(',')}]`
  }
}

const tableWrites = (table: Table): TableWrites => {
  const { name } = table
  const written = writtenColumnsOf(table)
  const filled = [...written.map(quoted), versionColumn]
  const arrays = [...written.map(({ kind }) => columnTypes.postgres[kind]), 'bigint']
    .map((type, at) => `$${at + 1}::${type}[]`)
    .join(', ')
  const sets = filled.filter((column) => column !== '"id"')
  const update = `
    UPDATE ${name} SET ${sets.map((column) => `${column} = written.${column}`).join(', ')}
    FROM unnest(${arrays}) AS written (${filled.join(', ')}) WHERE ${name}.id = written.id`
  return {
    updates: (rows) => {
      const cells = rows.map(({ now }) => [...cellsOf(written, now.row), now.version])
      return [[update, columnsOfRows(cells)]]
    },
    removals: (ids) => [[`DELETE FROM ${name} WHERE id = ANY($1::bigint[])`, [ids]]],
  }
}
