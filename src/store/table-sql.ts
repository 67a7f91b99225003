import { int64 } from '../base/int64.ts'
import { foldedText, textBehind } from '../base/search-text.ts'
import { type Direction, maxScanned, type Position, type TextOrder } from '../base/data/store.ts'
import type { Row, Table } from '../base/data/table.ts'
import type { Dialect } from './engine.ts'
import {
  type Cell,
  type Column,
  columnNamed,
  columnsOf,
  foldedColumnsOf,
  names,
  quoted,
  shownColumnsOf,
  versionColumn,
} from './sql/columns.ts'

/** The statements that read one table, all derived here from its columns. */
export type TableSql = ReturnType<typeof tableSql>

/** @param indexes on which the planner depends: the name of each by its columns, with commas between them */
export const tableSql = (
  dialect: Dialect,
  table: Table,
  indexes: ReadonlyMap<string, string> = new Map(),
) => {
  const { parameter, hint, visible } = dialect
  const { name, due } = table
  const list = names(shownColumnsOf(table))
  const json = rowJson(dialect, shownColumnsOf(table))
  const seen = visible(table)
  const columnOf = (field: string): string => quoted(columnNamed(table, field))
  const where = (fields: readonly string[], place: number): string =>
    fields.map((field, at) => `${columnOf(field)} = ${parameter(place + at)} AND `).join('')
  /** @param columns those of a filter */
  const by = (columns: readonly string[]): string => {
    const index = indexes.get(columns.join())
    return index === undefined ? name : name + hint(index)
  }

  // An index of only these rows needs the values in the statement.
  const isDue = Object.entries(due?.where ?? {})
    .map(([field, value]) => `${columnOf(field)} = '${value}' AND `)
    .join('')

  const dueRows = `${name}${hint(`${name}_due`)}`

  /** The column of the text by which pages are ordered, and a condition for the rows that its index has. */
  const textColumn = (field: string) => {
    const column = foldedColumnsOf(table).find((each) => each.name === field)
    if (column !== undefined) return { column, from: by([column.column]), condition: '' }
    if (due?.field !== field || due.of !== undefined)
      throw new Error(`No page of ${name} is in the order of ${field}.`)
    return { column: columnNamed(table, field), from: dueRows, condition: isDue }
  }

  const makePage = (
    filter: readonly string[],
    order: Direction,
    choices: number,
    most: number,
  ): string => {
    const columns = filter.map((field) => columnNamed(table, field))
    const parts = Array.from({ length: choices }, (_, choice) => {
      const place = 3 + choice * filter.length
      return columns.map((column, at) => [column, parameter(place + at)] as const)
    })
    const source = { table, from: by(columns.map(({ column }) => column)), parts, order, most }
    const rows = dialect.firstRows({
      ...source,
      shown: `${json} AS json, id`,
      id: '$1',
      limit: '$2',
    })
    const next = dialect.firstRows({ ...source, shown: 'id', id: 'page.last', limit: '2' })
    return `
      SELECT concat('[', json, ']'), CASE WHEN (SELECT count(*) FROM (${next}) AS next) = 2 THEN last END
      FROM (
        SELECT string_agg(json, ',') AS json, ${idOrders[order].farthest}(id) AS last
        FROM (${rows}) AS shown
      ) AS page`
  }

  const pages = new Map<string, string>()
  const counts = new Map<string, string>()

  return {
    readJson: dialect.readJson(table),
    /**
     * Up to `$2` rows, and no more than `most`, from the id `$1` on as JSON, and the last id if others follow. From `$3` on the
     * filter's values, choice by choice.
     */
    page: (filter: readonly string[], order: Direction, choices: number, most: number): string =>
      pages.getOrInsertComputed(`${order} ${choices} ${most} ${filter.join(' ')}`, () =>
        makePage(filter, order, choices, most),
      ),
    /** Rows whose ids the relation `wanted` gives, each as JSON with its id and version; from `$2` on the filter's values. */
    some: (filter: readonly string[], order: Direction, wanted: string): string => `
      SELECT ${json} AS json, id, ${versionColumn} FROM ${name}
      WHERE ${where(filter, 2)}id IN (SELECT wanted FROM ${wanted}) AND ${seen}
      ORDER BY id ${idOrders[order].direction}`,
    /** A page by a text and ids: JSON, id and text. If filtered, a row without JSON is the last one read of more. */
    inTextOrder: (
      page: TextRange,
      filter: Row,
    ): readonly [text: string, values: readonly Cell[]] => {
      const { limit, order } = page
      const { column, from, condition } = textColumn(page.field)
      const text = quoted(column)
      const values: Cell[] = []
      const add = (value: Cell): string => parameter(values.push(value))
      const rows = `FROM ${from} WHERE ${condition}`
      const parts = textRanges(text, page, add)
      const { direction } = idOrders[order]
      const sorted = `ORDER BY text ${direction}, id ${direction} LIMIT`
      const read = (shown: string, most: string): string =>
        unionOf(
          dialect,
          parts.map((range) => `SELECT ${shown}id, ${text} AS text ${rows}${range} AND ${seen}`),
          `${sorted} ${most}`,
        )
      const fits = Object.keys(filter).map((field) => {
        // The schema of the query has checked the values.
        const places = [filter[field]].flat().map((value) => add(value as Cell))
        return `${columnOf(field)} IN (${places.join(', ')})`
      })
      if (fits.length === 0) return [read(`${json} AS json, `, `${add(limit)} + 0`), values]
      const shown = `CASE WHEN ${fits.join(' AND ')} THEN ${json} END AS json, `
      // A number that the planner sees would make PostgreSQL read and sort all rows of a table that is not large.
      const most = `${add(maxScanned)} + 0`
      return [
        `SELECT json, id, text FROM (
          SELECT json, id, text FROM (${read(shown, most)}) AS scanned
          WHERE json IS NOT NULL LIMIT ${add(limit)} + 0
        ) AS page
        UNION ALL SELECT NULL, id, text FROM (
          SELECT id, text FROM (${read('', most)}) AS scanned LIMIT 1 OFFSET ${maxScanned - 1}
        ) AS last`,
        values,
      ]
    },
    /** Up to `$2` ids of the rows that are due until `$1`, of the value `$3` if there is one; undefined if none ever is. */
    due:
      due &&
      [
        `SELECT id FROM ${dueRows} WHERE ${due.of === undefined ? '' : where([due.of], 3)}${isDue}`,
        `${columnOf(due.field)} <= $1 AND ${seen} ORDER BY ${columnOf(due.field)}, id LIMIT $2 + 0`,
      ].join(''),
    /** Counts up to `$1` rows by values from `$2` on, then the one that `above` exceeds; and the least value of that. */
    count: (fields: readonly string[], above: string | undefined): string =>
      counts.getOrInsertComputed(`${fields.join()} ${above}`, () => {
        const value = above === undefined ? 'NULL' : columnOf(above)
        const condition = above === undefined ? 'TRUE' : `${value} > $${2 + fields.length}`
        return `SELECT count(*), min(value) FROM (
          SELECT ${value} AS value FROM ${name} WHERE ${where(fields, 2)}${condition} LIMIT $1 + 0
        ) AS counted`
      }),
    /** The cells of all columns of one row with these values, and its version, whether it is visible or not. */
    first: (fields: readonly string[]): string => {
      const rows = by(fields.map((field) => columnNamed(table, field).column))
      return `SELECT ${names(columnsOf(table))}, ${versionColumn} FROM ${rows} WHERE ${where(fields, 1)}TRUE LIMIT 1`
    },
    /** The versions of the rows with some ids, in their order, with commas between; nothing for those that do not exist. */
    versionsOf: dialect.versionsOf(`${name} ON id = wanted AND ${seen}`),
    versions: `SELECT id, ${versionColumn} FROM ${name} WHERE ${seen} ORDER BY id`,
    countAll: `SELECT count(*) FROM ${name} WHERE ${seen}`,
    all: `SELECT ${list} FROM ${name} WHERE ${seen} ORDER BY id`,
    /** The row with the id `$1`, and behind its cells its version. */
    one: `SELECT ${list}, ${versionColumn} FROM ${name} WHERE id = $1 AND ${seen}`,
    /** The rows that a condition on the id selects, with the cells of all columns, those of hidden fields last. */
    whole: (id: string): string =>
      `SELECT ${names(columnsOf(table))}, ${versionColumn} FROM ${name} WHERE ${id} AND ${seen}`,
  }
}

/** A row as the serialiser of the schema writes it, once `readJson` has read it. `concat` leaves out NULL. */
const rowJson = ({ jsonText, jsonObject }: Dialect, columns: readonly Column[]): string => {
  if (jsonObject && columns.every(({ kind, isOptional }) => kind !== 'json' && !isOptional)) {
    return `${jsonObject}(${columns.map((column) => `'${column.name}', ${quoted(column)}`).join(', ')})`
  }
  const members = columns.map((column, at) => {
    const value = column.kind === 'string' ? jsonText(column) : quoted(column)
    // Every row has the first field.
    return `'${at === 0 ? '{' : ','}"${column.name}":' || ${value}`
  })
  return `concat(${members.join(', ')}, '}')`
}

type TextRange = TextOrder & {
  readonly order: Direction
  /** The last row of the page before. */
  readonly after: Extract<Position, object> | undefined
  readonly limit: number
}

/** Each is one range of an index. SQLite would use only the text of `(text, id) > (?, ?)`. */
const textRanges = (
  column: string,
  { order, after, beginning, before }: TextRange,
  add: (value: Cell) => string,
): readonly string[] => {
  const begin = foldedText(beginning ?? '') || undefined
  const end = before ?? textBehind(begin ?? '')
  const isDescending = order === 'descending'
  const bounds = isDescending
    ? [['>=', begin] as const, ['<', after?.text ?? end] as const]
    : [[after ? '>' : '>=', after?.text ?? begin] as const, ['<', end] as const]
  const rest =
    bounds
      .flatMap(([compare, text]) =>
        text === undefined ? [] : [`${column} ${compare} ${add(text)}`],
      )
      .join(' AND ') || 'TRUE'
  if (after === undefined) return [rest]
  return [
    `${column} = ${add(after.text)} AND id ${isDescending ? '<' : '>'} ${add(after.id)}`,
    rest,
  ]
}

/** What the statements of a page say for each order of ids. */
export const idOrders = {
  ascending: {
    direction: 'ASC',
    compare: '>=',
    opposite: '<=',
    end: int64.maximum,
    farthest: 'max',
  },
  descending: {
    direction: 'DESC',
    compare: '<=',
    opposite: '>=',
    end: int64.minimum,
    farthest: 'min',
  },
} as const

/** Combines several selects. If each is one range of an index in this order, no more rows are read than needed. */
export const unionOf = ({ part }: Dialect, selects: readonly string[], sorted: string): string =>
  selects.length === 1
    ? `${selects.join('')} ${sorted}`
    : `${selects.map((select) => part(select, sorted)).join(' UNION ALL ')} ${sorted}`
