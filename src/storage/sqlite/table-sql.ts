import { int64 } from '../../core/int64.ts'
import type { Direction } from '../../data/store.ts'
import type { Row, Table } from '../../data/table.ts'
import {
  type Column,
  columnsOf,
  foldedColumnsOf,
  shownColumnsOf,
  versionColumn,
} from '../sql/columns.ts'
import { declarationOf } from './declarations.ts'

/** The statements of one table, all derived here from its columns. */
export type TableSql = {
  /** All columns, those of hidden fields last. */
  readonly columns: readonly Column[]
  /** The columns that are shown. Every statement that reads has these alone, but for `whole`. */
  readonly shown: readonly Column[]
  /** The row with the id `?1`, and behind its cells its version. */
  readonly one: string
  /** The same with the cells of all columns. */
  readonly whole: string
  /** Every row that the condition `seen` admits, ascending by id. */
  readonly all: (seen: string) => string
  /** The table and the columns that an insert fills: those of `inserted`, and then the version. */
  readonly into: string
  /** The columns of the cells that an insert takes. */
  readonly inserted: readonly Column[]
  /** The columns that an update of some fields fills: theirs, but not the id's. */
  readonly filledBy: (fields: Row) => readonly Column[]
  /** Takes the cells of some columns, and behind them the new version and the id. */
  readonly update: (filled: readonly Column[]) => string
  /** Takes the id. */
  readonly remove: string
  /** Counts up to `?1` rows; from `?2` on the values of the fields, then that of `bound`. */
  readonly count: (fields: readonly string[], bound: CountBound | undefined) => string
  /** The least value of the field of `bound` in the rows that `count` counts, or NULL. The parameters are the same. */
  readonly least: (fields: readonly string[], bound: CountBound | undefined) => string
  /** Up to `?2` rows from the id `?1` on as one JSON array, and the last id if others follow; from `?3` on the filter's values. */
  readonly page: (filter: readonly string[], order: Direction) => string
  /** Up to `?3` rows from the id `?1` to the id `?2`, each as JSON with its id; from `?4` on the filter's values. */
  readonly range: (filter: readonly string[], order: Direction) => string
  /** Rows whose ids are in the JSON array `?1` and not from `?2` to `?3`, as one JSON array; from `?4` on the filter's values. */
  readonly some: (filter: readonly string[], order: Direction) => string
  /**
   * Rows in the order of a folded text and the id. `?1` is a text. If some rows are hidden, those with the ids from `?4` to
   * `?5` are left out.
   */
  readonly prefixed: (field: string, hides: boolean) => PrefixedRanges
  /**
   * Up to `?2` ids of the rows that are due until `?1`, but none from `?3` to `?4`. If there is a value `?5`, only of its
   * rows. Undefined if no row ever is due.
   */
  readonly due: string | undefined
  /** The id and the version of every row but those with the ids from `?1` to `?2`. */
  readonly versions: string
  /** For rows of an import, which have no ids yet. */
  readonly gather: {
    /** Makes a temporary table for them. */
    readonly create: string
    /** The columns of an imported row: shown, and not the id. */
    readonly columns: readonly Column[]
    /** Takes the cells of these columns. */
    readonly insert: string
    /** Moves the rows after `?2` up to `?3`; the id of each is its number plus `?1`. */
    readonly move: string
  }
}

/** The statements of one range of rows, in the order of a folded text and the id. */
export type Range = {
  /** Up to `?3` rows as one JSON array, and their number. */
  readonly page: string
  /** The folded text and the id of the row `?3`, counted from 1, and those of the row behind it, if there are such rows. */
  readonly ends: string
}

/** What a page by how a field begins is read from: the first page from `from`, a later one from `same` and then `later`. */
export type PrefixedRanges = {
  /** From the text on, before the text `?2`. */
  readonly from: Range
  /** Of the text, from the id `?2` on. */
  readonly same: Range
  /** Behind the text, before the text `?2`. */
  readonly later: Range
}

/** Where a count begins or ends: a further field, and how it compares with a value. */
export type CountBound = { readonly field: string; readonly relation: '>' | '<=' }

/** @param indexOf the name of the index for a filter; without it SQLite chooses one, not always the best */
export const tableSql = (
  table: Table,
  indexOf: (filter: readonly string[]) => string | undefined = () => undefined,
): TableSql => {
  const { name, due } = table
  const columns = columnsOf(table)
  const shown = shownColumnsOf(table)
  const list = names(shown)
  const all = names(columns)
  const folded = foldedColumnsOf(table)
  const inserted = [...columns, ...folded]
  const gathered = [...shown.filter(isNotId), ...folded]
  const json = jsonOf(shown)
  const columnOf = (field: string): string => {
    const found = columns.find(({ name: each }) => each === field)
    if (found === undefined) throw new Error(`The table ${name} has no field ${field}.`)
    return quoted(found)
  }
  const from = (filter: readonly string[]): string => {
    const index = filter.length === 0 ? undefined : indexOf(filter)
    return index === undefined ? name : `${name} INDEXED BY ${index}`
  }
  // For each value of a bare parameter, SQLite asks whether a partial index fits, and plans the statement anew. The plus
  // in front of it keeps the plan.
  const where = (filter: readonly string[], parameter: number, sign = ''): string =>
    filter.map((field, at) => `${sign}${columnOf(field)} = +?${parameter + at} AND `).join('')
  const whereCounted = (fields: readonly string[], bound: CountBound | undefined): string => {
    const further =
      bound === undefined
        ? 'TRUE'
        : `${columnOf(bound.field)} ${bound.relation} ?${2 + fields.length}`
    return `${name} WHERE ${where(fields, 2)}${further}`
  }
  const whereDue = [
    ...(due?.of === undefined ? [] : [`${columnOf(due.of)} = +?5 AND `]),
    ...Object.entries(due?.where ?? {}).map(
      ([field, value]) => `${columnOf(field)} = '${value}' AND `,
    ),
  ].join('')

  return {
    columns,
    shown,
    inserted,
    filledBy: (fields) =>
      inserted.filter((column) => isNotId(column) && Object.hasOwn(fields, column.name)),
    one: `SELECT ${list}, ${versionColumn} FROM ${name} WHERE id = ?`,
    whole: `SELECT ${all}, ${versionColumn} FROM ${name} WHERE id = ?`,
    all: (seen) => `SELECT ${list} FROM ${name} WHERE ${seen} ORDER BY id`,
    into: `${name} (${names(inserted)}, ${versionColumn})`,
    update: (filled) =>
      `UPDATE ${name} SET ${filled.map((column) => `${quoted(column)} = ?, `).join('')}${versionColumn} = ? WHERE id = ?`,
    remove: `DELETE FROM ${name} WHERE id = ?`,
    count: (fields, bound) => `
      SELECT count(*) FROM (SELECT 1 FROM ${whereCounted(fields, bound)} LIMIT ?1 + 0)`,
    least: (fields, bound) => `
      SELECT min(${bound === undefined ? 'NULL' : columnOf(bound.field)}) FROM ${whereCounted(fields, bound)}`,
    // With a bare `LIMIT ?`, SQLite plans the statement anew for each value, which takes longer than the page.
    page: (filter, order) => {
      const { bound, end, direction, nearest } = orders[order]
      const rows = `${from(filter)} WHERE ${where(filter, 3)}id`
      // SQLite reads a range in ascending order by itself. To sort it first would copy every cell once more.
      const page =
        order === 'ascending'
          ? `${rows} >= ?1 AND id <= last`
          : `(SELECT ${list} FROM ${rows} <= ?1 ORDER BY id DESC LIMIT ?2 + 0)`
      // The last row of the page and the one behind it, if there are such rows.
      return `
      SELECT (SELECT json_group_array(${json}) FROM ${page}), next
      FROM (
        SELECT ifnull(${nearest}(id), ${end}) AS last, iif(count(*) = 2, ${nearest}(id), NULL) AS next
        FROM (SELECT id FROM ${rows} ${bound} ?1 ORDER BY id ${direction} LIMIT 2 OFFSET ?2 - 1)
      )`
    },
    range: (filter, order) => `
      SELECT ${json}, id FROM ${from(filter)} WHERE ${where(filter, 4)}id >= ?1 AND id <= ?2
      ORDER BY id ${orders[order].direction} LIMIT ?3 + 0`,
    // The plus keeps an index of the filter from being taken in place of the ids.
    some: (filter, order) => `
      SELECT json_group_array(${json}) FROM (
        SELECT ${list} FROM ${name} WHERE ${where(filter, 4, '+')}
          id IN (SELECT value FROM json_each(?1)) AND NOT (id >= ?2 AND id <= ?3)
        ORDER BY id ${orders[order].direction}
      )`,
    prefixed: (field, hides) => {
      const column = folded.find(({ name: each }) => each === field)
      if (column === undefined) throw new Error(`No page of ${name} is by how ${field} begins.`)
      const text = quoted(column)
      // Of `(text, id) > (?, ?)` SQLite would use the text alone, and read all rows of the same text.
      const seen = hides ? ' AND NOT (+id >= ?4 AND +id <= ?5)' : ''
      const rangeOf = (range: string): Range => {
        const rows = `FROM ${from([column.column])} WHERE ${range}${seen} ORDER BY ${text}, id LIMIT`
        return {
          page: `SELECT json_group_array(${json}), count(*) FROM (SELECT ${list} ${rows} ?3 + 0)`,
          ends: `SELECT ${text}, id ${rows} 2 OFFSET ?3 - 1`,
        }
      }
      return {
        from: rangeOf(`${text} >= ?1 AND ${text} < ?2`),
        same: rangeOf(`${text} = ?1 AND id >= ?2`),
        later: rangeOf(`${text} > ?1 AND ${text} < ?2`),
      }
    },
    due: due && dueSql(name, columnOf(due.field), whereDue),
    versions: `SELECT id, ${versionColumn} FROM ${name} WHERE NOT (+id >= ?1 AND +id <= ?2) ORDER BY id`,
    gather: {
      columns: gathered,
      create: `CREATE TEMP TABLE gathered (${gathered.map(quotedDeclaration).join(', ')}) STRICT`,
      insert: `INSERT INTO temp.gathered VALUES (${gathered.map(() => '?').join(', ')})`,
      move: `
        INSERT INTO main.${name} (id, ${names(gathered)})
        SELECT rowid + ?1, ${names(gathered)} FROM temp.gathered WHERE rowid > ?2 AND rowid <= ?3`,
    },
  }
}

/** An index of only the rows of `where` needs its values in the statement. Unnamed, SQLite takes another index. */
const dueSql = (name: string, column: string, where: string): string => `
      SELECT id FROM ${name} INDEXED BY ${name}_due
      WHERE ${where}${column} <= ?1 AND NOT (+id >= ?3 AND +id <= ?4)
      ORDER BY ${column} LIMIT ?2 + 0`

const isNotId = ({ column }: Column): boolean => column !== 'id'

/** What the statements of a page say for each order. */
const orders = {
  ascending: { bound: '>=', end: int64.maximum, direction: 'ASC', nearest: 'min' },
  descending: { bound: '<=', end: int64.minimum, direction: 'DESC', nearest: 'max' },
} as const

/** A field may have the name of a keyword of SQL. */
const quoted = ({ column }: Column): string => `"${column}"`

const quotedDeclaration = (column: Column): string =>
  declarationOf({ ...column, column: quoted(column) })

const names = (columns: readonly Column[]): string => columns.map(quoted).join(', ')

/**
 * A row exactly as the serialiser of its schema writes it: SQLite too escapes only what JSON requires, and leaves text
 * that is JSON already as it is. A missing field is removed again; the path `$[0]` matches nothing in an object.
 */
const jsonOf = (columns: readonly Column[]): string => {
  const members = columns.map(
    (column) =>
      `'${column.name}', ${column.kind === 'json' ? `json(${quoted(column)})` : quoted(column)}`,
  )
  const missing = columns
    .filter(({ isOptional }) => isOptional)
    .map((column) => `, iif(${quoted(column)} IS NULL, '$.${column.name}', '$[0]')`)
  const all = `json_object(${members.join(', ')})`
  return missing.length === 0 ? all : `json_remove(${all}${missing.join('')})`
}
