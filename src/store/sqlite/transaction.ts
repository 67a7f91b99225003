import type { DatabaseSync } from 'node:sqlite'
import {
  OutcomeUnknown,
  StorageUnavailable,
  type UnavailableReason,
} from '../../base/errors/storage-errors.ts'
import type { Changes } from '../changes.ts'
import type { StoreFiles } from './store-files.ts'

/** SQLite's primary result codes that the service tells apart (https://sqlite.org/rescode.html). */
export const resultCodes = { busy: 5, corrupt: 11, full: 13, notADatabase: 26 } as const

export const resultCodeOf = (error: unknown): number | undefined =>
  // An extended result code has the primary one in its lowest byte.
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined

/** Primary result codes of SQLite that mean "not now", because of the machine and not of the code. */
const reasons: ReadonlyMap<number | undefined, UnavailableReason> = new Map([
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

/** What the connections of a store share, and the files of it that one which writes has open. */
type Shared = { readonly changes: Changes; readonly files?: Pick<StoreFiles, 'fault'> | undefined }

const stores = new WeakMap<DatabaseSync, Shared>()
const quarantined = new WeakSet<DatabaseSync>()

/** Lets a connection report damage to others of its store and heed reports, and check its files in each transaction. */
export const share = (database: DatabaseSync, changes: Changes, files?: Shared['files']): void => {
  stores.set(database, { changes, files })
}

/** @throws StorageUnavailable if the files of a connection that writes are not in place any more */
export const assertInPlace = (database: DatabaseSync): void => {
  const fault = stores.get(database)?.files?.fault()
  if (fault !== undefined) throw new StorageUnavailable('moved', new Error(fault))
}

/** Runs a statement or a transaction. It throws StorageUnavailable if the file or the disk does not allow it. */
export const guarded = <T>(database: DatabaseSync, work: () => T): T => {
  if (stores.get(database)?.changes.trouble === 'unsettled') {
    throw new StorageUnavailable('failing', new Error('The disk failed during a commit.'))
  }
  return attempted(database, work)
}

/** The same even if nobody knows whether the disk has the last transaction. It throws as `guarded`. */
export const attempted = <T>(database: DatabaseSync, work: () => T): T => {
  const changes = stores.get(database)?.changes
  if (changes?.trouble === 'damaged') quarantine(database)
  try {
    return work()
  } catch (error) {
    const reason = reasons.get(resultCodeOf(error))
    if (reason === undefined) throw error
    if (reason === 'damaged') {
      changes?.noteDamage()
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

/**
 * Works under the write lock, or inside an open transaction. It throws StorageUnavailable, OutcomeUnknown if a crash may
 * bring it back, and TypeError for a promise, as the transaction would end before its work.
 */
export const transaction = <T>(database: DatabaseSync, work: () => T): T => {
  if (database.isTransaction) return work()
  database.exec('BEGIN IMMEDIATE')
  let result: T
  try {
    result = work()
    if (result instanceof Promise) throw new TypeError('A transaction cannot wait for a promise.')
    assertInPlace(database)
  } catch (error) {
    rollBack(database)
    throw error
  }
  commit(database)
  return result
}

/** Rolls a failed transaction back. It throws nothing, so that the caller gets the first error. */
const rollBack = (database: DatabaseSync): void => {
  // After some errors, a full disk among them, SQLite has ended the transaction by itself.
  if (!database.isTransaction) return
  try {
    database.exec('ROLLBACK')
  } catch {
    // Nothing of the transaction remains, even if the rollback failed.
  }
}

/** Primary result codes of a COMMIT that failed before the log had the final page. No recovery brings it back. */
const refusals: ReadonlySet<number | undefined> = new Set([3, 5, 6, 8, 13, 15, 22])

/** Another error may come once the log has all of the transaction; not one in writing a page of it (SQLITE_IOERR_WRITE). */
const isRefusal = (error: unknown): boolean =>
  refusals.has(resultCodeOf(error)) ||
  (error instanceof Error && 'errcode' in error && error.errcode === 778)

/**
 * Commits or rolls back. A crash would bring back a transaction whose sync failed, unless another is written over it
 * (`settle`): until then nothing is read or written. It throws OutcomeUnknown if a crash may bring it back.
 */
const commit = (database: DatabaseSync): void => {
  try {
    database.exec('COMMIT')
  } catch (error) {
    rollBack(database)
    if (isRefusal(error)) throw error
    stores.get(database)?.changes.noteUnsettled(true)
    try {
      settle(database)
    } catch {
      throw new OutcomeUnknown('The disk did not say whether it has the change.', { cause: error })
    }
    throw error
  }
}

/** Writes over what a failed commit may have left in the log, with a change that nobody sees. It throws SQLite's error. */
export const settle = (database: DatabaseSync): void => {
  try {
    database.exec(`
      BEGIN IMMEDIATE;
      INSERT INTO settings (name, value) VALUES ('probe', 1)
        ON CONFLICT (name) DO UPDATE SET value = value + 1;
      COMMIT`)
  } catch (error) {
    rollBack(database)
    throw error
  }
  stores.get(database)?.changes.noteUnsettled(false)
}
