import { existsSync, statSync } from 'node:fs'
import { messageOf } from '../../core/errors/message-of.ts'
import { integrityFaults, openReadOnly } from './inspection.ts'
import { damagedDatabase } from './database-file.ts'
import { resultCodeOf, resultCodes } from './result-code.ts'

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
    // Another program holds the file, which says nothing about its content.
    if (resultCodeOf(error) === resultCodes.busy) return
    faults = [messageOf(error)]
  } finally {
    database.close()
  }
  if (faults.length === 0) return
  // SQLite begins with a heading, then writes one fault per line.
  const fault = faults.join('\n').split('\n').at(-1)
  throw damagedDatabase(path, String(fault))
}
