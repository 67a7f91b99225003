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
 * Copies a database as of one moment into one checked file without a log, over the target. A read transaction keeps
 * SQLite from restarting whenever another process writes. It throws UnusableDatabase.
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
  // A copy in WAL mode would get two more files beside it wherever it is opened.
  copy.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL')
  claimEnvironment(copy, target, environment)
  dropHidden(copy)
  unmark(copy)
}

const dropHidden = (copy: DatabaseSync): void => {
  // A store of a version without imports has no such table.
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

/** Lets event ids go on behind those given after the backup, in a file that nobody else opens, and notes the restore. */
export const passOverLostIds = (path: string, audit: AuditEntry): void => {
  const { at } = audit
  using database = new DatabaseSync(path)
  // A file that was copied while a service had it.
  unmark(database)
  database.exec(auditTable)
  asking(database).first(...auditStatement(audit))
  // A store of a version without events has no such table.
  const has = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'own_events'").get()
  if (has === undefined) return
  const type = 'store.restored'
  const body = `,"type":"${type}","timestamp":"${dateTimeText(at)}","data":{}}`
  // Older versions name the columns otherwise.
  const insert = database.prepare(`INSERT INTO own_events VALUES (${edge('max')} + ?, ?, ?, '', ?)`)
  insert.run(idsPassedOver, type, at, body)
}
