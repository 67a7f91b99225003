import { foldedText, textBehind } from '../../core/folded-text.ts'
import { Batcher } from '../../core/batcher.ts'
import type { Direction, Page, PageQuery } from '../../data/store.ts'
import type { Row, Stored, Table } from '../../data/table.ts'
import { type Cell, storedOf } from '../sql/columns.ts'
import { behind, filterOf, firstOf } from '../sql/page-query.ts'
import { givenJson } from './given-json.ts'
import type { Query } from './readers.ts'
import type { TableSql } from './table-sql.ts'

/** Reads one table. Everything rejects with `StorageUnavailable` if the database cannot. */
export type TableReads = {
  find(id: bigint): Promise<Stored | undefined>
  /** The row with its hidden fields. */
  findWhole(id: bigint): Promise<Stored | undefined>
  versions(): Promise<ReadonlyMap<bigint, bigint>>
  /** @throws Error if the query filters by what is no filter of the table */
  page(query: PageQuery): Promise<Page>
  /** @throws Error if no row of the table ever becomes due */
  due(until: string, most: number, of: unknown): Promise<readonly bigint[]>
}

/** How many rows by their ids, and how many pages, one statement reads. There are two connections for reads. */
const atOnce = {
  finds: { questions: 64, underWay: 2 },
  pages: { questions: 16, underWay: 2 },
} as const

/** Rows of the largest page that clients can ask for. */
const usual = 100

/** A page that is asked for together with others of the same filter and order. */
type AskedPage = {
  readonly from: bigint
  readonly limit: number
  readonly values: readonly Cell[]
}

/** A row as JSON, its id, and the folded text by which it was selected, if it was. */
type RowCells = readonly [json: string, id: bigint, text: string]

export const tableReads = (query: Query, table: Table, sql: TableSql): TableReads => {
  const given = givenJson(table)

  const finding = (text: string, columns: TableSql['columns']) =>
    new Batcher(atOnce.finds, async (ids: readonly bigint[]) => {
      const { rows } = await query(text, [ids])
      const all = rows.map((cells) => storedOf(columns, cells))
      const found = new Map(all.map((stored) => [stored.row['id'], stored]))
      return ids.map((id) => found.get(id))
    })
  const shownRows = finding(sql.one, sql.shown)
  const wholeRows = finding(sql.whole, sql.columns)

  /** By the order and the fields of the filter. */
  const paging = new Map<string, Batcher<AskedPage, Page>>()
  const pagesBy = (filter: readonly string[], order: Direction, most: number) => {
    const key = `${most} ${order} ${filter.join(' ')}`
    let pages = paging.get(key)
    if (pages === undefined) {
      const text = sql.pages(filter, order, most)
      pages = new Batcher<AskedPage, Page>(atOnce.pages, async (asked) => {
        const values = filter.map((_, at) => asked.map((page) => page.values[at] ?? null))
        const firsts = asked.map(({ from }) => from)
        const { rows } = await query(text, [firsts, asked.map(({ limit }) => limit), ...values])
        const found = rows as unknown as ReadonlyArray<readonly [string | null, bigint | null]>
        return found.map(([json, next]) => ({
          json: given(`[${json ?? ''}]`),
          next: next ?? undefined,
        }))
      })
      paging.set(key, pages)
    }
    return pages
  }

  /** A page of rows of which one more was asked for: if it is there, another page follows. */
  const pageOf = (
    rows: ReadonlyArray<readonly Cell[]>,
    limit: number,
    positionOf: (last: RowCells) => Page['next'],
  ): Page => {
    const shown = rows.slice(0, limit) as unknown as readonly RowCells[]
    const last = shown.at(-1)
    return {
      json: given(`[${shown.map(([json]) => json).join(',')}]`),
      next: rows.length > limit && last ? positionOf(last) : undefined,
    }
  }

  const someOf = async ({ where, order = 'ascending' }: PageQuery, ids: readonly bigint[]) => {
    const filter = filterOf(table, where)
    const { rows } = await query(sql.some(filter, order), [ids, ...valuesOf(where, filter)])
    return pageOf(rows, rows.length, () => undefined)
  }

  const prefixedPage = async (
    { limit, after }: PageQuery,
    { field, text }: NonNullable<PageQuery['prefix']>,
  ): Promise<Page> => {
    const beginning = foldedText(text)
    const [fromText, fromId] = behind(after, beginning)
    const end = textBehind(beginning)
    const { rows } = await query(sql.prefixed(field, end !== undefined), [
      fromText,
      fromId,
      limit + 1,
      ...(end === undefined ? [] : [end]),
    ])
    return pageOf(rows, limit, ([, id, last]) => ({ text: last, id }))
  }

  return {
    find: async (id) => await shownRows.ask(id),
    findWhole: async (id) => await wholeRows.ask(id),
    versions: async () => {
      const { rows } = await query(sql.versions)
      // Both columns are integers.
      return new Map(rows as ReadonlyArray<readonly [bigint, bigint]>)
    },
    page: async (asked) => {
      const { ids, prefix, where, limit, order = 'ascending' } = asked
      if (prefix !== undefined) return await prefixedPage(asked, prefix)
      const from = firstOf(asked)
      if (ids !== undefined) return await someOf(asked, ids)
      if (from === undefined) return { json: '[]', next: undefined }
      const filter = filterOf(table, where)
      if (!filter.some((field) => Array.isArray(where[field]))) {
        const pages = pagesBy(filter, order, Math.max(usual, limit))
        return await pages.ask({ from, limit, values: valuesOf(where, filter) })
      }
      const values = [from, limit + 1, ...choicesOf(where, filter)]
      const { rows } = await query(sql.merged(filter, order), values)
      return pageOf(rows, limit, ([, id]) => id)
    },
    due: async (until, most, of) => {
      if (sql.due === undefined) throw new Error(`No row of ${table.name} ever becomes due.`)
      if ((of === undefined) !== (table.due?.of === undefined)) {
        throw new Error(`Rows of ${table.name} are due by ${table.due?.of ?? 'no field'}.`)
      }
      // The value is one of the field's own type.
      const { rows } = await query(sql.due, [
        until,
        most,
        ...(of === undefined ? [] : [of as Cell]),
      ])
      return rows.map(([id]) => id as bigint)
    },
  }
}

/** The schema of the query has checked the values. */
const valuesOf = (where: Row, filter: readonly string[]): readonly Cell[] =>
  filter.map((field) => where[field] as Cell)

/** Every choice of one value for each field: the values of each field, choice by choice. */
const choicesOf = (where: Row, filter: readonly string[]): Cell[][] => {
  let choices: Cell[][] = [[]]
  for (const field of filter) {
    // An array of the same value twice is a filter by this value.
    const values = [...new Set([where[field]].flat())] as Cell[]
    choices = choices.flatMap((choice) => values.map((value) => [...choice, value]))
  }
  return filter.map((_, at) => choices.map((choice) => choice[at] ?? null))
}
