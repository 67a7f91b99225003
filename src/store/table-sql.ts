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

/** The statements that read one table, derived from its columns. */
export type TableSql = ReturnType<typeof tableSql>

/** @param indexes the names of the indexes for query hints, by their columns separated by commas */
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
  /** @param columns the columns of a filter */
  const by = (columns: readonly string[]): string => {
    const index = indexes.get(columns.join())
    return index === undefined ? name : name + hint(index)
  }

  // The planner uses a partial index only if the statement has the values as literals.
  const isDue = Object.entries(due?.where ?? {})
    .map(([field, value]) => `${columnOf(field)} = '${value}' AND `)
    .join('')

  const dueRows = `${name}${hint(`${name}_due`)}`

  /** The text column by which pages are ordered, and the condition of its partial index. */
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
      SELECT concat('[', json, ']'), CASE WHEN EXISTS (SELECT 1 FROM (${next}) AS next LIMIT 1 OFFSET 1) THEN last END
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
     * Up to `$2` rows, at most `most`, from the id `$1` on as JSON, and the last id if more rows follow. The parameters from `$3`
     * on are the filter's values, one choice after another.
     */
    page: (filter: readonly string[], order: Direction, choices: number, most: number): string =>
      pages.getOrInsertComputed(`${order} ${choices} ${most} ${filter.join(' ')}`, () =>
        makePage(filter, order, choices, most),
      ),
    /** The rows with ids in the relation `wanted`, as JSON with id and version; from `$2` on the filter's values. */
    some: (filter: readonly string[], order: Direction, wanted: string): string => `
      SELECT ${json} AS json, id, ${versionColumn} FROM ${name}
      WHERE ${where(filter, 2)}id IN (SELECT wanted FROM ${wanted}) AND ${seen}
      ORDER BY id ${idOrders[order].direction}`,
    /** A page ordered by a text and the id: JSON, id and text. If filtered, a row without JSON marks where scanning stopped. */
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
      // If PostgreSQL's planner saw the number, it would read and sort all rows of a table that is not large.
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
    /** Up to `$2` ids of rows due by `$1`, with the value `$3` if `due.of` exists; undefined for a table without due rows. */
    due:
      due &&
      [
        `SELECT id FROM ${dueRows} WHERE ${due.of === undefined ? '' : where([due.of], 3)}${isDue}`,
        `${columnOf(due.field)} <= $1 AND ${seen} ORDER BY ${columnOf(due.field)}, id LIMIT $2 + 0`,
      ].join(''),
    /** Counts up to `$1` rows by the values from `$2` on and then the bound of `above`; also returns its least value. */
    count: (fields: readonly string[], above: string | undefined): string =>
      counts.getOrInsertComputed(`${fields.join()} ${above}`, () => {
        const value = above === undefined ? 'NULL' : columnOf(above)
        const condition = above === undefined ? 'TRUE' : `${value} > $${2 + fields.length}`
        return `SELECT count(*), min(value) FROM (
          SELECT ${value} AS value FROM ${name} WHERE ${where(fields, 2)}${condition} LIMIT $1 + 0
        ) AS counted`
      }),
    /** All columns and the version of one row with these values, whether it is visible or not. */
    first: (fields: readonly string[]): string => {
      const rows = by(fields.map((field) => columnNamed(table, field).column))
      return `SELECT ${names(columnsOf(table))}, ${versionColumn} FROM ${rows} WHERE ${where(fields, 1)}TRUE LIMIT 1`
    },
    /** The versions of the rows with certain ids, in order, separated by commas; empty for ids that do not exist. */
    versionsOf: dialect.versionsOf(`${name} ON id = wanted AND ${seen}`),
    versions: `SELECT id, ${versionColumn} FROM ${name} WHERE ${seen} ORDER BY id`,
    countAll: `SELECT count(*) FROM ${name} WHERE ${seen}`,
    all: `SELECT ${list} FROM ${name} WHERE ${seen} ORDER BY id`,
    /** The columns of the row with the id `$1`, followed by its version. */
    one: `SELECT ${list}, ${versionColumn} FROM ${name} WHERE id = $1 AND ${seen}`,
    /** All columns, hidden fields last, of the rows that a condition on the id selects. */
    whole: (id: string): string =>
      `SELECT ${names(columnsOf(table))}, ${versionColumn} FROM ${name} WHERE ${id} AND ${seen}`,
  }
}

/** An SQL expression for a row's JSON that equals the serialiser's output after `readJson`. `concat` would be slow in PostgreSQL. */
const rowJson = ({ jsonText, jsonObject }: Dialect, columns: readonly Column[]): string => {
  if (jsonObject && columns.every(({ kind, isOptional }) => kind !== 'json' && !isOptional)) {
    return `${jsonObject}(${columns.map((column) => `'${column.name}', ${quoted(column)}`).join(', ')})`
  }
  const members = columns.map((column, at) => {
    const value = column.kind === 'string' ? jsonText(column) : quoted(column)
    // The first field is always present.
    const member = `'${at === 0 ? '{' : ','}"${column.name}":' || ${value}`
    return column.isOptional ? `coalesce(${member}, '')` : member
  })
  return `${members.join(' || ')} || '}'`
}

type TextRange = TextOrder & {
  readonly order: Direction
  /** The last row of the page before. */
  readonly after: Extract<Position, object> | undefined
  readonly limit: number
}

/** Conditions that are one index range each. Of `(text, id) > (?, ?)` SQLite would use only the text. */
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

/** The SQL words for each order of ids. */
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

/** Combines several selects. If each is an index range in this order, no more rows are read than needed. */
export const unionOf = ({ part }: Dialect, selects: readonly string[], sorted: string): string =>
  selects.length === 1
    ? `${selects.join('')} ${sorted}`
    : `${selects.map((select) => part(select, sorted)).join(' UNION ALL ')} ${sorted}`
