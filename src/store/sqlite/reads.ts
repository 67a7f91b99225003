import { DatabaseSync } from 'node:sqlite'
import type { Contents } from '../../base/data/contents.ts'
import type { Changes } from '../changes.ts'
import type { Read } from '../engine.ts'
import { tableSql } from '../table-sql.ts'
import { sqliteDialect } from './dialect.ts'
import { asking } from './engine.ts'
import { filterIndexes } from './table-fit.ts'
import { guarded, setBusyTimeout, share } from './transaction.ts'
import { refuseMovedFiles } from './store-files.ts'

/** What requests read of a store, over a read-only connection. */
export type SqliteReads = ReturnType<typeof openSqliteReads>

/** Opens a reading connection; close it before the writing one. It throws SQLite's error, or Error for a replaced file. */
export const openSqliteReads = (
  path: string,
  { tables }: Contents,
  busyTimeout: number,
  changes: Changes,
) => {
  // Checked twice: before, so that no log is made beside another file; after, as the file may have been replaced in
  // between.
  refuseMovedFiles(path, changes)
  const database = new DatabaseSync(path, { readOnly: true, timeout: busyTimeout })
  try {
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8192')
    refuseMovedFiles(path, changes)
    share(database, changes)
    const ask = asking(database)
    const read: Read = (text, values, of) => guarded(database, () => of(ask(text, values).rows))
    const known = tables.map((table) => {
      const sql = tableSql(sqliteDialect, table, filterIndexes(database, table))
      return [table.name, { table, sql }] as const
    })
    return {
      read,
      tables: new Map(known),
      /** A secret of this store: the migration that makes the table adds it, as a blob. */
      secret: ask("SELECT value FROM settings WHERE name = 'secret'").rows[0]?.[0] as Uint8Array,
      ping: async () => {
        guarded(database, () => ask('SELECT 1 FROM settings LIMIT 1'))
        setBusyTimeout(database, busyTimeout)
      },
      close: () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error
  }
}
