import { existsSync, statSync } from 'node:fs'
import { messageOf } from '../../core/errors/message-of.ts'
import { integrityFaults, openReadOnly } from './inspection.ts'
import { UnusableDatabase } from './database.ts'

/** Bytes up to which a file is looked through at each start: about 150 ms where the disk is fast. */
const quickBytes = 64 * 1024 * 1024

/**
 * Looks through a file before anything opens it to write, so that a damaged one is left as it is. A
 * large file would hold up the start for too long; what is damaged in it shows once it is read.
 *
 * @throws UnusableDatabase
 */
export const refuseDamagedFile = (path: string): void => {
  if (!existsSync(path)) return
  const { size } = statSync(path)
  if (size === 0 || size > quickBytes) return
  const database = openReadOnly(path)
  let faults: readonly string[]
  try {
    faults = integrityFaults(database, 'quick_check')
  } catch (error) {
    if (isBusy(error)) return
    faults = [messageOf(error)]
  } finally {
    database.close()
  }
  if (faults.length === 0) return
  // SQLite begins with a heading, and writes each fault on a line of its own.
  const fault = faults.join('\n').split('\n').at(-1)
  throw new UnusableDatabase(
    `The database ${path} is damaged (${fault}). It was left as it is. Keep it and the files beside it, and restore a backup into another folder.`,
  )
}

/** Another program holds the file; that tells nothing of what is in it. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
