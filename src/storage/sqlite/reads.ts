import { DatabaseSync } from 'node:sqlite'
import type { PetStore } from '../../pets/pet-store.ts'
import type { Changes } from '../changes.ts'
import { setBusyTimeout, shareDamage } from './guard.ts'
import { type KeyReads, sqliteKeyReads } from './keys.ts'
import { OutsideChanges } from './outside-changes.ts'
import { sqlitePetReads } from './pet-reads.ts'
import { Snapshot } from './snapshot.ts'

/** What requests read of a store, over a connection that cannot write. */
export type SqliteReads = {
  readonly pets: Pick<PetStore, 'find' | 'list' | 'look' | 'changes'>
  readonly keys: KeyReads
  /** A secret of this store, made with it. */
  readonly secret: Uint8Array
  /** Throws where the store does not answer. */
  ping(): void
  /** Reads from here on are of a later moment than those before. */
  endTurn(): void
  close(): void
}

/**
 * Opens a connection to read an environment's file, which `openSqliteStorage` has made and brought up to date.
 * There may be any number; the one that writes is to be closed last, unless the file is damaged.
 *
 * @param busyTimeout milliseconds to wait for another process's lock
 * @param changes shared with the connection that writes
 * @throws what SQLite throws where the file cannot be read
 */
export const openSqliteReads = (
  path: string,
  busyTimeout: number,
  changes: Changes,
): SqliteReads => {
  const database = new DatabaseSync(path, { readOnly: true, timeout: busyTimeout })
  try {
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8192')
    return readsOf(database, busyTimeout, changes)
  } catch (error) {
    database.close()
    throw error
  }
}

const readsOf = (database: DatabaseSync, busyTimeout: number, changes: Changes): SqliteReads => {
  shareDamage(database, changes)
  const secret = database.prepare("SELECT value FROM settings WHERE name = 'secret'").get()
  const alive = database.prepare('SELECT 1 FROM settings LIMIT 1')
  const outside = new OutsideChanges(database, changes)
  const snapshot = new Snapshot(database, changes)
  return {
    pets: {
      ...sqlitePetReads(database, snapshot),
      changes,
      look: () => snapshot.readNow(() => outside.look()),
    },
    keys: sqliteKeyReads(database, snapshot),
    // The migration that makes the table makes the secret, as a blob.
    secret: secret?.['value'] as Uint8Array,
    ping: () => {
      snapshot.readNow(() => alive.get())
      setBusyTimeout(database, busyTimeout)
    },
    endTurn: () => snapshot.end(),
    close: () => {
      snapshot.end()
      database.close()
    },
  }
}
