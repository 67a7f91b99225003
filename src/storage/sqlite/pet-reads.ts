import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { int64 } from '../../core/int64.ts'
import type { Pet } from '../../pets/pet.ts'
import type { Page, PageQuery, PetStore } from '../../pets/pet-store.ts'
import { petColumns, petJson, petOf, type PetRow } from './pet-rows.ts'
import type { HiddenIds, Snapshot } from './snapshot.ts'

/** What of the animals only reads. */
export type PetReads = Pick<PetStore, 'find' | 'list'>

/** A whole page, and the id of its last animal where others follow it. */
type PageRow = readonly [json: string, next: bigint | null]

/** One animal, and its id. */
type RangeRow = readonly [json: string, id: bigint]

export const sqlitePetReads = (database: DatabaseSync, snapshot: Snapshot): PetReads => {
  const prepare = (query: string): StatementSync => {
    const statement = database.prepare(query)
    statement.setReadBigInts(true)
    // Rows as arrays take two thirds of the time of rows as objects.
    statement.setReturnArrays(true)
    return statement
  }
  const one = prepare(`SELECT ${petColumns} FROM pets WHERE id = ?`)
  const all = prepare(pageQuery(''))
  const filtered = prepare(pageQuery('status = ?3 AND'))
  const allWithin = prepare(rangeQuery(''))
  const filteredWithin = prepare(rangeQuery('status = ?4 AND'))

  const wholePage = ({ status, after, limit }: PageQuery): Page => {
    const row = status === undefined ? all.get(after, limit) : filtered.get(after, limit, status)
    const [json, next] = row as unknown as PageRow
    return { json, next: next ?? undefined }
  }

  /** The page without those that are hidden: what stands before them, and what stands behind. */
  const pageAround = ({ status, after, limit }: PageQuery, { first, last }: HiddenIds): Page => {
    const within = (from: bigint, to: bigint, most: number): RangeRow[] =>
      (status === undefined
        ? allWithin.all(from, to, most)
        : filteredWithin.all(from, to, most, status)) as unknown as RangeRow[]
    // One more than asked for: its being there says that another page follows.
    const before = within(after, first - 1n, limit + 1)
    const behind = within(after > last ? after : last, int64.maximum, limit + 1 - before.length)
    const rows = [...before, ...behind]
    const shown = rows.slice(0, limit)
    return {
      json: `[${shown.map(([json]) => json).join(',')}]`,
      next: rows.length > limit ? shown.at(-1)?.[1] : undefined,
    }
  }

  return {
    find: (id): Pet | undefined =>
      snapshot.read((hidden) => {
        if (hidden !== undefined && id >= hidden.first && id <= hidden.last) return undefined
        const row = one.get(id)
        return row === undefined ? undefined : petOf(row as unknown as PetRow)
      }),
    list: (query): Page =>
      snapshot.read((hidden) =>
        hidden === undefined ? wholePage(query) : pageAround(query, hidden),
      ),
  }
}

// SQLite plans a statement anew for each value of a bare `LIMIT ?`, which takes longer than the page.

/** Up to `?2` animals behind the id `?1`, as one JSON array. */
const pageQuery = (filter: string): string => `
  SELECT json, CASE WHEN EXISTS (SELECT 1 FROM pets WHERE ${filter} id > last) THEN last END
  FROM (
    SELECT json_group_array(${petJson}) AS json, max(id) AS last
    FROM (SELECT * FROM pets WHERE ${filter} id > ?1 ORDER BY id LIMIT ?2 + 0)
  )`

/** Up to `?3` animals behind the id `?1` and not behind `?2`, one by one. */
const rangeQuery = (filter: string): string =>
  `SELECT ${petJson}, id FROM pets WHERE ${filter} id > ?1 AND id <= ?2 ORDER BY id LIMIT ?3 + 0`
