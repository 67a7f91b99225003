import { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../base/environments.ts'
import { messageOf } from '../../base/errors/message-of.ts'
import type { Contents } from '../../base/data/contents.ts'
import { Changes } from '../changes.ts'
import type { Read } from '../engine.ts'
import type { Storage } from '../port.ts'
import { storedOver } from '../storage.ts'
import { tableSql } from '../table-sql.ts'
import { UnusableDatabase } from '../unusable-database.ts'
import { sqliteBulk } from './bulk.ts'
import { claimEnvironment, isMarked, markInUse, unmark } from './marks.ts'
import { openDatabase, type Opening } from './database.ts'
import { bytesOf } from './database-file.ts'
import { sqliteDialect } from './dialect.ts'
import { asking, sqliteEngine } from './engine.ts'
import { assertInPlace, attempted, guarded, setBusyTimeout, settle, share } from './transaction.ts'
import { refuseMovedFiles, storeFiles } from './store-files.ts'
import { filterIndexes, refuseOtherTables } from './table-fit.ts'
import { indexTexts } from './text-index.ts'

/** How to open a store in a SQLite file. By default the file is created or migrated as needed. */
export type SqliteParts = Opening & {
  readonly path: string
  readonly environment: Environment
  readonly contents: Contents
  /** Whether the service opens the file: it is marked as in use until `close`. */
  readonly marks?: boolean
  /** The state that the service shares, by which it learns of changes. */
  readonly changes?: Changes
}

/** Opens the store of one environment in one file, with a connection for writing and one for reading. Throws UnusableDatabase. */
export const openSqliteStorage = (parts: SqliteParts): Storage => {
  const { path, environment, contents, busyTimeout } = parts
  const { changes = new Changes(), migrates = true, isKnown, marks = false } = parts
  if (isKnown === true) refuseMovedFiles(path, changes)
  using opened = new DisposableStack()
  const database = opened.use(openDatabase(path, parts))
  const files = storeFiles(path, database.location() ?? path, changes)
  try {
    claimEnvironment(database, path, environment)
    // That read has opened the log too.
    files.note()
    share(database, changes, files)
    if (marks) markInUse(database)
    refuseOtherTables(database, contents.tables)
    if (migrates) indexTexts(database, contents.tables)
    const reads = openReads(path, contents, busyTimeout, changes)
    opened.defer(reads.close)
    const detectExternalWrites = externalWriteDetector(database, changes)
    const engine = { ...sqliteEngine(database), findOthers: detectExternalWrites }
    const { commits, storage } = storedOver({
      engine,
      contents,
      reads,
      bulk: sqliteBulk({ database, changes, begin: engine.begin }),
      changes,
      maxTurns: 8,
      bytes: () => bytesOf(path),
    })
    opened.move()
    return {
      ...storage,
      // Only one process serves the file.
      lease: async () => true,
      secret: reads.secret,
      // SQLite does not report a connection's own writes.
      poll: async () => {
        assertInPlace(database)
        guarded(database, detectExternalWrites)
      },
      ping: () => reads.ping(),
      tryWriting: async () => {
        attempted(database, () => settle(database))
        setBusyTimeout(database, busyTimeout)
      },
      close: async () => {
        await commits.ended()
        // The last connection that closes copies the log into the file and removes the log. A damaged file must not be
        // written, and a reading connection cannot do it.
        const isOthers = !marks && isMarked(database)
        const keepsLog = isOthers || changes.trouble === 'damaged' || !files.mayRemoveLog()
        if (!keepsLog) reads.close()
        if (marks && !keepsLog) {
          try {
            unmark(database)
          } catch {
            // The next start copies the log into the file, and the mark does no harm.
          }
        }
        database.close()
        if (keepsLog) reads.close()
      },
    }
  } catch (error) {
    if (error instanceof UnusableDatabase) throw error
    throw new UnusableDatabase(
      `The database ${path} cannot be read: ${messageOf(error)}. It was not changed; if it is damaged, restore a backup.`,
      { cause: error },
    )
  }
}

/** Opens the reading connection. Close it before the writing one. Throws SQLite's error, or Error for a replaced file. */
const openReads = (path: string, { tables }: Contents, busyTimeout: number, changes: Changes) => {
  // Check before, so that no log is created beside another file, and after, because the file may have been replaced in
  // between.
  refuseMovedFiles(path, changes)
  using opened = new DisposableStack()
  const database = opened.use(new DatabaseSync(path, { readOnly: true, timeout: busyTimeout }))
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8192')
  refuseMovedFiles(path, changes)
  share(database, changes)
  const ask = asking(database)
  const read: Read = (text, values, of) => guarded(database, () => of(ask(text, values).rows))
  const known = tables.map((table) => {
    const sql = tableSql(sqliteDialect, table, filterIndexes(database, table))
    return [table.name, { table, sql }] as const
  })
  /** The secret of this store, a blob that the migration that creates the table adds. */
  const secret = ask("SELECT value FROM settings WHERE name = 'secret'").rows[0]?.[0] as Uint8Array
  opened.move()
  return {
    read,
    tables: new Map(known),
    secret,
    ping: async () => {
      guarded(database, () => ask('SELECT 1 FROM settings LIMIT 1'))
      setBusyTimeout(database, busyTimeout)
    },
    close: () => database.close(),
  }
}

const externalWriteDetector = (database: DatabaseSync, changes: Changes): (() => void) => {
  const version = database.prepare('PRAGMA data_version')
  const current = (): unknown => version.get()?.['data_version']
  let seen = current()
  // Other processes may have cached answers from before changes that this connection cannot detect.
  changes.bumpVersion()
  return () => {
    const now = current()
    if (now !== seen) changes.noteOthers()
    seen = now
  }
}
