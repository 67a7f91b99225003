import { backup, DatabaseSync } from 'node:sqlite'
import { dateTimeText } from '../../base/date-time.ts'
import type { AuditEntry } from '../../base/audit.ts'
import type { Environment } from '../../base/environments.ts'
import type { Table } from '../../base/data/table.ts'
import { checkDatabase, type DatabaseFacts, openReadOnly } from './inspection.ts'
import { onlyImported } from './migrations.ts'
import { claimEnvironment, refuseLostLog, unmark } from './marks.ts'
import { auditStatement } from '../audit.ts'
import { edge, idsPassedOver } from '../event-log.ts'
import { auditTable } from '../sql/steps.ts'
import { asking } from './engine.ts'

/**
 * Copies a consistent snapshot of a database into one verified file without a log, replacing the target. A read transaction
 * keeps SQLite from restarting the copy whenever another process writes. Throws UnusableDatabase.
 */
export const backUpDatabase = async (
  source: string,
  target: string,
  environment: Environment,
  tables: readonly Table[],
  progress: (done: number) => void,
): Promise<DatabaseFacts> => {
  refuseLostLog(source)
  {
    using database = openReadOnly(source)
    database.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
    await backup(database, target, {
      // 16 MiB at SQLite's usual page size.
      rate: 4_096,
      progress: ({ totalPages, remainingPages }) => progress(1 - remainingPages / totalPages),
    })
  }
  makeWhole(target, environment)
  return checkDatabase(target, tables)
}

const makeWhole = (target: string, environment: Environment): void => {
  using copy = new DatabaseSync(target)
  // A copy in WAL mode would create two more files beside it whenever it is opened.
  copy.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL')
  claimEnvironment(copy, target, environment)
  dropHidden(copy)
  unmark(copy)
}

const dropHidden = (copy: DatabaseSync): void => {
  // Stores from versions without imports lack this table.
  const imports = copy.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'import_under_way'").get()
  const hidden = imports && copy.prepare('SELECT * FROM import_under_way').get()
  if (hidden === undefined) return
  const table = String(hidden['table_name'] ?? onlyImported)
  copy.exec(`
    DELETE FROM "${table}" WHERE id BETWEEN (SELECT first FROM import_under_way)
      AND (SELECT last FROM import_under_way);
    DELETE FROM import_under_way;
  `)
}

/** Makes event ids continue beyond those assigned after the backup, and records the restore. Nothing else has the file open. */
export const passOverLostIds = (path: string, audit: AuditEntry): void => {
  const { at } = audit
  using database = new DatabaseSync(path)
  // The file may have been copied while a service had it open.
  unmark(database)
  database.exec(auditTable)
  asking(database).first(...auditStatement(audit))
  // Stores from versions without events lack this table.
  const has = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'own_events'").get()
  if (has === undefined) return
  const type = 'store.restored'
  const body = `,"type":"${type}","timestamp":"${dateTimeText(at)}","data":{}}`
  // Older versions have other column names.
  const insert = database.prepare(`INSERT INTO own_events VALUES (${edge('max')} + ?, ?, ?, '', ?)`)
  insert.run(idsPassedOver, type, at, body)
}
