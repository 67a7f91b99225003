import { andThen, type Awaitable } from '../base/awaitable.ts'
import { int64 } from '../base/int64.ts'
import type { CountKey } from '../base/data/change.ts'
import type {
  InternalRows,
  Page,
  PageQuery,
  Position,
  Store,
  TextOrder,
} from '../base/data/store.ts'
import {
  type Row,
  type RowOf,
  type PublicRowOf,
  publicRow,
  type Stored,
  type Table,
  tableIn,
} from '../base/data/table.ts'
import type { Answer, Dialect, Read } from './engine.ts'
import { type Cell, columnsOf, shownColumnsOf, storedOf } from './sql/columns.ts'
import type { TableSql } from './table-sql.ts'
import { shownRows } from './shown-rows.ts'
import { sumReads } from './row-counts.ts'

/** A table and its statements. */
export type ReadTable = { readonly table: Table; readonly sql: TableSql }

/** The statement that counts the rows of a count key, and its values. */
export const counting = (
  { count }: Pick<TableSql, 'count'>,
  { where, above, max }: Omit<CountKey, 'table'>,
): readonly [text: string, values: readonly Cell[]] => [
  count(Object.keys(where), above?.field),
  // Callers pass values of the fields' own types.
  [max, ...Object.values(where), ...(above === undefined ? [] : [above.value])] as Cell[],
]

/** A row as JSON, its id, and the text by which the page is ordered, if it is ordered by a text. */
type RowCells = readonly [json: string, id: bigint, text: string]

const empty: Page = { json: '[]', next: undefined }

export const rowReads = (
  dialect: Dialect,
  read: Read,
  /** The same for statements that return one row, which serve most requests. */
  readOne: Read,
  tables: ReadonlyMap<string, ReadTable>,
): Pick<Store, 'find' | 'page' | 'some' | 'due' | 'count' | 'totals' | 'sums'> & {
  readonly whole: InternalRows
} => {
  const tableOf = tableIn(tables)
  const wanted = dialect.given(1, { wanted: 'bigint' })
  const shownOf = new Map<string, ReturnType<typeof shownRows>>()

  /** Makes a page of rows that were read with a limit of one more. If the extra row exists, another page follows. */
  const pageOf = (
    { sql }: ReadTable,
    rows: Answer['rows'],
    limit: number,
    positionOf: (last: RowCells) => Page['next'],
  ): Page => {
    const shown = rows.slice(0, limit) as unknown as readonly RowCells[]
    const last = shown.at(-1)
    const json = `[${shown.map(([row]) => row).join(',')}]`
    return {
      json: sql.readJson(json),
      next: rows.length > limit && last ? positionOf(last) : undefined,
    }
  }

  const pageFrom = (
    { table, sql }: ReadTable,
    { where, limit, order = 'ascending' }: PageQuery,
    from: bigint,
  ): Awaitable<Page> => {
    const filter = filterOf(table, where)
    const choices = hasArray(where) ? choicesOf(where, filter) : [valuesOf(where, filter)]
    if (choices.length === 0) return empty
    const values: Cell[] = [from, limit]
    for (const choice of choices) values.push(...choice)
    // No client can ask for more than 100 rows, so all their pages share one statement.
    const text = sql.page(filter, order, choices.length, Math.max(100, limit))
    return readOne(text, values, ([row]) => {
      const [json, next] = row as unknown as readonly [string, bigint | null]
      return { json: sql.readJson(json), next: next ?? undefined }
    })
  }

  const findShown = ({ table, sql }: ReadTable, id: bigint): Awaitable<Stored | undefined> =>
    readOne(sql.one, [id], ([cells]) => cells && storedOf(shownColumnsOf(table), cells))

  const findWhole = ({ table, sql }: ReadTable, id: bigint): Awaitable<Stored | undefined> =>
    readOne(sql.whole('id = $1'), [id], ([cells]) => cells && storedOf(columnsOf(table), cells))

  const pageOfIds = (
    known: ReadTable,
    { where, limit, order = 'ascending' }: PageQuery,
    ids: readonly bigint[],
    from: bigint,
  ): Awaitable<Page> => {
    const { sql } = known
    const filter = namesIn(where)
    const left = ids.filter((id) => (order === 'ascending' ? id >= from : id <= from))
    const values = [...wanted.values(left.map((id) => [id])), ...valuesOf(where, filter)]
    return read(sql.some(filter, order, wanted.text), values, (rows) =>
      pageOf(known, rows, limit, ([, id]) => id),
    )
  }

  const pageByText = (
    known: ReadTable,
    { limit, after, where, order = 'ascending' }: PageQuery,
    byText: TextOrder,
  ): Awaitable<Page> => {
    if (typeof after === 'bigint')
      throw new TypeError('A page by a text is after a text and an id.')
    const filter = Object.fromEntries(namesIn(where).map((field) => [field, where[field]]))
    const request = { ...byText, order, after, limit: limit + 1 }
    return read(...known.sql.inTextOrder(request, filter), (rows) => {
      const last = rows.find(([json]) => json === null)
      const page = pageOf(
        known,
        last === undefined ? rows : rows.filter((row) => row !== last),
        limit,
        positionOf,
      )
      return page.next === undefined && last !== undefined
        ? { ...page, next: positionOf(last as unknown as RowCells) }
        : page
    })
  }

  return {
    find: <T extends Table>(table: T, id: bigint, where?: Partial<RowOf<T>>) => {
      const known = tableOf(table)
      const found =
        where === undefined
          ? findShown(known, id)
          : andThen(findWhole(known, id), (stored) => shownIf(table, stored, where))
      // The columns are those of the schema.
      return found as Awaitable<Stored<PublicRowOf<T>> | undefined>
    },
    page: (table, query) => {
      const found = tableOf(table)
      const { ids, byText } = query
      if (byText !== undefined) return pageByText(found, query, byText)
      const from = firstOf(query)
      if (from === undefined) return empty
      return ids === undefined ? pageFrom(found, query, from) : pageOfIds(found, query, ids, from)
    },
    some: (table, ids) =>
      shownOf.getOrInsertComputed(table.name, () => shownRows(dialect, read, tableOf(table)))(ids),
    due: async (table, until, max, of) => {
      const { due } = tableOf(table).sql
      if (due === undefined || (of === undefined) !== (table.due?.of === undefined)) {
        throw new Error(`Rows of ${table.name} are due by ${table.due?.of ?? 'no field'}.`)
      }
      // The value has the field's own type.
      const values = [until, max, ...(of === undefined ? [] : [of as Cell])]
      return await read(due, values, (rows) => rows.map(([id]) => id as bigint))
    },
    count: async (key) =>
      await read(...counting(tableOf(key.table).sql, key), (rows) => Number(rows[0]?.[0])),
    totals: async ({ name }) =>
      await read(
        'SELECT value, count FROM totals WHERE table_name = $1',
        [name],
        (rows) => new Map(rows as ReadonlyArray<readonly [string, bigint]>),
      ),
    sums: sumReads(dialect, read),
    whole: {
      find: async <T extends Table>(table: T, id: bigint) =>
        // The columns are those of the schemas.
        (await findWhole(tableOf(table), id)) as Stored<RowOf<T>> | undefined,
      versions: async (table) =>
        await read(
          tableOf(table).sql.versions,
          [],
          // Both columns are integers.
          (rows) => new Map(rows as ReadonlyArray<readonly [bigint, bigint]>),
        ),
    },
  }
}

/** The row without its hidden fields, if its fields match these values. */
const shownIf = (table: Table, found: Stored | undefined, where: Row): Stored | undefined =>
  found !== undefined && Object.entries(where).every(([field, value]) => found.row[field] === value)
    ? { row: publicRow(table, found.row as RowOf<Table>), version: found.version }
    : undefined

const namesIn = (where: Row): readonly string[] =>
  Object.keys(where).filter((field) => where[field] !== undefined)

/** The filter with these fields, in the order of its index. Throws Error if the table has no such filter. */
const filterOf = (table: Table, where: PageQuery['where']): readonly string[] => {
  const fields = namesIn(where)
  if (fields.length === 0) return fields
  const found = table.filters.find(
    (filter) => filter.length === fields.length && filter.every((field) => fields.includes(field)),
  )
  if (found === undefined)
    throw new Error(`No page of ${table.name} is by ${fields.join(' and ')}.`)
  return found
}

/** The schema of the query has checked the values. */
const valuesOf = (where: Row, filter: readonly string[]): readonly Cell[] =>
  filter.map((field) => where[field] as Cell)

const hasArray = (where: PageQuery['where']): boolean => {
  for (const field in where) if (Array.isArray(where[field])) return true
  return false
}

const choicesOf = (where: Row, filter: readonly string[]): ReadonlyArray<readonly Cell[]> => {
  let choices: Cell[][] = [[]]
  for (const field of filter) {
    // An array of the same value twice is a filter by this value.
    const values = [...new Set([where[field]].flat())] as Cell[]
    choices = choices.flatMap((choice) => values.map((value) => [...choice, value]))
  }
  return choices
}

const positionOf = ([, id, text]: RowCells): Position => ({ text, id })

/** The first id that a page can have; undefined if no id can follow `after`. */
const firstOf = ({ after, order }: PageQuery): bigint | undefined => {
  if (typeof after === 'object') throw new TypeError('Only a page by a text is after a text.')
  if (order === 'descending') {
    if (after === undefined) return int64.maximum
    return after === int64.minimum ? undefined : after - 1n
  }
  if (after === undefined) return int64.minimum
  return after === int64.maximum ? undefined : after + 1n
}
