import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder, fullDisk, makeOwnFile, openFile } from './database-file.ts'
import type { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../base/errors/message-of.ts'
import { resultCodeOf, resultCodes } from './transaction.ts'
import { UnusableDatabase } from '../unusable-database.ts'

/** A lock that one process holds until it ends, even if it crashes. */
export type ServiceLock = { readonly release: () => void }

/** Takes a lock by a transaction on a SQLite file; undefined if another process holds it. Throws UnusableDatabase. */
export const takeServiceLock = (path: string): ServiceLock | undefined => {
  let database: DatabaseSync | undefined
  try {
    makeFolder(dirname(path))
    // Anybody who can read the file could hold the lock.
    makeOwnFile(path)
    // A process that checks the lock (`isServiceLockHeld`) may hold it for this long.
    database = openFile(path, 100)
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    const code = resultCodeOf(error)
    if (code === resultCodes.busy) return undefined
    if (code === resultCodes.full) throw fullDisk(path, error)
    const reason = messageOf(error)
    throw new UnusableDatabase(
      `The folder ${dirname(path)} cannot hold the data: ${reason}. Set PETSTORE_DATA_DIR to a folder that this user may write to.`,
      { cause: error },
    )
  }
  return { release: () => database.close() }
}

/** Whether a process holds the lock. Creates no file. */
export const isServiceLockHeld = (path: string): boolean => {
  if (!existsSync(path)) return false
  const lock = takeServiceLock(path)
  lock?.release()
  return lock === undefined
}
