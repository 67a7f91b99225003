import type { DatabaseSync } from 'node:sqlite'
import type { PetBulk } from '../../pets/pet-bulk.ts'
import { guarded } from './guard.ts'
import { beginImport } from './pet-import.ts'
import type { Changes } from '../changes.ts'
import { petColumns, petOf, type PetRow } from './pet-rows.ts'

const batchSize = 1_000

/** Between these ids an import puts animals that nobody is to see yet; without one, behind all ids. */
const hiddenFrom = '(SELECT coalesce(min(first), 9223372036854775807) FROM import_under_way)'
const hiddenTo = '(SELECT coalesce(max(last), 9223372036854775807) FROM import_under_way)'

/** The condition that an animal can be seen. */
const seen = `(id < ${hiddenFrom} OR id > ${hiddenTo})`

/** @param database a connection that nothing else uses meanwhile */
export const sqlitePetBulk = (database: DatabaseSync, changes: Changes): PetBulk => ({
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
  beginImport: () => beginImport(database, changes),
})
