import { existsSync, statSync } from 'node:fs'
import { messageOf } from '../../core/errors/message-of.ts'
import { integrityFaults, openReadOnly } from './inspection.ts'
import { UnusableDatabase } from './database.ts'

/** Files up to this many bytes are checked at each start: about 150 ms on a fast disk. */
const quickBytes = 64 * 1024 * 1024

/**
 * Checks a file before anything opens it for writing, so that a damaged one stays as it is. A large file would delay
 * the start too long; its damage shows when it is read.
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
  // SQLite begins with a heading, then writes one fault per line.
  const fault = faults.join('\n').split('\n').at(-1)
  throw new UnusableDatabase(
    `The database ${path} is damaged (${fault}). It was left as it is. Keep it and the files beside it, and restore a backup into another folder.`,
  )
}

/** Another program holds the file, which says nothing about its content. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
