import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { int64 } from '../../core/int64.ts'
import type { Page, PageQuery } from '../../data/store.ts'
import type { Stored, Table } from '../../data/table.ts'
import { storedOf } from './columns.ts'
import type { HiddenIds } from './hidden-ids.ts'
import type { Snapshot } from './snapshot.ts'
import { tableSql } from './table-sql.ts'

/** Reads one table. */
export type TableReads = {
  /** @throws StorageUnavailable */
  find(id: bigint): Stored | undefined
  /** @throws StorageUnavailable; Error if the query filters by what is no filter of the table */
  page(query: PageQuery): Page
}

/** A whole page, and the id of its last row if others follow. */
type PageCells = readonly [json: string, next: bigint | null]

/** One row as JSON, and its id. */
type RangeCells = readonly [json: string, id: bigint]

/** The statements for pages with one filter, or with none. */
type PageStatements = { readonly page: StatementSync; readonly range: StatementSync }

export const tableReads = (
  database: DatabaseSync,
  snapshot: Snapshot,
  table: Table,
): TableReads => {
  const prepare = (query: string): StatementSync => {
    const statement = database.prepare(query)
    statement.setReadBigInts(true)
    // Rows as arrays take two thirds of the time of rows as objects.
    statement.setReturnArrays(true)
    return statement
  }
  const sql = tableSql(table)
  const one = prepare(sql.one)
  const statementsBy = (filter: string | undefined): PageStatements => ({
    page: prepare(sql.page(filter)),
    range: prepare(sql.range(filter)),
  })
  const unfiltered = statementsBy(undefined)
  const filtered = new Map(table.filters.map((filter) => [filter, statementsBy(filter)]))

  const select = ({ where }: PageQuery): readonly [PageStatements, readonly SQLInputValue[]] => {
    for (const field in where) {
      if (where[field] === undefined) continue
      const statements = filtered.get(field)
      if (statements === undefined) throw new Error(`No page of ${table.name} is by ${field}.`)
      // The schema of the query has checked the value.
      return [statements, [where[field] as SQLInputValue]]
    }
    return [unfiltered, []]
  }

  const wholePage = (query: PageQuery, from: bigint): Page => {
    const [{ page }, value] = select(query)
    const row = page.get(from, query.limit, ...value)
    const [json, next] = row as unknown as PageCells
    return { json, next: next ?? undefined }
  }

  /** The page around the hidden rows: first the rows before them, then those after. */
  const pageAround = (query: PageQuery, from: bigint, { first, last }: HiddenIds): Page => {
    const { limit } = query
    const [{ range }, value] = select(query)
    const within = (lowest: bigint, highest: bigint, most: number): RangeCells[] =>
      range.all(lowest, highest, most, ...value) as unknown as RangeCells[]
    // One more than asked for: if it exists, another page follows.
    const before = within(from, first - 1n, limit + 1)
    const most = limit + 1 - before.length
    const behind = within(from > last ? from : last + 1n, int64.maximum, most)
    const rows = [...before, ...behind]
    const shown = rows.slice(0, limit)
    return {
      json: `[${shown.map(([json]) => json).join(',')}]`,
      next: rows.length > limit ? shown.at(-1)?.[1] : undefined,
    }
  }

  return {
    find: (id) =>
      snapshot.read((hidden) => {
        if (hidden?.table === table.name && id >= hidden.first && id <= hidden.last)
          return undefined
        const cells = one.get(id)
        return cells && storedOf(sql.columns, cells as unknown as readonly SQLOutputValue[])
      }),
    page: (query) => {
      const { after } = query
      // No row has an id after the largest.
      if (after === int64.maximum) return { json: '[]', next: undefined }
      const from = after === undefined ? int64.minimum : after + 1n
      return snapshot.read((hidden) =>
        hidden?.table === table.name ? pageAround(query, from, hidden) : wholePage(query, from),
      )
    },
  }
}
