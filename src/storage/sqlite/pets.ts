import type { DatabaseSync } from 'node:sqlite'
import type { NewPet, Pet, PetStatus } from '../../pets/pet.ts'
import type { Page, PageQuery, PetStore } from '../../pets/pet-store.ts'
import { createdAnswer } from '../../pets/created-answer.ts'
import { guarded } from './guard.ts'
import type { GroupCommit } from './group-commit.ts'
import type { SqliteIdempotency } from './idempotency.ts'

/** The columns of an animal, in the order of `petOf`. */
export const petColumns = 'id, name, category_id, status'

/** Between these ids an import puts animals that nobody is to see yet; without one, behind all ids. */
const hiddenFrom = '(SELECT coalesce(min(first), 9223372036854775807) FROM import_under_way)'
const hiddenTo = '(SELECT coalesce(max(last), 9223372036854775807) FROM import_under_way)'

/** The condition that an animal can be seen. */
export const seen = `(id < ${hiddenFrom} OR id > ${hiddenTo})`

/** The animals, and how one is added inside a transaction of the caller's. */
export type SqlitePets = PetStore & { add(pet: NewPet): Pet }

export const sqlitePets = (
  database: DatabaseSync,
  idempotency: SqliteIdempotency,
  commits: GroupCommit,
): SqlitePets => {
  const insert = database.prepare('INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)')
  const one = database.prepare(`SELECT ${petColumns} FROM pets WHERE id = ? AND ${seen}`)
  const hidden = database.prepare('SELECT last FROM import_under_way')
  const page = (where: string) =>
    database.prepare(`SELECT ${petColumns} FROM pets WHERE ${where} ORDER BY id LIMIT ?`)
  const all = page(`id > ? AND id < ${hiddenFrom}`)
  const filtered = page(`status = ? AND id > ? AND id < ${hiddenFrom}`)
  const allBehind = page('id > ?')
  const filteredBehind = page('status = ? AND id > ?')
  const outside = database.prepare('PRAGMA data_version')
  for (const statement of [insert, hidden]) statement.setReadBigInts(true)
  for (const statement of [one, all, filtered, allBehind, filteredBehind]) {
    statement.setReadBigInts(true)
    // Rows as arrays take two thirds of the time of rows as objects.
    statement.setReturnArrays(true)
  }
  const changes = { version: 0 }
  let seenOutside: unknown

  const add = (pet: NewPet): Pet => {
    const { lastInsertRowid } = insert.run(pet.name, pet.categoryId, pet.status)
    changes.version += 1
    return { id: BigInt(lastInsertRowid), ...pet }
  }

  return {
    add,
    create: (pet) => commits.run(() => add(pet)),
    createOnce: (pet, once, location) =>
      idempotency.once(once, () => createdAnswer(add(pet), location)),
    find: (id): Pet | undefined =>
      guarded(database, () => {
        const row = one.get(id)
        return row === undefined ? undefined : petOf(row as unknown as PetRow)
      }),
    list: ({ status, after, limit }: PageQuery): Page =>
      guarded(database, () => {
        // Looked at before the page is read: what an import lets be seen in between is then only more
        // than would have been, and never less.
        const gap = hidden.get()
        // One more than asked for: its being there says that another page follows.
        const wanted = limit + 1
        const rows = (status === undefined
          ? all.all(after, wanted)
          : filtered.all(status, after, wanted)) as unknown as PetRow[]
        if (gap !== undefined && rows.length < wanted) {
          const from = largest(after, gap['last'], rows.at(-1)?.[0])
          const missing = wanted - rows.length
          const behind = (status === undefined
            ? allBehind.all(from, missing)
            : filteredBehind.all(status, from, missing)) as unknown as PetRow[]
          rows.push(...behind)
        }
        const more = rows.length > limit
        if (more) rows.pop()
        return { pets: rows.map(petOf), more }
      }),
    changes,
    look: () =>
      guarded(database, () => {
        const version = outside.get()?.['data_version']
        if (version !== seenOutside) changes.version += 1
        seenOutside = version
      }),
  }
}

/** The largest of some ids; what is no id does not count. */
const largest = (first: bigint, ...others: readonly unknown[]): bigint => {
  let result = first
  for (const other of others) if (typeof other === 'bigint' && other > result) result = other
  return result
}

/** A row of `petColumns`, its integers read as bigint: typed by the STRICT table, and an array by `setReturnArrays`. */
export type PetRow = readonly [id: bigint, name: string, categoryId: bigint, status: PetStatus]

/** The animal of a row. */
export const petOf = ([id, name, categoryId, status]: PetRow): Pet => ({
  id,
  name,
  categoryId,
  status,
})
