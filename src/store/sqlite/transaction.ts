import type { DatabaseSync } from 'node:sqlite'
import {
  OutcomeUnknown,
  StorageUnavailable,
  type UnavailableReason,
} from '../../base/errors/storage-errors.ts'
import type { Changes } from '../changes.ts'
import type { StoreFiles } from './store-files.ts'

/** The primary result codes of SQLite that the service distinguishes (https://sqlite.org/rescode.html). */
export const resultCodes = { busy: 5, corrupt: 11, full: 13, notADatabase: 26 } as const

export const resultCodeOf = (error: unknown): number | undefined =>
  // The lowest byte of an extended result code is the primary one.
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined

/** Primary result codes of SQLite for faults of the machine rather than of the code. */
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

/** The state that a store's connections share and, for a writing connection, its files. */
type Shared = { readonly changes: Changes; readonly files?: Pick<StoreFiles, 'fault'> | undefined }

const stores = new WeakMap<DatabaseSync, Shared>()
const quarantined = new WeakSet<DatabaseSync>()

/** Lets a connection share reports of damage with the others of its store, and check its files in each transaction. */
export const share = (database: DatabaseSync, changes: Changes, files?: Shared['files']): void => {
  stores.set(database, { changes, files })
}

/** @throws StorageUnavailable if the files of a writing connection are no longer in place */
export const assertInPlace = (database: DatabaseSync): void => {
  const fault = stores.get(database)?.files?.fault()
  if (fault !== undefined) throw new StorageUnavailable('moved', new Error(fault))
}

/** Runs a statement or a transaction. Throws StorageUnavailable if the file or the disk does not allow it. */
export const guarded = <T>(database: DatabaseSync, work: () => T): T => {
  if (stores.get(database)?.changes.trouble === 'unsettled') {
    throw new StorageUnavailable('failing', new Error('The disk failed during a commit.'))
  }
  return attempted(database, work)
}

/** The same, even while it is unknown whether the last transaction is on disk. Throws what `guarded` throws. */
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
    // Waiting for a lock blocks every request of the thread. After one failed wait, nothing waits again until the lock
    // has been free once.
    if (reason === 'locked') setBusyTimeout(database, 0)
    throw new StorageUnavailable(quarantined.has(database) ? 'damaged' : reason, error)
  }
}

/** @param milliseconds that a statement waits for another process's lock before it fails */
export const setBusyTimeout = (database: DatabaseSync, milliseconds: number): void => {
  database.exec(`PRAGMA busy_timeout = ${milliseconds}`)
}

/** Forbids further writes, because writing to a damaged file can destroy what could still be saved. */
const quarantine = (database: DatabaseSync): void => {
  if (quarantined.has(database)) return
  quarantined.add(database)
  database.exec('PRAGMA query_only = ON')
}

/**
 * Runs work in a new transaction with the write lock, or in an open one. Throws StorageUnavailable, OutcomeUnknown if a crash
 * may bring the transaction back, and TypeError if the work returns a promise, because the transaction would end before it.
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

/** Rolls a failed transaction back. Never throws, so that the caller gets the original error. */
const rollBack = (database: DatabaseSync): void => {
  // After some errors, such as a full disk, SQLite has already rolled back.
  if (!database.isTransaction) return
  try {
    database.exec('ROLLBACK')
  } catch {
    // Nothing of the transaction remains, even if the rollback failed.
  }
}

/** Primary result codes of a COMMIT that failed before the log had its last page, so no recovery can bring it back. */
const refusals: ReadonlySet<number | undefined> = new Set([3, 5, 6, 8, 13, 15, 22])

/** Other errors can occur after the log has the whole transaction, except an error in writing a page (SQLITE_IOERR_WRITE). */
const isRefusal = (error: unknown): boolean =>
  refusals.has(resultCodeOf(error)) ||
  (error instanceof Error && 'errcode' in error && error.errcode === 778)

/**
 * Commits or rolls back. A crash could bring back a transaction whose sync failed, unless another one overwrites it
 * (`settle`). Until then nothing is read or written. Throws OutcomeUnknown if a crash may bring the transaction back.
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

/** Overwrites what a failed commit may have left in the log with an invisible change. Throws SQLite's error. */
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
