import type { DatabaseSync } from 'node:sqlite'
import type { NewPet, Pet } from '../../pets/pet.ts'
import type { PetStore } from '../../pets/pet-store.ts'
import { createdAnswer } from '../../pets/created-answer.ts'
import type { GroupCommit } from './group-commit.ts'
import type { SqliteIdempotency } from './idempotency.ts'

/** What changes the animals, and how one is added inside a transaction of the caller's. */
export type SqlitePetWrites = Pick<PetStore, 'create' | 'createOnce'> & { add(pet: NewPet): Pet }

export const sqlitePetWrites = (
  database: DatabaseSync,
  idempotency: SqliteIdempotency,
  commits: GroupCommit,
): SqlitePetWrites => {
  const insert = database.prepare('INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)')
  insert.setReadBigInts(true)

  const add = (pet: NewPet): Pet => {
    const { lastInsertRowid } = insert.run(pet.name, pet.categoryId, pet.status)
    return { id: BigInt(lastInsertRowid), ...pet }
  }

  return {
    add,
    create: (pet) => commits.run(() => add(pet)),
    createOnce: (pet, once, location) =>
      idempotency.once(once, () => createdAnswer(add(pet), location)),
  }
}
