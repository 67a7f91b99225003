import { int64 } from '../../core/int64.ts'
import type { Direction } from '../../data/store.ts'
import type { Table } from '../../data/table.ts'
import {
  type Column,
  columnsOf,
  columnTypes,
  foldedColumnsOf,
  shownColumnsOf,
  versionColumn,
} from '../sql/columns.ts'
import type { Index } from './catalogue.ts'

const types = columnTypes.postgres

/** The statements of one table, all derived here from its columns. */
export type TableSql = {
  /** All columns, those of hidden fields last. */
  readonly columns: readonly Column[]
  /** The columns that are shown. Every statement that reads rows shows these alone, but for `whole` and `locked`. */
  readonly shown: readonly Column[]
  /** The columns that a write fills: all, and those of folded texts. The version follows them. */
  readonly written: readonly Column[]
  /** The rows whose ids are in the array `$1`, each with its version behind its cells. */
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
  /**
   * Several pages of up to `most` rows, each page a row: its rows as JSON with commas between them, and its last id if
   * others follow. Takes an array of the first ids, one of the most rows, and one for each field of the filter.
   */
  readonly pages: (filter: readonly string[], order: Direction, most: number) => string
  /**
   * Up to `$2` rows from the id `$1` on, each as JSON with its id, of several choices of values: from `$3` on an array for
   * each field of the filter.
   */
  readonly merged: (filter: readonly string[], order: Direction) => string
  /** Rows whose ids are in the array `$1`, each as JSON with its id; from `$2` on the filter's values. */
  readonly some: (filter: readonly string[], order: Direction) => string
  /**
   * Up to `$3` rows from the folded text `$1` and the id `$2` on; before the text `$4` if there is an end. Each is JSON,
   * with its id and its folded text.
   */
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

/** The columns of the index for pages by some columns, in the order of the index, and which rows it has, if not all. */
type IndexOf = (columns: readonly string[]) => Pick<Index, 'columns' | 'condition'> | undefined

/** @param indexOf without it, pages by filters may take long */
export const tableSql = (table: Table, indexOf: IndexOf = () => undefined): TableSql => {
  const { name, due } = table
  const columns = columnsOf(table)
  const shown = shownColumnsOf(table)
  const folded = foldedColumnsOf(table)
  const written = [...columns, ...folded]
  const list = names(shown)
  const json = jsonOf(table, shown)
  const columnNamed = (field: string): Column => {
    const found = columns.find((each) => each.name === field)
    if (found === undefined) throw new Error(`The table ${name} has no field ${field}.`)
    return found
  }
  const columnOf = (field: string): string => quoted(columnNamed(field))
  const typeOf = (field: string): string => types[columnNamed(field).kind]
  const where = (filter: readonly string[], parameter: number): string =>
    filter.map((field, at) => `${columnOf(field)} = $${parameter + at} AND `).join('')
  const filled = [...written.map(quoted), versionColumn]
  const arrays = [...written.map(({ kind }) => types[kind]), 'bigint']
    .map((type, at) => `$${at + 1}::${type}[]`)
    .join(', ')
  const gathered = [...shown.filter(isNotId), ...folded]

  /**
   * Compares and sorts by all columns of the index, as one value. By the id alone, the planner would sometimes take the
   * index of the ids. If few rows pass the filter, it would then read the whole table. The limit that it can see keeps it from
   * reading all rows and sorting them.
   */
  const pagesSql = (filter: readonly Column[], order: Direction, most: number): string => {
    const { compare, opposite, end, farthest, direction } = orders[order]
    const index = indexOf(filter.map(({ column }) => column))
    const condition = index?.condition === undefined ? '' : `${index.condition} AND `
    const place = ({ column }: Column): number => index?.columns.indexOf(column) ?? 0
    const keys = filter
      .map((column, at) => ({ column, value: `asked.value_${at}` }))
      .toSorted((one, other) => place(one.column) - place(other.column))
    const key = `(${[...keys.map(({ column }) => quoted(column)), 'id'].join(', ')})`
    const keyOf = (id: string): string => `(${[...keys.map(({ value }) => value), id].join(', ')})`
    const sorted = [...keys.map(({ column }) => quoted(column)), 'id']
      .map((column) => `${column} ${direction}`)
      .join(', ')
    const rest = keys.length === 0 ? '' : ` AND ${key} ${opposite}= ${keyOf(`${end}::bigint`)}`
    const range = (comparison: string, id: string): string =>
      `FROM ${name} WHERE ${condition}${key} ${comparison} ${keyOf(id)}${rest} ORDER BY ${sorted}`
    const values = filter.map(({ kind }, at) => `, $${3 + at}::${types[kind]}[]`).join('')
    const asked = ['start', 'most', ...filter.map((_, at) => `value_${at}`), 'place'].join(', ')
    return `
      SELECT page.json,
        CASE WHEN (SELECT id ${range(compare, 'page.last')} LIMIT 1) IS NOT NULL THEN page.last END
      FROM unnest($1::bigint[], $2::bigint[]${values}) WITH ORDINALITY AS asked (${asked})
      CROSS JOIN LATERAL (
        SELECT string_agg(shown.json, ',') AS json, ${farthest}(shown.id) AS last FROM (
          SELECT near.json, near.id FROM (
            SELECT ${json} AS json, id ${range(`${compare}=`, 'asked.start')} LIMIT ${most}
          ) AS near LIMIT asked.most
        ) AS shown
      ) AS page ORDER BY asked.place`
  }

  return {
    columns,
    shown,
    written,
    one: `SELECT ${list}, ${versionColumn} FROM ${name} WHERE id = ANY($1::bigint[])`,
    whole: `SELECT ${names(columns)}, ${versionColumn} FROM ${name} WHERE id = ANY($1::bigint[])`,
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
    pages: (filter, order, most) => pagesSql(filter.map(columnNamed), order, most),
    merged: (filter, order) => {
      const { compare, direction } = orders[order]
      const choices = filter.map((field, at) => `$${3 + at}::${typeOf(field)}[]`).join(', ')
      const chosen = filter.map((_, at) => `value_${at}`)
      const isChosen = filter.map((field, at) => `${columnOf(field)} = value_${at} AND `).join('')
      return `
      SELECT page.* FROM unnest(${choices}) AS choice (${chosen.join(', ')}) CROSS JOIN LATERAL (
        SELECT ${json} AS json, id FROM ${name}
        WHERE ${isChosen}id ${compare}= $1 ORDER BY id ${direction} LIMIT $2
      ) AS page ORDER BY page.id ${direction} LIMIT $2`
    },
    some: (filter, order) => `
      SELECT ${json}, id FROM ${name} WHERE ${where(filter, 2)}id = ANY($1::bigint[])
      ORDER BY id ${orders[order].direction}`,
    prefixed: (field, hasEnd) => {
      const column = folded.find((each) => each.name === field)
      if (column === undefined) throw new Error(`No page of ${name} is by how ${field} begins.`)
      const text = quoted(column)
      return `
      SELECT ${json}, id, ${text} FROM ${name}
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

/** What the statements of a page say for each order. */
const orders = {
  ascending: {
    compare: '>',
    opposite: '<',
    end: `'${int64.maximum}'`,
    farthest: 'max',
    direction: 'ASC',
  },
  descending: {
    compare: '<',
    opposite: '>',
    end: `'${int64.minimum}'`,
    farthest: 'min',
    direction: 'DESC',
  },
} as const

const isNotId = ({ column }: Column): boolean => column !== 'id'

/** A field may have the name of a keyword of SQL. */
const quoted = ({ column }: Column): string => `"${column}"`

const names = (columns: readonly Column[]): string => columns.map(quoted).join(', ')

/**
 * A row exactly as the serialiser of its schema writes it, but for texts in which the database keeps a NUL (`keptText`).
 * `to_json` escapes a text as `JSON.stringify` does, and `concat` leaves out a member that is NULL.
 *
 * @throws Error if a row may lack the first field
 */
const jsonOf = ({ name }: Table, columns: readonly Column[]): string => {
  if (columns[0]?.isOptional === true) {
    throw new Error(`Every row of ${name} needs its first field.`)
  }
  const members = columns.map((column, at) => {
    const before = `'${at === 0 ? '{' : ','}"${column.name}":'`
    const value = column.kind === 'string' ? `to_json(${quoted(column)})` : quoted(column)
    return column.isOptional ? `${before} || ${value}::text` : `${before}, ${value}`
  })
  return `concat(${members.join(', ')}, '}')`
}
