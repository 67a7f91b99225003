import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { foldedText, textBehind } from '../../core/folded-text.ts'
import { int64 } from '../../core/int64.ts'
import type { Page, PageQuery } from '../../data/store.ts'
import type { Stored, Table } from '../../data/table.ts'
import { type Column, storedOf } from '../sql/columns.ts'
import { behind, filterOf, firstOf } from '../sql/page-query.ts'
import { filterIndexes } from './filter-index.ts'
import type { HiddenIds } from './hidden-ids.ts'
import { refuseUnindexed } from './query-plan.ts'
import { type CountRows, countRows } from './row-counts.ts'
import type { Snapshot } from './snapshot.ts'
import { type PrefixedRanges, tableSql } from './table-sql.ts'

/** Reads one table. */
export type TableReads = {
  /** @throws StorageUnavailable */
  find(id: bigint): Stored | undefined
  /**
   * The row with its hidden fields.
   *
   * @throws StorageUnavailable
   */
  findWhole(id: bigint): Stored | undefined
  /** @throws StorageUnavailable */
  versions(): ReadonlyMap<bigint, bigint>
  /** @throws StorageUnavailable; Error if the query filters by what is no filter of the table */
  page(query: PageQuery): Page
  /** @throws StorageUnavailable; Error if no row of the table ever becomes due */
  due(until: string, most: number, of: unknown): readonly bigint[]
  /** Counts rows that an import hides, too. */
  readonly count: CountRows
}

/** A whole page, and the id of its last row if others follow. */
type PageCells = readonly [json: string, next: bigint | null]

/** One row as JSON, and its id. */
type RangeCells = readonly [json: string, id: bigint]

/** The rows of a range, as a JSON array. */
type PartCells = readonly [json: string, count: bigint]

/** Where a row is among those in the order of a folded text. */
type PlaceCells = readonly [text: string, id: bigint]

type RangeReads = { readonly page: StatementSync; readonly ends: StatementSync }

const firstRanges = ['from'] as const
const laterRanges = ['same', 'later'] as const

/** No id is from 1 to 0. */
const noIds = { first: 1n, last: 0n }

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
  const sql = tableSql(table, filterIndexes(database, table))
  const one = prepare(sql.one)
  /** Prepared when they are first needed. */
  let whole: StatementSync | undefined
  let versions: StatementSync | undefined
  const due = sql.due === undefined ? undefined : prepare(sql.due)
  if (sql.due !== undefined) {
    // The index is of the rows with these values alone.
    refuseUnindexed(database, table.name, sql.due, table.due?.of === undefined ? 1 : 2)
  }
  const ofOrders = () => ({
    ascending: new Map<string, StatementSync>(),
    descending: new Map<string, StatementSync>(),
  })
  /** By the fields of the filter. */
  const prepared = { page: ofOrders(), range: ofOrders(), some: ofOrders() }
  const prefixed = new Map<string, RangeReads>()
  /** The statements of a range of a page by how a field begins; prepared when they are first needed. */
  const prefixedBy = (field: string, range: keyof PrefixedRanges, hides: boolean): RangeReads => {
    const key = hides ? `${range} ${field}, some hidden` : `${range} ${field}`
    let reads = prefixed.get(key)
    if (reads === undefined) {
      const { page, ends } = sql.prefixed(field, hides)[range]
      reads = { page: prepare(page), ends: prepare(ends) }
      prefixed.set(key, reads)
    }
    return reads
  }
  /** The statement of a kind for a filter and an order; each is prepared when it is first needed. */
  const statementFor = (
    kind: 'page' | 'range' | 'some',
    { where, order = 'ascending' }: PageQuery,
  ): readonly [StatementSync, readonly SQLInputValue[]] => {
    const statements = prepared[kind][order]
    let fields = ''
    const values: SQLInputValue[] = []
    for (const field in where) {
      if (where[field] === undefined) continue
      fields += ` ${field}`
      // The schema of the query has checked the value.
      values.push(where[field] as SQLInputValue)
    }
    let statement = statements.get(fields)
    if (statement === undefined) {
      statement = prepare(sql[kind](filterOf(table, where), order))
      statements.set(fields, statement)
    }
    return [statement, values]
  }

  const wholePage = (query: PageQuery, from: bigint): Page => {
    const [page, values] = statementFor('page', query)
    const row = page.get(from, query.limit, ...values)
    const [json, next] = row as unknown as PageCells
    return { json, next: next ?? undefined }
  }

  /** Up to one row more than the page has, for one value of each field: around the hidden rows, if there are any. */
  const rowsFrom = (
    query: PageQuery,
    from: bigint,
    hidden: HiddenIds | undefined,
  ): RangeCells[] => {
    const { limit, order } = query
    const [range, values] = statementFor('range', query)
    const within = (lowest: bigint, highest: bigint, most: number): RangeCells[] =>
      range.all(lowest, highest, most, ...values) as unknown as RangeCells[]
    if (hidden === undefined) {
      return order === 'descending'
        ? within(int64.minimum, from, limit + 1)
        : within(from, int64.maximum, limit + 1)
    }
    const { first, last } = hidden
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
    return [...before, ...farther(limit + 1 - before.length)]
  }

  /** A page of rows that are read one by one: of several values, or around hidden rows. */
  const mergedPage = (query: PageQuery, from: bigint, hidden: HiddenIds | undefined): Page => {
    const { limit, order } = query
    const choices = choicesOf(query.where)
    const rows = choices.flatMap((where) => rowsFrom({ ...query, where }, from, hidden))
    if (choices.length > 1) {
      const sign = order === 'descending' ? -1 : 1
      rows.sort(([, left], [, right]) => (left < right ? -sign : sign))
    }
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
    const { first, last } = hidden ?? noIds
    const row = some.get(`[${ids.join(',')}]`, first, last, ...values)
    const [json] = row as unknown as readonly [string]
    return { json, next: undefined }
  }

  const prefixedPage = (
    { limit, after }: PageQuery,
    { field, text }: { readonly field: string; readonly text: string },
    hidden: HiddenIds | undefined,
  ): Page => {
    const beginning = foldedText(text)
    const [fromText, fromId] = behind(after, beginning)
    // Every blob is greater than every text.
    const end = textBehind(beginning) ?? new Uint8Array()
    const hides = hidden === undefined ? [] : [hidden.first, hidden.last]
    let rows = ''
    let left = limit
    let last: PlaceCells | undefined
    let following: PlaceCells | undefined
    for (const range of after === undefined ? firstRanges : laterRanges) {
      const { page, ends } = prefixedBy(field, range, hidden !== undefined)
      const bounds = [fromText, range === 'same' ? fromId : end] as const
      const endsAt = (row: number) =>
        ends.all(...bounds, row, ...hides) as unknown as readonly PlaceCells[]
      if (last === undefined) {
        const [json, count] = page.get(...bounds, left, ...hides) as unknown as PartCells
        if (count > 0n) rows += (rows === '' ? '' : ',') + json.slice(1, -1)
        left -= Number(count)
        if (left === 0) [last, following] = endsAt(Number(count))
      } else {
        // The page ends with the range before. It is not the last one if this range has a row.
        following ??= endsAt(1)[0]
      }
    }
    return {
      json: `[${rows}]`,
      next: last && following ? { text: last[0], id: last[1] } : undefined,
    }
  }

  const found = (
    statement: StatementSync,
    columns: readonly Column[],
    id: bigint,
  ): Stored | undefined =>
    snapshot.read((hidden) => {
      if (hidden?.table === table.name && id >= hidden.first && id <= hidden.last) return undefined
      const cells = statement.get(id)
      return cells && storedOf(columns, cells as unknown as readonly SQLOutputValue[])
    })

  const counted = countRows(database, table.name, sql)

  return {
    count: (key) => snapshot.read(() => counted(key)),
    find: (id) => found(one, sql.shown, id),
    findWhole: (id) => found((whole ??= prepare(sql.whole)), sql.columns, id),
    versions: () =>
      snapshot.read((anyHidden) => {
        const { first, last } = anyHidden?.table === table.name ? anyHidden : noIds
        versions ??= prepare(sql.versions)
        const rows = versions.all(first, last)
        // Both columns are integers.
        return new Map(rows as unknown as ReadonlyArray<readonly [bigint, bigint]>)
      }),
    page: (query) => {
      const { ids, prefix } = query
      if (prefix !== undefined) {
        return snapshot.read((anyHidden) =>
          prefixedPage(query, prefix, anyHidden?.table === table.name ? anyHidden : undefined),
        )
      }
      const from = firstOf(query)
      return snapshot.read((anyHidden) => {
        const hidden = anyHidden?.table === table.name ? anyHidden : undefined
        if (ids !== undefined) return someOf(query, ids, hidden)
        if (from === undefined) return { json: '[]', next: undefined }
        return hidden === undefined && !hasArray(query.where)
          ? wholePage(query, from)
          : mergedPage(query, from, hidden)
      })
    },
    due: (until, most, of) => {
      if (due === undefined) throw new Error(`No row of ${table.name} ever becomes due.`)
      if ((of === undefined) !== (table.due?.of === undefined)) {
        throw new Error(`Rows of ${table.name} are due by ${table.due?.of ?? 'no field'}.`)
      }
      return snapshot.read((anyHidden) => {
        const { first, last } = anyHidden?.table === table.name ? anyHidden : noIds
        const values = [until, most, first, last, ...(of === undefined ? [] : [of])]
        // The value is one of the field's own type.
        const rows = due.all(...(values as SQLInputValue[])) as unknown as ReadonlyArray<
          readonly [bigint]
        >
        return rows.map(([id]) => id)
      })
    },
  }
}

const hasArray = (where: PageQuery['where']): boolean => {
  for (const field in where) if (Array.isArray(where[field])) return true
  return false
}

/** Every choice of one value for each field. */
const choicesOf = (where: PageQuery['where']): ReadonlyArray<PageQuery['where']> => {
  let choices: Array<PageQuery['where']> = [{}]
  for (const [field, given] of Object.entries(where)) {
    // An array of the same value twice is a filter by this value.
    const values: readonly unknown[] = Array.isArray(given) ? [...new Set(given)] : [given]
    choices = choices.flatMap((choice) => values.map((value) => ({ ...choice, [field]: value })))
  }
  return choices
}
