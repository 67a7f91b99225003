import type { DatabaseSync } from 'node:sqlite'
import { OutcomeUnknown } from '../../core/errors/storage-errors.ts'
import { changesOf } from './guard.ts'
import { resultCodeOf } from './result-code.ts'
import { assertInPlace } from './store-files.ts'

/**
 * Runs a function in one transaction that holds the write lock from its start. Inside another transaction it joins that
 * one. It commits only if the files of the store are still in place.
 *
 * @throws StorageUnavailable `moved`
 * @throws OutcomeUnknown if a crash may bring the transaction back
 * @throws TypeError if the function returns a promise: the transaction would end before its work
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
export const rollBack = (database: DatabaseSync): void => {
  // After some errors, a full disk among them, SQLite has ended the transaction by itself.
  if (!database.isTransaction) return
  try {
    database.exec('ROLLBACK')
  } catch {
    // Nothing of the transaction remains, even if the rollback failed.
  }
}

/**
 * Primary result codes of a COMMIT that SQLite gave up before the log had the page that ends the transaction, which it
 * writes last: no right to write, a lock, or no space for a page. So no recovery can bring the transaction back.
 */
const refusals: ReadonlySet<number | undefined> = new Set([3, 5, 6, 8, 13, 15, 22])

/** SQLITE_IOERR_WRITE: a page of the log could not be written, for another reason than space. */
const writeError = 778

/** Any other error may come once the log has all of the transaction: that of a sync, above all. */
const isRefusal = (error: unknown): boolean =>
  refusals.has(resultCodeOf(error)) ||
  (error instanceof Error && 'errcode' in error && error.errcode === writeError)

/** A transaction that nobody sees. It has to change a page, or SQLite would write nothing. */
const probe = `
  BEGIN IMMEDIATE;
  INSERT INTO settings (name, value) VALUES ('probe', 1)
    ON CONFLICT (name) DO UPDATE SET value = value + 1;
  COMMIT`

/**
 * Commits the open transaction, or rolls it back.
 *
 * If its sync fails, SQLite rolls the transaction back, but leaves it in the log: a crash would bring it back. The next
 * transaction is written over it, and once the disk has that one, nothing can. So one is written at once. If that fails
 * too, nothing is read or written until one succeeds (`settle`): nobody may see what may come, or go.
 *
 * @throws OutcomeUnknown if a crash may bring the transaction back
 * @throws SQLite's error if nothing can
 */
const commit = (database: DatabaseSync): void => {
  try {
    database.exec('COMMIT')
  } catch (error) {
    rollBack(database)
    if (isRefusal(error)) throw error
    changesOf(database)?.noteUnsettled(true)
    try {
      settle(database)
    } catch {
      throw new OutcomeUnknown('The disk did not say whether it has the change.', { cause: error })
    }
    throw error
  }
}

/**
 * Writes over what a failed commit may have left in the log. It changes nothing that anybody sees.
 *
 * @throws SQLite's error
 */
export const settle = (database: DatabaseSync): void => {
  try {
    database.exec(probe)
  } catch (error) {
    rollBack(database)
    throw error
  }
  changesOf(database)?.noteUnsettled(false)
}
