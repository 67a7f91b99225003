import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from './folder.ts'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../core/errors/message-of.ts'
import { migrations } from './migrations/index.ts'

/** Marks a file as this service's ("PETS"); SQLite keeps it in the file's header. */
const applicationId = 0x50455453

/** How long a statement waits for another process's lock before it fails, in milliseconds. */
export const busyTimeouts = { service: 250, command: 5_000 } as const

/** A database file that cannot be used as it is; the message says why and what to do. */
export class UnusableDatabase extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnusableDatabase'
  }
}

/**
 * Opens the file of an environment, makes it where there is none, and brings its schema up to date.
 *
 * @param isKnown whether this process looked at the file before and may have it open: to look again would
 *   drop the locks that SQLite has on it
 * @throws UnusableDatabase where the file is from a newer version, is none of this service's, or is
 *   damaged; it is left as it was
 */
export const openDatabase = (path: string, busyTimeout: number, isKnown = false): DatabaseSync => {
  let database: DatabaseSync | undefined
  try {
    makeFolder(dirname(path))
    if (!isKnown) refuseForeignFile(path)
    makeOwnFile(path)
    database = new DatabaseSync(path, { timeout: busyTimeout })
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA cache_size = -16384;
      PRAGMA journal_size_limit = 67108864;
    `)
    migrate(database, path)
    return database
  } catch (error) {
    database?.close()
    if (error instanceof UnusableDatabase) throw error
    const reason = messageOf(error)
    throw new UnusableDatabase(`The database ${path} cannot be opened: ${reason}.`, {
      cause: error,
    })
  }
}

/**
 * Makes an empty file, where there is none, that is its owner's alone, whatever the folder and the umask say. What
 * SQLite puts beside a database has the mode of the database.
 */
export const makeOwnFile = (path: string): void => {
  try {
    // One that is there is not opened: to close it again would drop the locks that SQLite has on it.
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It is there, or cannot be made, which SQLite tells of better.
  }
}

/**
 * Looks at the file's header before SQLite does, so that a file refused is a file untouched.
 *
 * @param name what the operator knows the file by
 * @throws UnusableDatabase
 */
export const refuseForeignFile = (path: string, name = path): void => {
  if (!existsSync(path)) return
  const header = Buffer.alloc(100)
  const file = openSync(path, 'r')
  let length: number
  try {
    length = readSync(file, header, 0, header.length, 0)
  } finally {
    closeSync(file)
  }
  if (length === 0) return
  if (length < header.length || header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw new UnusableDatabase(
      `${name} is not a SQLite database. It was left as it is; restore a backup, or move it away.`,
    )
  }
  // https://www.sqlite.org/fileformat.html section 1.3: user_version at 60, application_id at 68.
  const version = header.readUInt32BE(60)
  const owner = header.readUInt32BE(68)
  if (owner !== applicationId && (owner !== 0 || version !== 0)) {
    throw new UnusableDatabase(`${name} belongs to another program. It was left as it is.`)
  }
  refuseNewer(version, name)
}

const refuseNewer = (version: number, path: string): void => {
  if (version <= migrations.length) return
  throw new UnusableDatabase(
    `${path} was made by a newer version of petstore (schema ${version}, this one knows ${migrations.length}). ` +
      'It was left as it is; start the newer version.',
  )
}

const migrate = (database: DatabaseSync, path: string): void => {
  const pragma = database.prepare('PRAGMA user_version')
  if (Number(pragma.get()?.['user_version']) === migrations.length) return
  transaction(database, () => {
    // Read again under the lock: another process may have been first.
    const version = Number(pragma.get()?.['user_version'])
    refuseNewer(version, path)
    for (const step of migrations.slice(version)) database.exec(step)
    database.exec(
      `PRAGMA user_version = ${migrations.length}; PRAGMA application_id = ${applicationId}`,
    )
  })
  // The version reaches the file's header, where the next start looks first.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

/**
 * Runs a function in one transaction that holds the write lock from its start; inside another, it
 * joins that one.
 *
 * @throws TypeError where the function returns a promise: the transaction would end before its work
 */
export const transaction = <T>(database: DatabaseSync, work: () => T): T => {
  if (database.isTransaction) return work()
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    if (result instanceof Promise) throw new TypeError('A transaction cannot wait for a promise.')
    database.exec('COMMIT')
    return result
  } catch (error) {
    // SQLite has ended the transaction by itself after some errors (a full disk among them).
    if (database.isTransaction) rollBack(database)
    throw error
  }
}

/** Ends a transaction in which something failed. That is what the caller is to hear of. */
export const rollBack = (database: DatabaseSync): void => {
  try {
    database.exec('ROLLBACK')
  } catch {
    // Without its transaction nothing of it stands, whether or not it was undone in order.
  }
}
