import type { DatabaseSync } from 'node:sqlite'
import type { Changes } from '../changes.ts'
import { StorageUnavailable, type UnavailableReason } from '../../core/errors/storage-errors.ts'

/** Primary result codes of SQLite that say «not now» of the machine, and not «wrong» of the code. */
const reasons: ReadonlyMap<number, UnavailableReason> = new Map([
  [3, 'read_only'], // SQLITE_PERM
  [5, 'locked'], // SQLITE_BUSY
  [6, 'locked'], // SQLITE_LOCKED
  [7, 'failing'], // SQLITE_NOMEM
  [8, 'read_only'], // SQLITE_READONLY
  [10, 'failing'], // SQLITE_IOERR
  [11, 'damaged'], // SQLITE_CORRUPT
  [13, 'full'], // SQLITE_FULL
  [14, 'failing'], // SQLITE_CANTOPEN
  [15, 'locked'], // SQLITE_PROTOCOL: the locks of the write-ahead log
  [22, 'full'], // SQLITE_NOLFS: the file is as large as it can be
  [26, 'damaged'], // SQLITE_NOTADB
])

/** What connections know of the stores that they are of. */
const stores = new WeakMap<DatabaseSync, Changes>()
const quarantined = new WeakSet<DatabaseSync>()

/** Lets a connection tell the others of its store what damage it meets, and heed what they met. */
export const shareDamage = (database: DatabaseSync, changes: Changes): void => {
  stores.set(database, changes)
}

/**
 * Runs a statement or a transaction.
 *
 * @throws StorageUnavailable where the file or the disk does not let it
 */
export const guarded = <T>(database: DatabaseSync, work: () => T): T => {
  const store = stores.get(database)
  if (store?.damaged === true) quarantine(database)
  try {
    return work()
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    if (reason === 'damaged') {
      store?.noteDamage()
      quarantine(database)
    }
    // The wait for a lock stops every request of the thread. Whoever waited once in vain does not
    // wait again, until the lock was seen to be free.
    if (reason === 'locked') setBusyTimeout(database, 0)
    throw new StorageUnavailable(quarantined.has(database) ? 'damaged' : reason, error)
  }
}

/** @param milliseconds how long a statement waits for another process's lock before it fails */
export const setBusyTimeout = (database: DatabaseSync, milliseconds: number): void => {
  database.exec(`PRAGMA busy_timeout = ${milliseconds}`)
}

/** What goes on writing to a damaged file can destroy what is still to be saved of it. */
const quarantine = (database: DatabaseSync): void => {
  if (quarantined.has(database)) return
  quarantined.add(database)
  database.exec('PRAGMA query_only = ON')
}

const reasonOf = (error: unknown): UnavailableReason | undefined =>
  error instanceof Error && 'errcode' in error
    ? // An extended result code has the primary one in its lowest byte.
      reasons.get(Number(error.errcode) & 0xff)
    : undefined
