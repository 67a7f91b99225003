import { compileSerializer } from '../../api/serializer.ts'
import { foldedText, textBehind } from '../../core/folded-text.ts'
import type { Page, PageQuery } from '../../data/store.ts'
import type { Row, Stored, Table } from '../../data/table.ts'
import { type Cell, rowOf, storedOf } from '../sql/columns.ts'
import { behind, filterOf, firstOf } from '../sql/page-query.ts'
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

export const tableReads = (query: Query, table: Table, sql: TableSql): TableReads => {
  const writeRow = compileSerializer(table.schema)
  const idAt = sql.shown.findIndex(({ name }) => name === 'id')

  const found = async (
    text: string,
    columns: TableSql['columns'],
    id: bigint,
  ): Promise<Stored | undefined> => {
    const { rows } = await query(text, [id])
    return rows[0] && storedOf(columns, rows[0])
  }

  /** A page of rows of which one more was asked for: if it is there, another page follows. */
  const pageOf = (
    rows: ReadonlyArray<readonly Cell[]>,
    limit: number,
    positionOf: (last: readonly Cell[]) => Page['next'],
  ): Page => {
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      json: jsonOf(shown),
      next: rows.length > limit && last ? positionOf(last) : undefined,
    }
  }

  const jsonOf = (rows: ReadonlyArray<readonly Cell[]>): string =>
    `[${rows.map((cells) => writeRow(rowOf(sql.shown, cells))).join(',')}]`

  const someOf = async ({ where, order = 'ascending' }: PageQuery, ids: readonly bigint[]) => {
    const filter = filterOf(table, where)
    const { rows } = await query(sql.some(filter, order), [ids, ...valuesOf(where, filter)])
    return { json: jsonOf(rows), next: undefined }
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
    return pageOf(rows, limit, (last) => ({
      // The columns are an id and a text.
      text: last.at(-1) as string,
      id: last[idAt] as bigint,
    }))
  }

  return {
    find: (id) => found(sql.one, sql.shown, id),
    findWhole: (id) => found(sql.whole, sql.columns, id),
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
      const { rows } = filter.some((field) => Array.isArray(where[field]))
        ? await query(sql.merged(filter, order), [from, limit + 1, ...choicesOf(where, filter)])
        : await query(sql.page(filter, order), [from, limit + 1, ...valuesOf(where, filter)])
      // The column is an integer.
      return pageOf(rows, limit, (last) => last[idAt] as bigint)
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
