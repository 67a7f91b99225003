import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../keys/key-format.ts'
import type { Seed, Storage } from '../port.ts'
import { sqliteCounts } from './counts.ts'
import { openDatabase, transaction, UnusableDatabase } from './database.ts'
import { closeDatabase, guarded, setBusyTimeout } from './guard.ts'
import { GroupCommit } from './group-commit.ts'
import { sqliteIdempotency } from './idempotency.ts'
import { sqliteKeys } from './keys.ts'
import { claimEnvironment } from './owner.ts'
import { sqlitePetBulk } from './pet-bulk.ts'
import { sqlitePets } from './pets.ts'

/**
 * Opens what one environment keeps in one SQLite file.
 *
 * @param environment whose the file is; a file of the other one is refused
 * @param busyTimeout milliseconds to wait for another process's lock
 * @throws UnusableDatabase
 */
export const openSqliteStorage = (
  path: string,
  environment: Environment,
  busyTimeout: number,
): Storage => {
  const database = openDatabase(path, busyTimeout)
  try {
    claimEnvironment(database, path, environment)
    return storageOf(database, path, busyTimeout)
  } catch (error) {
    if (database.isOpen) database.close()
    if (error instanceof UnusableDatabase) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new UnusableDatabase(
      `The database ${path} cannot be read: ${reason}. It was left as it is; where it is damaged, restore a backup.`,
      { cause: error },
    )
  }
}

const storageOf = (database: DatabaseSync, path: string, busyTimeout: number): Storage => {
  const secret = database.prepare("SELECT value FROM settings WHERE name = 'secret'").get()
  const claimSeed = database.prepare(
    "INSERT INTO settings (name, value) VALUES ('seeded', 1) ON CONFLICT DO NOTHING",
  )
  const anyPet = database.prepare('SELECT 1 FROM pets LIMIT 1')
  const alive = database.prepare('SELECT 1 FROM settings LIMIT 1')
  // SQLite writes the page, though nothing in it is another than before.
  const rewrite = database.prepare("UPDATE settings SET value = value WHERE name = 'key_revision'")
  const commits = new GroupCommit(database)
  const idempotency = sqliteIdempotency(database, commits)
  const pets = sqlitePets(database, idempotency, commits)
  const keys = sqliteKeys(database)

  return {
    pets,
    petBulk: sqlitePetBulk(database),
    keys,
    counts: sqliteCounts(database),
    idempotency,
    // The migration that makes the table makes the secret, as a blob.
    secret: secret?.['value'] as Uint8Array,
    seedOnce: (seed: Seed): boolean =>
      guarded(database, () =>
        transaction(database, () => {
          if (claimSeed.run().changes === 0) return false
          // A store that animals were imported into before its first start needs no samples.
          if (anyPet.get() === undefined) for (const pet of seed.pets) pets.add(pet)
          for (const key of seed.keys) void keys.insert(key)
          return true
        }),
      ),
    ping: () => guarded(database, () => void alive.get()),
    tryWriting: () => {
      guarded(database, () => transaction(database, () => void rewrite.run()))
      setBusyTimeout(database, busyTimeout)
    },
    close: () => {
      commits.flush()
      closeDatabase(database, path)
    },
  }
}
