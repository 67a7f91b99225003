import { int64 } from '../../base/int64.ts'
import type { Table } from '../../base/data/table.ts'
import type { Dialect, TableWrites } from '../engine.ts'
import {
  type Cell,
  cellsOf,
  type Column,
  isChangedBy,
  isNotId,
  quoted,
  searchColumn,
  versionColumn,
  writtenColumnsOf,
} from '../sql/columns.ts'
import { idOrders } from '../table-sql.ts'
import { textIndexOf } from './text-index.ts'

export const sqliteDialect: Dialect = {
  settingNumber: 'value',
  keyNumber: 'rowid',
  greatest: 'max',
  given: (place, columns) => {
    const names = Object.keys(columns)
    const isOne = names.length === 1
    const cells = names.map((name, at) => `value${isOne ? '' : ` ->> ${at}`} AS ${name}`).join(', ')
    return {
      text: `(SELECT ${cells} FROM json_each($${place})) AS given`,
      values: (rows) => [isOne ? jsonRow(rows.flat()) : `[${rows.map(jsonRow).join(',')}]`],
    }
  },
  versionsOf: (join) =>
    `SELECT group_concat(ifnull(${versionColumn}, '')) FROM (SELECT value AS wanted FROM json_each($1)) LEFT JOIN ${join}`,
  // For each value of a bare parameter, SQLite checks whether a partial index fits, and plans the statement again.
  parameter: (place) => `+$${place}`,
  hint: (index) => ` INDEXED BY ${index}`,
  firstRows: ({ table, from, parts, shown, id, order, limit }) => {
    const isAscending = order === 'ascending'
    const selects = parts.flatMap((values) =>
      visibleRanges(table).map(({ first, last }) => {
        const conditions = [
          ...values.map(([column, value]) => `${quoted(column)} = ${value}`),
          // Given two bounds on one side, SQLite would seek to one and scan past the other.
          isAscending
            ? `id >= ${first === undefined ? id : `max(${id}, ${first})`}`
            : `id <= ${last === undefined ? id : `min(${id}, ${last})`}`,
          ...(isAscending && last !== undefined ? [`id <= ${last}`] : []),
          ...(!isAscending && first !== undefined ? [`id >= ${first}`] : []),
        ]
        return `SELECT ${shown} FROM ${from} WHERE ${conditions.join(' AND ')}`
      }),
    )
    return `${selects.join(' UNION ALL ')} ORDER BY id ${idOrders[order].direction} LIMIT ${limit} + 0`
  },
  // SQLite merges the parts and reads only as many rows of each as it needs.
  part: (select) => select,
  // SQLite escapes strings as `JSON.stringify` does.
  jsonText: (column) => {
    const text = `json_quote(${quoted(column)})`
    return column.isOptional ? `iif(${quoted(column)} IS NULL, NULL, ${text})` : text
  },
  jsonObject: 'json_object',
  readJson: () => (json) => json,
  locking: { ids: 'id = $1', end: '' },
  writes: (table) => tableWrites(table),
  visible: (table) => visibleIn(table),
  containing: (table, parts, place) => {
    const index = textIndexOf(table)
    return {
      text: `SELECT id FROM (SELECT rowid AS id FROM ${index} WHERE ${index} MATCH $${place}) AS matching WHERE ${visibleIn(table)}`,
      // The parts contain no quotation marks.
      values: [parts.map((part) => `"${part}"`).join(' ')],
    }
  },
  // CROSS JOIN fixes the order of the join.
  withRow: (table, id) => `CROSS JOIN ${table} ON ${table}.id = ${id}`,
  // A commit of updates writes an index page for every one or two rows. Full types would make the index half as large again.
  eventType: { column: 'substr(type, -9, 3)', valueOf: (type) => type.slice(-9, -6) },
  // CROSS JOIN fixes the order of the join: one primary key search for each start.
  historyEntries: {
    text: `
      SELECT start, operation, status, code, "window", count
      FROM json_each($2) AS at CROSS JOIN request_counts ON span = $1 AND start = at.value AND owner_id = $3
      WHERE (start, operation, status, code, "window") > ($4, $5, $6, $7, $8) LIMIT $9`,
    startsOf: (starts) => JSON.stringify(starts),
  },
}

const jsonRow = (cells: readonly Cell[]): string =>
  `[${cells.map((cell) => (typeof cell === 'bigint' ? cell : JSON.stringify(cell))).join(',')}]`

// Only imports hide rows, and they use assigned ids.
const visibleIn = (table: Table): string =>
  table.id === 'chosen'
    ? 'TRUE'
    : `NOT (+id > ${edge('min(first) - 1', table)} AND +id <= ${edge('max(last)', table)})`

/** The visible rows as two ranges of ids, both ends included. Without an import the second has only the largest id. */
const visibleRanges = (
  table: Table,
): ReadonlyArray<{ readonly first?: string; readonly last?: string }> =>
  table.id === 'chosen'
    ? [{}]
    : [
        { last: edge('min(first) - 1', table, int64.maximum - 1n) },
        { first: edge('max(last) + 1', table) },
      ]

/** The first or last id that an import hides in a table; `otherwise` if there is no import into it. */
const edge = (which: string, { name }: Table, otherwise = int64.maximum): string =>
  `(SELECT coalesce(${which}, ${otherwise}) FROM import_under_way WHERE table_name = '${name}')`

const tableWrites = (table: Table): TableWrites => {
  const { name } = table
  const written = writtenColumnsOf(table).filter(isNotId)
  const known = new Map<string, { readonly filled: readonly Column[]; readonly text: string }>()
  /** An update names only the changed columns, so SQLite leaves the other indexes alone. */
  const makeUpdate = (by: string) => {
    const fields = by.split(',')
    const filled = written.filter((column) => isChangedBy(column, fields))
    const sets = [...filled.map(quoted), versionColumn].map((column) => `${column} = ?`).join(', ')
    const set = sets.replace(`"${searchColumn}" = ?`, `"${searchColumn}" = nullif(?, '')`)
    return { filled, text: `UPDATE ${name} SET ${set} WHERE id = ?` }
  }
  return {
    updates: (rows) =>
      rows.map(({ id, now, changed }) => {
        const by = Object.keys(changed).join()
        const { filled, text } = known.getOrInsertComputed(by, makeUpdate)
        return [text, cellsOf(filled, now.row).concat(now.version, id)]
      }),
    removals: (ids) => ids.map((id) => [`DELETE FROM ${name} WHERE id = ?`, [id]]),
  }
}
