import type { DatabaseSync } from 'node:sqlite'
import type { Changes } from '../changes.ts'
import { resultCodeOf } from './result-code.ts'
import { StorageUnavailable, type UnavailableReason } from '../../core/errors/storage-errors.ts'

/** Primary result codes of SQLite that mean "not now", because of the machine and not of the code. */
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

/** The `Changes` of the store of each connection. */
const stores = new WeakMap<DatabaseSync, Changes>()
const quarantined = new WeakSet<DatabaseSync>()

/** Lets a connection report damage to the other connections of its store, and heed their reports. */
export const shareDamage = (database: DatabaseSync, changes: Changes): void => {
  stores.set(database, changes)
}

/** The `Changes` of the store of a connection; undefined if it shares none. */
export const changesOf = (database: DatabaseSync): Changes | undefined => stores.get(database)

/**
 * Runs a statement or a transaction.
 *
 * @throws StorageUnavailable if the file or the disk does not allow it
 */
export const guarded = <T>(database: DatabaseSync, work: () => T): T => {
  if (stores.get(database)?.unsettled === true) {
    throw new StorageUnavailable('failing', new Error('The disk failed during a commit.'))
  }
  return attempted(database, work)
}

/**
 * The same even if nobody knows whether the disk has the last transaction.
 *
 * @throws as `guarded`
 */
export const attempted = <T>(database: DatabaseSync, work: () => T): T => {
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
    // Waiting for a lock stops every request of the thread. After one wait in vain, nothing waits again until the lock
    // was free once.
    if (reason === 'locked') setBusyTimeout(database, 0)
    throw new StorageUnavailable(quarantined.has(database) ? 'damaged' : reason, error)
  }
}

/** @param milliseconds that a statement waits for another process's lock before it fails */
export const setBusyTimeout = (database: DatabaseSync, milliseconds: number): void => {
  database.exec(`PRAGMA busy_timeout = ${milliseconds}`)
}

/** Forbids further writes: to write to a damaged file can destroy what could still be saved. */
const quarantine = (database: DatabaseSync): void => {
  if (quarantined.has(database)) return
  quarantined.add(database)
  database.exec('PRAGMA query_only = ON')
}

const reasonOf = (error: unknown): UnavailableReason | undefined => {
  const code = resultCodeOf(error)
  return code === undefined ? undefined : reasons.get(code)
}
