import type { DatabaseSync } from 'node:sqlite'
import type { PetBulk } from '../../pets/pet-bulk.ts'
import { guarded } from './guard.ts'
import { beginImport } from './pet-import.ts'
import { petColumns, petOf, type PetRow, seen } from './pets.ts'

const batchSize = 1_000

/** @param database a connection that nothing else uses meanwhile */
export const sqlitePetBulk = (database: DatabaseSync): PetBulk => ({
  count: () =>
    guarded(database, () =>
      Number(database.prepare(`SELECT count(*) AS n FROM pets WHERE ${seen}`).get()?.['n']),
    ),
  *all() {
    const all = database.prepare(`SELECT ${petColumns} FROM pets WHERE ${seen} ORDER BY id`)
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
  beginImport: () => beginImport(database),
})
