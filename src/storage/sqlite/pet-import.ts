import type { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import type { ImportedPets, PetImport } from '../../pets/pet-bulk.ts'
import type { Changes } from '../changes.ts'
import { transaction } from './database.ts'
import { guarded } from './guard.ts'
import { type ServiceLock, takeServiceLock } from './lock.ts'

/** Animals that one transaction moves: a few milliseconds in which nobody else can write. */
const chunkSize = 1_000n

/** Another import into the same store is under way. */
export class ImportUnderWay extends Error {
  constructor() {
    super('Another import into this environment is under way; wait until it is done.')
    this.name = 'ImportUnderWay'
  }
}

/**
 * Takes animals in so that a service beside it is never held up for long, and that all of them come to
 * be seen at one moment or, whatever fails, none:
 *
 * 1. They are gathered in a temporary table, which lies in a file of SQLite's own.
 * 2. A range of ids is taken for them, and marked as hidden.
 * 3. They are moved there piece by piece, with a pause after each in which others can write.
 * 4. The mark is taken away.
 *
 * What an import that was killed left hidden stays so until the next one clears it away.
 *
 * @throws ImportUnderWay
 */
export const beginImport = async (database: DatabaseSync, changes: Changes): Promise<PetImport> => {
  const lock = takeServiceLock(`${database.location()}.import-lock`)
  if (lock === undefined) throw new ImportUnderWay()
  try {
    await clearHidden(database)
    return gatherInto(database, lock, changes)
  } catch (error) {
    lock.release()
    throw error
  }
}

const gatherInto = (database: DatabaseSync, lock: ServiceLock, changes: Changes): PetImport => {
  database.exec(`
    CREATE TEMP TABLE gathered (
      name TEXT NOT NULL, category_id INTEGER NOT NULL, status TEXT NOT NULL
    ) STRICT;
    -- One transaction over all of them is faster, and locks nothing but the temporary file.
    BEGIN;
  `)
  const gather = database.prepare('INSERT INTO temp.gathered VALUES (?, ?, ?)')
  let count = 0n

  return {
    add: (pet) => {
      guarded(database, () => gather.run(pet.name, pet.categoryId, pet.status))
      count += 1n
    },
    commit: async (progress) => {
      database.exec('COMMIT')
      if (count === 0n) return { count: 0, ids: undefined, heldUp: 0 }
      const imported = await move(database, count, progress)
      changes.move()
      return imported
    },
    end: async () => {
      try {
        if (database.isTransaction) database.exec('ROLLBACK')
        database.exec('DROP TABLE temp.gathered')
        await clearHidden(database)
      } finally {
        lock.release()
      }
    },
  }
}

const move = async (
  database: DatabaseSync,
  count: bigint,
  progress: (moved: number) => void,
): Promise<ImportedPets> => {
  const piece = database.prepare(`
    INSERT INTO main.pets (id, name, category_id, status)
    SELECT rowid + ?1, name, category_id, status FROM temp.gathered
    WHERE rowid > ?2 AND rowid <= ?3`)
  let heldUp = 0
  const held = <T>(work: () => T): T => {
    let locked = 0
    const result = guarded(database, () =>
      transaction(database, () => {
        locked = performance.now()
        return work()
      }),
    )
    heldUp = Math.max(heldUp, performance.now() - locked)
    return result
  }

  const before = held(() => takeIds(database, count))
  // What is lost of hidden animals in a crash is nothing that anybody was told of.
  database.exec('PRAGMA synchronous = NORMAL')
  for (let moved = 0n; moved < count; moved += chunkSize) {
    const started = performance.now()
    held(() => piece.run(before, moved, moved + chunkSize))
    progress(Number(moved))
    // Others get as much of the time as this.
    await setTimeout(performance.now() - started)
  }
  // To bring this one to disk brings along all before it, which lies in the same log.
  database.exec('PRAGMA synchronous = FULL')
  held(() => database.exec('DELETE FROM import_under_way'))
  return { count: Number(count), ids: { first: before + 1n, last: before + count }, heldUp }
}

/** Takes the next ids for an import and hides them. Whatever is added from now on comes behind. */
const takeIds = (database: DatabaseSync, count: bigint): bigint => {
  const sequence = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'pets'")
  sequence.setReadBigInts(true)
  const row = sequence.get()
  // The column has no type, but SQLite itself keeps an integer there.
  const before = row === undefined ? 0n : (row['seq'] as bigint)
  const statement =
    row === undefined
      ? "INSERT INTO sqlite_sequence (name, seq) VALUES ('pets', ?)"
      : "UPDATE sqlite_sequence SET seq = ? WHERE name = 'pets'"
  database.prepare(statement).run(before + count)
  database
    .prepare('INSERT INTO import_under_way (one, first, last) VALUES (1, ?, ?)')
    .run(before + 1n, before + count)
  return before
}

/** Deletes what an import left hidden, piece by piece. */
const clearHidden = async (database: DatabaseSync): Promise<void> => {
  const range = database.prepare('SELECT first, last FROM import_under_way')
  range.setReadBigInts(true)
  const hidden = guarded(database, () => range.get())
  if (hidden === undefined) return
  const { first, last } = hidden as { first: bigint; last: bigint }
  const remove = database.prepare('DELETE FROM pets WHERE id >= ? AND id < ?')
  for (let at = first; at <= last; at += chunkSize) {
    const end = at + chunkSize <= last ? at + chunkSize : last + 1n
    guarded(database, () => remove.run(at, end))
    await setTimeout(1)
  }
  guarded(database, () => database.exec('DELETE FROM import_under_way'))
}
