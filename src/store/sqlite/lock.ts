import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder, fullDisk, makeOwnFile, openFile } from './database-file.ts'
import type { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../base/errors/message-of.ts'
import { resultCodeOf, resultCodes } from './transaction.ts'
import { UnusableDatabase } from '../unusable-database.ts'

/** A lock that one process holds, and that ends with the process, however that ends. */
export type ServiceLock = { readonly release: () => void }

/** A transaction on a SQLite file as a lock; undefined if another process has it. It throws UnusableDatabase. */
export const takeServiceLock = (path: string): ServiceLock | undefined => {
  let database: DatabaseSync | undefined
  try {
    makeFolder(dirname(path))
    // Anybody who can read the file can hold the lock.
    makeOwnFile(path)
    // Who checks the lock (`isServiceLockHeld`) may hold it for so long.
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

/** Whether a process holds the lock. Makes no file. */
export const isServiceLockHeld = (path: string): boolean => {
  if (!existsSync(path)) return false
  const lock = takeServiceLock(path)
  lock?.release()
  return lock === undefined
}
