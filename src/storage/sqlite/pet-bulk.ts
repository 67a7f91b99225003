import type { DatabaseSync } from 'node:sqlite'
import type { PetBulk, PetImport } from '../../pets/pet-bulk.ts'
import { guarded, transaction } from './database.ts'
import { petColumns, petOf, type PetRow } from './pets.ts'

const batchSize = 1_000

/** @param database a connection that nothing else uses meanwhile */
export const sqlitePetBulk = (database: DatabaseSync): PetBulk => ({
  count: () =>
    guarded(() => Number(database.prepare('SELECT count(*) AS n FROM pets').get()?.['n'])),
  *all() {
    const all = database.prepare(`SELECT ${petColumns} FROM pets ORDER BY id`)
    all.setReadBigInts(true)
    all.setReturnArrays(true)
    let batch = []
    // One statement reads one snapshot, however long it takes (https://www.sqlite.org/isolation.html).
    for (const row of all.iterate()) {
      batch.push(petOf(row as unknown as PetRow))
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  },
  beginImport: () => guarded(() => beginImport(database)),
})

/**
 * Gathers the animals in a temporary table, which lies in a file of SQLite's own that ends with the
 * connection. Only the last step, from there into the store, takes the write lock.
 */
const beginImport = (database: DatabaseSync): PetImport => {
  database.exec(`
    CREATE TEMP TABLE gathered (
      name TEXT NOT NULL, category_id INTEGER NOT NULL, status TEXT NOT NULL
    ) STRICT;
    -- One transaction over all of them is faster, and locks nothing but the temporary file.
    BEGIN;
  `)
  const gather = database.prepare('INSERT INTO temp.gathered VALUES (?, ?, ?)')
  const move = database.prepare(`
    INSERT INTO main.pets (name, category_id, status)
    SELECT name, category_id, status FROM temp.gathered ORDER BY rowid`)
  move.setReadBigInts(true)

  return {
    add: (pet) => guarded(() => void gather.run(pet.name, pet.categoryId, pet.status)),
    commit: () =>
      guarded(() => {
        database.exec('COMMIT')
        let locked = 0
        const { changes, lastInsertRowid } = transaction(database, () => {
          locked = performance.now()
          return move.run()
        })
        const heldUp = performance.now() - locked
        // Under the lock nobody else takes an id, so these are without a gap.
        const last = BigInt(lastInsertRowid)
        const count = Number(changes)
        const ids = count === 0 ? undefined : { first: last - BigInt(count) + 1n, last }
        return { count, ids, heldUp }
      }),
    end: () => {
      if (database.isTransaction) database.exec('ROLLBACK')
      database.exec('DROP TABLE IF EXISTS temp.gathered')
    },
  }
}
