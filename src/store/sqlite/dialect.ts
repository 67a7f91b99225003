import { int64 } from '../../base/int64.ts'
import type { Table } from '../../base/data/table.ts'
import type { Dialect, TableWrites, Visible } from '../engine.ts'
import {
  type Cell,
  cellsOf,
  type Column,
  isChangedBy,
  isNotId,
  quoted,
  versionColumn,
  writtenColumnsOf,
} from '../sql/columns.ts'
import { textIndexOf } from './text-index.ts'

export const sqliteDialect: Dialect = {
  settingNumber: 'value',
  keyNumber: 'rowid',
  greatest: 'max',
  given: (place, columns) => {
    const cells = Object.keys(columns)
      .map((name, at) => `value ->> ${at} AS ${name}`)
      .join(', ')
    return {
      text: `(SELECT ${cells} FROM json_each($${place})) AS given`,
      values: (rows) => [`[${rows.map(jsonRow).join(',')}]`],
    }
  },
  // For each value of a bare parameter, SQLite asks whether a partial index fits, and plans the statement anew.
  parameter: (place) => `+$${place}`,
  hint: (index) => (index === undefined ? ' NOT INDEXED' : ` INDEXED BY ${index}`),
  // SQLite merges the parts, and reads no more of each than it needs.
  part: (select) => select,
  rowJson: (_table, columns) => jsonOf(columns),
  readJson: () => (json) => json,
  locking: { ids: 'id = $1', end: '' },
  writes: (table) => tableWrites(table),
  visible: (table) => visibleIn(table),
  containing: (table, parts, place) => {
    const index = textIndexOf(table)
    const { condition } = visibleIn(table)
    return {
      text: `SELECT id FROM (SELECT rowid AS id FROM ${index} WHERE ${index} MATCH $${place}) AS matching WHERE ${condition}`,
      // The parts have no quotation marks.
      values: [parts.map((part) => `"${part}"`).join(' ')],
    }
  },
  // CROSS JOIN keeps the order.
  withRow: (table, id) => `CROSS JOIN ${table} ON ${table}.id = ${id}`,
  // A commit of updates writes a page of the index for each row or two, and whole types would make it half as large again.
  eventType: { column: 'substr(type, -9, 3)', valueOf: (type) => type.slice(-9, -6) },
  // CROSS JOIN keeps the order: one search of the key for each start.
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

const visibleIn = (table: Table): Visible => {
  // Only an import hides rows, and it takes ids of the store.
  if (table.id === 'chosen') return { condition: 'TRUE', ranges: [{}] }
  const condition = `NOT (+id > ${edge('min(first) - 1', table)} AND +id <= ${edge('max(last)', table)})`
  // Without an import, only the largest id is in the second range.
  const to = edge('min(first) - 1', table, int64.maximum - 1n)
  return { condition, ranges: [{ to }, { from: edge('max(last) + 1', table) }] }
}

/** An edge of the ids that an import hides in a table; `otherwise` if there is no import into it. */
const edge = (which: string, { name }: Table, otherwise = int64.maximum): string =>
  `(SELECT coalesce(${which}, ${otherwise}) FROM import_under_way WHERE table_name = '${name}')`

export const hidesRows = ({ name, id }: Table): string =>
  id === 'chosen' ? 'NULL' : `(SELECT 1 FROM import_under_way WHERE table_name = '${name}')`

/** Whether each row has all columns, and none is JSON. */
const isPlain = (columns: readonly Column[]): boolean =>
  columns.every(({ isOptional, kind }) => !isOptional && kind !== 'json')

/** SQLite escapes as `JSON.stringify` does. `concat` leaves out NULL, and takes a third of the time of `json_object`. */
const jsonOf = (columns: readonly Column[]): string => {
  const members = columns.map((column, at): string => {
    const cell = quoted(column)
    if (isPlain(columns)) return `'${column.name}', ${cell}`
    const text = column.isOptional
      ? `iif(${cell} IS NULL, NULL, json_quote(${cell}))`
      : `json_quote(${cell})`
    return `'${at === 0 ? '{' : ','}"${column.name}":' || ${column.kind === 'string' ? text : cell}`
  })
  return isPlain(columns)
    ? `json_object(${members.join(', ')})`
    : `concat(${members.join(', ')}, '}')`
}

export const jsonArrayOf = (columns: readonly Column[]): string =>
  isPlain(columns)
    ? `json_group_array(${jsonOf(columns)})`
    : `concat('[', group_concat(${jsonOf(columns)}), ']')`

/** Checks that the index of a topic tells its types apart. It throws Error if two of them have the same letters there. */
export const refuseSameMarks = (types: readonly string[]): void => {
  const byMark = new Map<string, string>()
  for (const type of types) {
    const mark = sqliteDialect.eventType.valueOf(type)
    const other = byMark.get(mark) ?? type
    if (other !== type) {
      throw new Error(
        `The index of a topic cannot tell the events ${other} and ${type} apart: both have "${mark}" before their last six letters.`,
      )
    }
    byMark.set(mark, type)
  }
}

const tableWrites = (table: Table): TableWrites => {
  const { name } = table
  const written = writtenColumnsOf(table).filter(isNotId)
  const known = new Map<string, { readonly filled: readonly Column[]; readonly text: string }>()
  /** SQLite leaves the indexes alone that have none of the columns that an update names. */
  const makeUpdate = (by: string) => {
    const fields = by.split(',')
    const filled = written.filter((column) => isChangedBy(column, fields))
    const sets = [...filled.map(quoted), versionColumn].map((column) => `${column} = ?`)
    return { filled, text: `UPDATE ${name} SET ${sets.join(', ')} WHERE id = ?` }
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
