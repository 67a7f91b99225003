import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { NewPet, Pet, PetStatus } from '../../pets/pet.ts'
import type { Page, PageQuery, PetStore } from '../../pets/pet-store.ts'
import { createdAnswer } from '../../pets/created-answer.ts'
import { guarded } from './database.ts'
import type { SqliteIdempotency } from './idempotency.ts'

/** The columns of an animal under the names of its fields. */
export const petColumns = 'id, name, category_id AS categoryId, status'

export const sqlitePets = (database: DatabaseSync, idempotency: SqliteIdempotency): PetStore => {
  const insert = database.prepare('INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)')
  const one = database.prepare(`SELECT ${petColumns} FROM pets WHERE id = ?`)
  const all = database.prepare(`SELECT ${petColumns} FROM pets WHERE id > ? ORDER BY id LIMIT ?`)
  const filtered = database.prepare(
    `SELECT ${petColumns} FROM pets WHERE status = ? AND id > ? ORDER BY id LIMIT ?`,
  )
  for (const statement of [insert, one, all, filtered]) statement.setReadBigInts(true)

  const add = (pet: NewPet): Pet => {
    const { lastInsertRowid } = insert.run(pet.name, pet.categoryId, pet.status)
    return { id: BigInt(lastInsertRowid), ...pet }
  }

  return {
    create: (pet: NewPet): Pet => guarded(() => add(pet)),
    createOnce: (pet, once, location) =>
      idempotency.once(once, () => createdAnswer(add(pet), location)),
    find: (id): Pet | undefined =>
      guarded(() => {
        const row = one.get(id)
        return row === undefined ? undefined : petOf(row)
      }),
    list: ({ status, after, limit }: PageQuery): Page =>
      guarded(() => {
        // One more than asked for: its being there says that another page follows.
        const rows =
          status === undefined ? all.all(after, limit + 1) : filtered.all(status, after, limit + 1)
        const pets = rows.slice(0, limit).map(petOf)
        return { pets, more: rows.length > limit }
      }),
  }
}

/**
 * The animal of a row, its integers read as bigint. The columns are typed by the STRICT table and the
 * statements.
 */
export const petOf = (row: Record<string, SQLOutputValue>): Pet => ({
  id: row['id'] as bigint,
  name: row['name'] as string,
  categoryId: row['categoryId'] as bigint,
  status: row['status'] as PetStatus,
})
