import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../base/environments.ts'
import { type MovedTable, quotedName } from '../moved-table.ts'
import { UnusableDatabase } from '../unusable-database.ts'
import { busyTimeouts, openDatabase } from './database.ts'
import { claimEnvironment } from './marks.ts'
import { edge } from '../event-log.ts'
import { hiddenIds } from './bulk.ts'
import { asking, rowsOf } from './engine.ts'
import { takeServiceLock } from './lock.ts'
import { resultCodeOf, resultCodes } from './transaction.ts'

/** Settings that stay behind: the target has these of its own, and a backup of the file is none of it. */
const staying =
  "name IN ('secret', 'environment', 'last_backup', 'failed_backup', 'in_use', 'probe')"

/** Statements for tables of the target that the file does not have as they are; they give the same columns. */
const made: ReadonlyMap<string, string> = new Map([
  [
    'settings',
    `SELECT name, iif(typeof(value) = 'integer', value, NULL) AS number,
      iif(typeof(value) = 'text', value, NULL) AS text, iif(typeof(value) = 'blob', value, NULL) AS bytes
    FROM settings WHERE NOT (${staying})`,
  ],
  [
    'positions',
    `SELECT 'ids of ' || name AS name, seq AS value FROM sqlite_sequence WHERE seq > 0
    UNION ALL SELECT 'removed versions of ' || table_name, highest FROM removed_versions
    UNION ALL SELECT 'events', ${edge('max')}
    UNION ALL SELECT 'keys', (SELECT ifnull(max(rowid), 0) FROM api_keys)
    UNION ALL SELECT 'version', 1`,
  ],
  // Nobody works on the file.
  ['leases', `SELECT name AS work, name AS holder, 0 AS ends_at FROM settings WHERE FALSE`],
  // The order in which keys were made.
  ['api_keys', 'SELECT *, rowid AS number FROM api_keys'],
])

/** Tables of the file that the statements above read, or that say only what is not to be moved. */
const taken: ReadonlySet<string> = new Set([
  'sqlite_sequence',
  'removed_versions',
  'import_under_way',
])

/** Opens a file for a move, with all locks, so nobody else writes. It throws UnusableDatabase. */
export const openMoveSource = (
  { database: path, lock }: { readonly database: string; readonly lock: string },
  environment: Environment,
) => {
  if (!existsSync(path))
    throw new UnusableDatabase(`There is no data of ${environment} in ${path}.`)
  using opened = new DisposableStack()
  const hold = (lockPath: string, refusal: string): void => {
    const taking = takeServiceLock(lockPath)
    if (taking === undefined) throw new UnusableDatabase(refusal)
    opened.defer(taking.release)
  }
  hold(lock, `The service serves ${environment} from ${path}; stop it first.`)
  hold(`${path}.import-lock`, `An import into ${path} is under way; wait until it has ended.`)
  const busyTimeout = busyTimeouts.command
  const database = opened.use(openDatabase(path, { busyTimeout, makes: false, migrates: false }))
  claimEnvironment(database, path, environment)
  try {
    // From now on no command writes either.
    database.exec('BEGIN IMMEDIATE')
  } catch (error) {
    if (resultCodeOf(error) !== resultCodes.busy) throw error
    const reason = `Another command writes to ${path}; wait until it has ended.`
    throw new UnusableDatabase(reason, { cause: error })
  }
  const source = sourceOf(database, path)
  const held = opened.move()
  return { ...source, close: () => held.dispose() }
}

export type MoveSource = ReturnType<typeof openMoveSource>

const sourceOf = (database: DatabaseSync, path: string) => {
  const hidden = hiddenIds(database)
  const movedRows = ({ name }: MovedTable): string => {
    const text = made.get(name)
    if (text !== undefined) return `(${text})`
    return hidden?.table === name
      ? `(SELECT * FROM "${name}" WHERE NOT (id BETWEEN ${hidden.first} AND ${hidden.last}))`
      : `"${name}"`
  }
  const { first } = asking(database)
  return {
    /** A secret that no other store has; the first step of the schema made it. */
    secret: first("SELECT value FROM settings WHERE name = 'secret'")?.[0] as Uint8Array,
    /** @throws UnusableDatabase if it lacks a table, has other columns, or has a table that no one of these takes */
    refuseOtherTables: (tables: readonly MovedTable[]): void => {
      const names = database
        // Not those of an index of texts, which the target makes in its own way.
        .prepare(
          "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name <> 'sqlite_schema'",
        )
        .all()
        .map(({ name }) => String(name))
      const forgotten = names.filter(
        (name) => !taken.has(name) && !tables.some((table) => table.name === name),
      )
      if (forgotten.length > 0) {
        throw new UnusableDatabase(
          `No move takes over the table ${forgotten.join(', ')} of ${path}. Nothing was moved.`,
        )
      }
      for (const table of tables) {
        const found = database.prepare(`SELECT * FROM ${movedRows(table)} LIMIT 0`).columns()
        const have = found.map(({ name }) => name).toSorted()
        const want = table.columns.map(({ name }) => name).toSorted()
        if (have.join() === want.join()) continue
        throw new UnusableDatabase(
          `The table ${table.name} of ${path} has the columns ${have.join(', ')}, and its copy ${want.join(', ')}. Nothing was moved.`,
        )
      }
    },
    count: (table: MovedTable): number =>
      Number(first(`SELECT count(*) FROM ${movedRows(table)}`)?.[0]),
    rows: (table: MovedTable) => {
      const key = table.key.map(quotedName).join(', ')
      const columns = table.columns.map(({ name }) => quotedName(name)).join(', ')
      return rowsOf(database, `SELECT ${columns} FROM ${movedRows(table)} ORDER BY ${key}`)
    },
  }
}
