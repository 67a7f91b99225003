import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { refuseLostLog } from './marks.ts'
import { resultCodeOf, resultCodes, transaction } from './transaction.ts'
import {
  damagedDatabase,
  fullDisk,
  makeOwnFile,
  openAlone,
  openFile,
  presenceOf,
  makeFolder,
} from './database-file.ts'
import { olderSchema, refuseNewerSchema, UnusableDatabase } from '../unusable-database.ts'
import type { AuditEntry } from '../../base/audit.ts'
import { auditStatement } from '../audit.ts'
import { auditTable } from '../sql/steps.ts'
import { asking } from './engine.ts'
import { foldedText } from '../../base/search-text.ts'
import { messageOf } from '../../base/errors/message-of.ts'
import { bringUpToDate, newestSchema } from './migrations.ts'

/** Marks a file as this service's ("PETS"). SQLite stores it in the header of the file. */
const applicationId = 0x50455453

/** Milliseconds that a statement waits for another process's lock before it fails. */
export const busyTimeouts = { service: 250, command: 5_000 } as const

export type Opening = {
  readonly busyTimeout: number
  /** Whether to create the database if the file is missing or empty. Defaults to true. */
  readonly makes?: boolean | undefined
  /** Whether to migrate an older schema. Defaults to true. */
  readonly migrates?: boolean | undefined
  /** Whether this process has checked the file before. Another check would drop this process's locks on the file. */
  readonly isKnown?: boolean | undefined
}

/** Opens the file of an environment, or throws UnusableDatabase and leaves the file unchanged. */
export const openDatabase = (
  path: string,
  { busyTimeout, makes = true, migrates = true, isKnown = false }: Opening,
): DatabaseSync => {
  let database: DatabaseSync | undefined
  try {
    refuseMissingFile(path, makes)
    if (makes) makeFolder(dirname(path))
    if (!isKnown) {
      refuseForeignFile(path)
      refuseLostLog(path)
    }
    if (makes) makeOwnFile(path)
    database = openFile(path, busyTimeout)
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA cache_size = -16384;
      -- What was erased is in no free page either.
      PRAGMA secure_delete = ON;
      -- Pages that change in many commits reach the file once in 16 MiB of the log, not once in 4.
      PRAGMA journal_size_limit = 67108864; PRAGMA wal_autocheckpoint = 4000;
      -- For each row that it writes, SQLite would fill a table with the values that a CHECK names: a quarter of the work of
      -- an insert. The schemas and rules have checked the values; other programs, and the checks of a file, heed it.
      PRAGMA ignore_check_constraints = ON;
    `)
    migrate(database, path, makes, migrates)
    return database
  } catch (error) {
    database?.close()
    if (error instanceof UnusableDatabase) throw error
    const reason = messageOf(error)
    const code = resultCodeOf(error)
    if (code === resultCodes.corrupt) throw damagedDatabase(path, reason, error)
    if (code === resultCodes.full) throw fullDisk(path, error)
    throw new UnusableDatabase(`The database ${path} cannot be opened: ${reason}.`, {
      cause: error,
    })
  }
}

/** Records a backup, or a failed one, in the audit log and in a setting that every schema has. Throws SQLite's error. */
export const noteBackup = (path: string, audit: AuditEntry, isFailure: boolean): void => {
  using database = openFile(path, busyTimeouts.command)
  database
    .prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)')
    .run(isFailure ? 'failed_backup' : 'last_backup', audit.at)
  if (isFailure) return
  database.exec(auditTable)
  asking(database).first(...auditStatement(audit))
}

/** Refuses a missing database: if it was moved, or its disk is not mounted, the service would start with an empty store. */
const refuseMissingFile = (path: string, mayMake: boolean): void => {
  const presence = presenceOf(path)
  if (presence === 'there' || (presence === 'nothing' && mayMake)) return
  throw new UnusableDatabase(
    {
      nothing: `There is no database ${path}.`,
      'a broken link': `${path} is a symbolic link to a file that is not there. Put the file there, or remove the link.`,
      'a log alone': `The database ${path} is not there, but its log ${path}-wal beside it is. Put the database back; or, to restore a backup or begin anew, move the log away.`,
    }[presence],
  )
}

/** Checks the file before SQLite may write to it, so that a refused file stays untouched. Throws UnusableDatabase. */
export const refuseForeignFile = (path: string, name = path): void => {
  if (!existsSync(path)) return
  let application: number
  let version: number
  try {
    using database = openAlone(path)
    application = Number(database.prepare('PRAGMA application_id').get()?.['application_id'])
    version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  } catch (error) {
    // Any other fault is reported when the file is opened properly.
    if (resultCodeOf(error) !== resultCodes.notADatabase) return
    throw new UnusableDatabase(
      `${name} is not a SQLite database. It was not changed; restore a backup, or move it away.`,
    )
  }
  if (application !== applicationId && (application !== 0 || version !== 0)) {
    throw new UnusableDatabase(`${name} belongs to another program. It was not changed.`)
  }
  refuseNewerSchema(name, version, newestSchema)
}

const migrate = (database: DatabaseSync, path: string, makes: boolean, migrates: boolean): void => {
  const pragma = database.prepare('PRAGMA user_version')
  const versionNow = (): number => Number(pragma.get()?.['user_version'])
  if (versionNow() === newestSchema) return
  database.function('folded', { deterministic: true, directOnly: true }, (text) =>
    foldedText(String(text)),
  )
  transaction(database, () => {
    // Read again under the lock, because another process may have migrated first.
    const version = versionNow()
    refuseNewerSchema(path, version, newestSchema)
    if (version === newestSchema) return
    // An empty file has version 0, which is not an older version.
    if (version === 0 ? !makes : !migrates) throw olderSchema(path, version, newestSchema)
    bringUpToDate(database, version)
    database.exec(`PRAGMA user_version = ${newestSchema}; PRAGMA application_id = ${applicationId}`)
  })
  // Write the version to the header of the file, which the next start reads first.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}
