import { existsSync, realpathSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { type Environment, environments } from '../../base/environments.ts'
import { UnusableDatabase } from '../unusable-database.ts'
import { openAlone } from './database-file.ts'
import { transaction } from './transaction.ts'

/** The setting that is in a file from the start of its service until it ends cleanly. */
const inUse = 'in_use'

/** Marks a file as in use, and syncs a log whose sync failed before a crash. Throws SQLite's error, or OutcomeUnknown. */
export const markInUse = (database: DatabaseSync): void => {
  const mark = `INSERT INTO settings (name, value) VALUES ('${inUse}', 1) ON CONFLICT DO NOTHING`
  transaction(database, () => database.exec(mark))
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

/** Whether a service has the file open or was killed. Then another process that closes it last must leave the log. */
export const isMarked = (database: DatabaseSync): boolean => {
  try {
    return database.prepare(`SELECT 1 FROM settings WHERE name = '${inUse}'`).get() !== undefined
  } catch {
    return true
  }
}

/** Removes the mark, at a clean end and in a copy of a file that is in use. Throws SQLite's error. */
export const unmark = (database: DatabaseSync): void => {
  database.exec(`DELETE FROM settings WHERE name = '${inUse}'`)
}

/** Throws UnusableDatabase if a service was killed and the log, which may have acknowledged writes, is missing. */
export const refuseLostLog = (path: string): void => {
  if (!existsSync(path)) return
  const log = `${realpathSync(path)}-wal`
  if (existsSync(log)) return
  const environment = markedEnvironment(path)
  // A service may have opened the file in the meantime.
  if (environment === undefined || existsSync(log)) return
  throw new UnusableDatabase(
    `${path} was in use when its service was killed, and its log ${log} is not there. Writes that were acknowledged may be in that log alone. ` +
      'Put the log back. If it is lost, accept the loss by making the database the store anew: ' +
      `mv ${path} ${path}.lost && petstore restore ${path}.lost --environment ${environment}`,
  )
}

/** The environment of a file with the mark; undefined if it has no mark or cannot be read. */
const markedEnvironment = (path: string): Environment | undefined => {
  try {
    using database = openAlone(path)
    return isMarked(database) ? environmentOf(database) : undefined
  } catch {
    // The fault is reported when the file is opened properly.
    return undefined
  }
}

/** The environment to which a file says it belongs, whatever its path; undefined if it names none. */
export const environmentOf = (database: DatabaseSync): Environment | undefined => {
  const row = database.prepare("SELECT value FROM settings WHERE name = 'environment'").get()
  return environments.find((environment) => environment === row?.['value'])
}

/** Marks a file permanently as an environment's. Closes a file that belongs to another one, and throws UnusableDatabase. */
export const claimEnvironment = (
  database: DatabaseSync,
  path: string,
  environment: Environment,
): void => {
  if (environmentOf(database) === undefined) {
    // Another process may have set the mark first; that one stays.
    const claim =
      "INSERT INTO settings (name, value) VALUES ('environment', ?) ON CONFLICT DO NOTHING"
    database.prepare(claim).run(environment)
  }
  const named = environmentOf(database)
  if (named === environment) return
  database.close()
  throw new UnusableDatabase(
    `${path} holds the data of ${named ?? 'another environment'}, not of ${environment}. It was not changed; move it away.`,
  )
}
