import type { Direction } from '../../data/store.ts'
import type { FieldKind, Table } from '../../data/table.ts'
import {
  type Column,
  columnsOf,
  foldedColumnsOf,
  shownColumnsOf,
  versionColumn,
} from '../sql/columns.ts'

/** How PostgreSQL keeps each kind of field. */
export const types: Readonly<Record<FieldKind, string>> = {
  int64: 'bigint',
  string: 'text',
  json: 'text',
}

/** The statements of one table, all derived here from its columns. */
export type TableSql = {
  /** All columns, those of hidden fields last. */
  readonly columns: readonly Column[]
  /** The columns that are shown. Every statement that reads rows has these alone, but for `whole` and `locked`. */
  readonly shown: readonly Column[]
  /** The columns that a write fills: all, and those of folded texts. The version follows them. */
  readonly written: readonly Column[]
  /** The row with the id `$1`, and behind its cells its version. */
  readonly one: string
  /** The same with the cells of all columns. */
  readonly whole: string
  /** Locks the rows whose ids are in the array `$1`, and reads them whole. */
  readonly locked: string
  /** Each takes an array for each column that is written, and one of the versions. */
  readonly insert: string
  readonly update: string
  /** Takes an array of ids. */
  readonly remove: string
  /** Counts up to `$1` rows; from `$2` on the values of the fields, then that of `above`. */
  readonly count: (fields: readonly string[], above: string | undefined) => string
  /** Up to `$2` rows from the id `$1` on; from `$3` on the filter's values. */
  readonly page: (filter: readonly string[], order: Direction) => string
  /** The same for several choices of values: from `$3` on an array for each field of the filter. */
  readonly merged: (filter: readonly string[], order: Direction) => string
  /** Rows whose ids are in the array `$1`; from `$2` on the filter's values. */
  readonly some: (filter: readonly string[], order: Direction) => string
  /** Up to `$3` rows from the folded text `$1` and the id `$2` on; before the text `$4` if there is an end. The text is last. */
  readonly prefixed: (field: string, hasEnd: boolean) => string
  /** Up to `$2` ids of the rows that are due until `$1`, of the value `$3` if there is one; undefined if none ever is. */
  readonly due: string | undefined
  /** The id and the version of every row. */
  readonly versions: string
  readonly countAll: string
  /** Every row, ascending by id. */
  readonly all: string
  /** For rows of an import, which have no ids yet. */
  readonly gather: {
    /** Makes a temporary table for them. */
    readonly create: string
    /** The columns of an imported row: shown, and not the id. */
    readonly columns: readonly Column[]
    /** Takes an array for each of these columns. */
    readonly insert: string
    /** Moves all rows; the id of each is its number plus `$1`. */
    readonly move: string
  }
}

export const tableSql = (table: Table): TableSql => {
  const { name, due } = table
  const columns = columnsOf(table)
  const shown = shownColumnsOf(table)
  const folded = foldedColumnsOf(table)
  const written = [...columns, ...folded]
  const list = names(shown)
  const columnOf = (field: string): string => {
    const found = columns.find((each) => each.name === field)
    if (found === undefined) throw new Error(`The table ${name} has no field ${field}.`)
    return quoted(found)
  }
  const typeOf = (field: string): string =>
    types[columns.find((each) => each.name === field)?.kind ?? 'string']
  const where = (filter: readonly string[], parameter: number): string =>
    filter.map((field, at) => `${columnOf(field)} = $${parameter + at} AND `).join('')
  const filled = [...written.map(quoted), versionColumn]
  const arrays = [...written.map(({ kind }) => types[kind]), 'bigint']
    .map((type, at) => `$${at + 1}::${type}[]`)
    .join(', ')
  const gathered = [...shown.filter(isNotId), ...folded]

  return {
    columns,
    shown,
    written,
    one: `SELECT ${list}, ${versionColumn} FROM ${name} WHERE id = $1`,
    whole: `SELECT ${names(columns)}, ${versionColumn} FROM ${name} WHERE id = $1`,
    locked: `
      SELECT ${names(columns)}, ${versionColumn} FROM ${name} WHERE id = ANY($1::bigint[]) FOR UPDATE`,
    insert: `INSERT INTO ${name} (${filled.join(', ')}) SELECT * FROM unnest(${arrays})`,
    update: `
      UPDATE ${name} SET ${filled
        .filter((column) => column !== '"id"')
        .map((column) => `${column} = written.${column}`)
        .join(', ')}
      FROM unnest(${arrays}) AS written (${filled.join(', ')}) WHERE ${name}.id = written.id`,
    remove: `DELETE FROM ${name} WHERE id = ANY($1::bigint[])`,
    count: (fields, above) => {
      const further = above === undefined ? 'TRUE' : `${columnOf(above)} > $${2 + fields.length}`
      return `
      SELECT count(*) FROM (SELECT FROM ${name} WHERE ${where(fields, 2)}${further} LIMIT $1) AS counted`
    },
    page: (filter, order) => `
      SELECT ${list} FROM ${name} WHERE ${where(filter, 3)}${range[order]} LIMIT $2`,
    merged: (filter, order) => {
      const choices = filter.map((field, at) => `$${3 + at}::${typeOf(field)}[]`).join(', ')
      const chosen = filter.map((_, at) => `value_${at}`)
      const isChosen = filter.map((field, at) => `${columnOf(field)} = value_${at} AND `).join('')
      return `
      SELECT page.* FROM unnest(${choices}) AS choice (${chosen.join(', ')}) CROSS JOIN LATERAL (
        SELECT ${list} FROM ${name} WHERE ${isChosen}${range[order]} LIMIT $2
      ) AS page ORDER BY page.id ${directions[order]} LIMIT $2`
    },
    some: (filter, order) => `
      SELECT ${list} FROM ${name} WHERE ${where(filter, 2)}id = ANY($1::bigint[])
      ORDER BY id ${directions[order]}`,
    prefixed: (field, hasEnd) => {
      const column = folded.find((each) => each.name === field)
      if (column === undefined) throw new Error(`No page of ${name} is by how ${field} begins.`)
      const text = quoted(column)
      return `
      SELECT ${list}, ${text} FROM ${name}
      WHERE (${text}, id) >= ($1, $2)${hasEnd ? ` AND ${text} < $4` : ''} ORDER BY ${text}, id LIMIT $3`
    },
    due:
      due &&
      dueSql(name, columnOf(due.field), [
        ...(due.of === undefined ? [] : [`${columnOf(due.of)} = $3`]),
        ...Object.entries(due.where).map(([field, value]) => `${columnOf(field)} = '${value}'`),
      ]),
    versions: `SELECT id, ${versionColumn} FROM ${name} ORDER BY id`,
    countAll: `SELECT count(*) FROM ${name}`,
    all: `SELECT ${list} FROM ${name} ORDER BY id`,
    gather: {
      columns: gathered,
      create: `
        CREATE TEMP TABLE gathered (
          number bigint GENERATED ALWAYS AS IDENTITY, ${gathered.map((column) => `${quoted(column)} ${types[column.kind]}`).join(', ')}
        ) ON COMMIT DROP`,
      insert: `
        INSERT INTO gathered (${names(gathered)})
        SELECT * FROM unnest(${gathered.map(({ kind }, at) => `$${at + 1}::${types[kind]}[]`).join(', ')})`,
      move: `
        INSERT INTO ${name} (id, ${names(gathered)}, ${versionColumn})
        SELECT number + $1, ${names(gathered)}, 1 FROM gathered ORDER BY number`,
    },
  }
}

const dueSql = (name: string, column: string, conditions: readonly string[]): string => `
  SELECT id FROM ${name} WHERE ${[...conditions, `${column} <= $1`].join(' AND ')}
  ORDER BY ${column}, id LIMIT $2`

const directions = { ascending: 'ASC', descending: 'DESC' } as const

/** The ids of a page, in its order. */
const range = {
  ascending: 'id >= $1 ORDER BY id',
  descending: 'id <= $1 ORDER BY id DESC',
} as const

const isNotId = ({ column }: Column): boolean => column !== 'id'

/** A field may have the name of a keyword of SQL. */
const quoted = ({ column }: Column): string => `"${column}"`

const names = (columns: readonly Column[]): string => columns.map(quoted).join(', ')
