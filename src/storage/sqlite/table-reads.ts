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
  const prepared = new Map<string, StatementSync>()
  /** The statement of a kind for a filter and an order; each is prepared when it is first needed. */
  const statementFor = (
    kind: 'page' | 'range' | 'some',
    { where, order = 'ascending' }: PageQuery,
  ): readonly [StatementSync, readonly SQLInputValue[]] => {
    let key: string = kind
    const values: SQLInputValue[] = []
    for (const field in where) {
      if (where[field] === undefined) continue
      key += ` ${field}`
      // The schema of the query has checked the value.
      values.push(where[field] as SQLInputValue)
    }
    key += order
    let statement = prepared.get(key)
    if (statement === undefined) {
      statement = prepare(sql[kind](filterOf(where), order))
      prepared.set(key, statement)
    }
    return [statement, values]
  }

  /** The fields of a filter, in the order of the query. */
  const filterOf = (where: PageQuery['where']): readonly string[] => {
    const fields = Object.keys(where).filter((field) => where[field] !== undefined)
    const isFilter = table.filters.some(
      (filter) =>
        filter.length === fields.length && filter.every((field) => fields.includes(field)),
    )
    if (fields.length > 0 && !isFilter) {
      throw new Error(`No page of ${table.name} is by ${fields.join(' and ')}.`)
    }
    return fields
  }

  const wholePage = (query: PageQuery, from: bigint): Page => {
    const [page, values] = statementFor('page', query)
    const row = page.get(from, query.limit, ...values)
    const [json, next] = row as unknown as PageCells
    return { json, next: next ?? undefined }
  }

  /** The page around the hidden rows: first the rows before them, then those after. */
  const pageAround = (query: PageQuery, from: bigint, { first, last }: HiddenIds): Page => {
    const { limit, order } = query
    const [range, values] = statementFor('range', query)
    const within = (lowest: bigint, highest: bigint, most: number): RangeCells[] =>
      range.all(lowest, highest, most, ...values) as unknown as RangeCells[]
    const below = (most: number): RangeCells[] =>
      order === 'descending'
        ? within(int64.minimum, from < first ? from : first - 1n, most)
        : within(from, first - 1n, most)
    const above = (most: number): RangeCells[] =>
      order === 'descending'
        ? within(last + 1n, from, most)
        : within(from > last ? from : last + 1n, int64.maximum, most)
    const [nearer, farther] = order === 'descending' ? [above, below] : [below, above]
    // One more than asked for: if it exists, another page follows.
    const before = nearer(limit + 1)
    const rows = [...before, ...farther(limit + 1 - before.length)]
    const shown = rows.slice(0, limit)
    return {
      json: `[${shown.map(([json]) => json).join(',')}]`,
      next: rows.length > limit ? shown.at(-1)?.[1] : undefined,
    }
  }

  const someOf = (
    query: PageQuery,
    ids: readonly bigint[],
    hidden: HiddenIds | undefined,
  ): Page => {
    const [some, values] = statementFor('some', query)
    // No id is from 1 to 0.
    const { first, last } = hidden ?? { first: 1n, last: 0n }
    const row = some.get(`[${ids.join(',')}]`, first, last, ...values)
    const [json] = row as unknown as readonly [string]
    return { json, next: undefined }
  }

  return {
    find: (id) =>
      snapshot.read((hidden) => {
        if (hidden?.table === table.name && id >= hidden.first && id <= hidden.last)
          return undefined
        const cells = one.get(id)
        return cells && storedOf(sql.shown, cells as unknown as readonly SQLOutputValue[])
      }),
    page: (query) => {
      const { ids } = query
      const from = firstOf(query)
      return snapshot.read((anyHidden) => {
        const hidden = anyHidden?.table === table.name ? anyHidden : undefined
        if (ids !== undefined) return someOf(query, ids, hidden)
        if (from === undefined) return { json: '[]', next: undefined }
        return hidden === undefined ? wholePage(query, from) : pageAround(query, from, hidden)
      })
    },
  }
}

/** The first id that a page may have; undefined if none follows the id `after`. */
const firstOf = ({ after, order }: PageQuery): bigint | undefined => {
  if (order === 'descending') {
    if (after === undefined) return int64.maximum
    return after === int64.minimum ? undefined : after - 1n
  }
  if (after === undefined) return int64.minimum
  return after === int64.maximum ? undefined : after + 1n
}
