import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../core/environments.ts'
import { messageOf } from '../../core/errors/message-of.ts'
import { Changes } from '../changes.ts'
import type { Seed, Storage } from '../port.ts'
import { sqliteCounts } from './counts.ts'
import { openDatabase, transaction, UnusableDatabase } from './database.ts'
import { guarded, setBusyTimeout, shareDamage } from './guard.ts'
import { GroupCommit } from './group-commit.ts'
import { sqliteIdempotency } from './idempotency.ts'
import { sqliteKeyWrites } from './keys.ts'
import { OutsideChanges } from './outside-changes.ts'
import { claimEnvironment } from './owner.ts'
import { sqlitePetBulk } from './pet-bulk.ts'
import { sqlitePetWrites } from './pet-writes.ts'
import { openSqliteReads, type SqliteReads } from './reads.ts'

/**
 * Opens what one environment keeps in one SQLite file: a connection that writes, and one that answers what
 * requests read.
 *
 * @param environment whose the file is; a file of the other one is refused
 * @param busyTimeout milliseconds to wait for another process's lock
 * @param changes shared with whoever else in this process reads the file
 * @param isKnown whether this process looked at the file before, as `openDatabase` has it
 * @throws UnusableDatabase
 */
export const openSqliteStorage = (
  path: string,
  environment: Environment,
  busyTimeout: number,
  changes = new Changes(),
  isKnown = false,
): Storage => {
  const database = openDatabase(path, busyTimeout, isKnown)
  let reads: SqliteReads | undefined
  try {
    claimEnvironment(database, path, environment)
    shareDamage(database, changes)
    reads = openSqliteReads(path, busyTimeout, changes)
    return storageOf(database, reads, busyTimeout, changes)
  } catch (error) {
    reads?.close()
    if (database.isOpen) database.close()
    if (error instanceof UnusableDatabase) throw error
    throw new UnusableDatabase(
      `The database ${path} cannot be read: ${messageOf(error)}. It was left as it is; where it is damaged, restore a backup.`,
      { cause: error },
    )
  }
}

const storageOf = (
  database: DatabaseSync,
  reads: SqliteReads,
  busyTimeout: number,
  changes: Changes,
): Storage => {
  const claimSeed = database.prepare(
    "INSERT INTO settings (name, value) VALUES ('seeded', 1) ON CONFLICT DO NOTHING",
  )
  const anyPet = database.prepare('SELECT 1 FROM pets LIMIT 1')
  // SQLite writes the page, though nothing in it is another than before.
  const rewrite = database.prepare("UPDATE settings SET value = value WHERE name = 'key_revision'")
  const outside = new OutsideChanges(database, changes)
  const commits = new GroupCommit(database, {
    // A moment that is still read at would keep the log of changes from beginning anew.
    before: () => reads.endTurn(),
    after: () => changes.move(),
  })
  const idempotency = sqliteIdempotency(database, commits)
  const pets = sqlitePetWrites(database, idempotency, commits)
  const keys = sqliteKeyWrites(database)

  return {
    pets: {
      create: pets.create,
      createOnce: pets.createOnce,
      ...reads.pets,
      // Of what this connection wrote itself it needs no telling.
      look: () => guarded(database, () => outside.look()),
    },
    petBulk: sqlitePetBulk(database, changes),
    keys: { ...keys, ...reads.keys },
    counts: sqliteCounts(database),
    idempotency,
    secret: reads.secret,
    seedOnce: (seed: Seed): boolean => {
      const seeded = guarded(database, () =>
        transaction(database, () => {
          if (claimSeed.run().changes === 0) return false
          // A store that animals were imported into before its first start needs no samples.
          if (anyPet.get() === undefined) for (const pet of seed.pets) pets.add(pet)
          for (const key of seed.keys) void keys.insert(key)
          return true
        }),
      )
      changes.move()
      return seeded
    },
    ping: () => reads.ping(),
    tryWriting: () => {
      guarded(database, () => transaction(database, () => void rewrite.run()))
      setBusyTimeout(database, busyTimeout)
    },
    close: () => {
      commits.flush()
      // The last connection to a file brings the log of changes into it; into a damaged one nothing is
      // brought, and who only reads cannot.
      if (!changes.damaged) reads.close()
      database.close()
      if (changes.damaged) reads.close()
    },
  }
}
