import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Pet } from '../../pets/pet.ts'
import type { Page, PageQuery, PetStore } from '../../pets/pet-store.ts'
import { petColumns, petOf, type PetRow } from './pet-rows.ts'
import type { HiddenIds, Snapshot } from './snapshot.ts'

/** What of the animals only reads. */
export type PetReads = Pick<PetStore, 'find' | 'list'>

export const sqlitePetReads = (database: DatabaseSync, snapshot: Snapshot): PetReads => {
  const prepare = (rest: string): StatementSync => {
    const statement = database.prepare(`SELECT ${petColumns} FROM pets WHERE ${rest}`)
    statement.setReadBigInts(true)
    // Rows as arrays take two thirds of the time of rows as objects.
    statement.setReturnArrays(true)
    return statement
  }
  // SQLite plans a statement anew for each value of a bare `LIMIT ?`, which takes longer than the page.
  const page = (where: string): StatementSync => prepare(`${where} ORDER BY id LIMIT ? + 0`)
  const one = prepare('id = ?')
  const all = page('id > ?')
  const allBefore = page('id > ? AND id < ?')
  const filtered = page('status = ? AND id > ?')
  const filteredBefore = page('status = ? AND id > ? AND id < ?')

  /** Up to so many animals behind an id. */
  const behind = ({ status, after }: PageQuery, most: number): PetRow[] =>
    (status === undefined
      ? all.all(after, most)
      : filtered.all(status, after, most)) as unknown as PetRow[]

  /** The same, without those that are hidden. */
  const seenBehind = (query: PageQuery, most: number, { first, last }: HiddenIds): PetRow[] => {
    const { status, after } = query
    const before = (status === undefined
      ? allBefore.all(after, first, most)
      : filteredBefore.all(status, after, first, most)) as unknown as PetRow[]
    const missing = most - before.length
    if (missing === 0) return before
    const from = after > last ? after : last
    return [...before, ...behind({ ...query, after: from }, missing)]
  }

  return {
    find: (id): Pet | undefined =>
      snapshot.read((hidden) => {
        if (hidden !== undefined && id >= hidden.first && id <= hidden.last) return undefined
        const row = one.get(id)
        return row === undefined ? undefined : petOf(row as unknown as PetRow)
      }),
    list: (query): Page =>
      snapshot.read((hidden) => {
        // One more than asked for: its being there says that another page follows.
        const wanted = query.limit + 1
        const rows =
          hidden === undefined ? behind(query, wanted) : seenBehind(query, wanted, hidden)
        const more = rows.length === wanted
        if (more) rows.pop()
        return { pets: rows.map(petOf), more }
      }),
  }
}
