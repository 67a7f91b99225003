import { existsSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../keys/key-format.ts'
import { refuseForeignFile, UnusableDatabase } from './database.ts'
import { claimEnvironment, environmentOf } from './owner.ts'

/** What a checked file holds. */
export type DatabaseFacts = {
  /** Undefined where the file does not say. */
  readonly environment: Environment | undefined
  readonly schemaVersion: number
  readonly pets: number
  readonly keys: number
}

/** Pages copied between two calls of the progress function: 16 MiB at SQLite's usual page size. */
const pagesPerStep = 4_096

/**
 * Copies a database as it stands at one moment, while others go on writing to it. SQLite's backup
 * begins anew whenever another process writes, and might never end; a read transaction held on the
 * source keeps it at one moment, and in WAL mode holds up no writer.
 *
 * The copy is one file, with no log beside it, and was seen to be whole.
 *
 * @param target a file that may be written over
 * @throws UnusableDatabase
 */
export const backUpDatabase = async (
  source: string,
  target: string,
  environment: Environment,
  progress: (done: number) => void,
): Promise<DatabaseFacts> => {
  const database = openReadOnly(source)
  try {
    database.exec('BEGIN')
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
    await backup(database, target, {
      rate: pagesPerStep,
      progress: ({ totalPages, remainingPages }) => progress(1 - remainingPages / totalPages),
    })
  } finally {
    database.close()
  }
  const copy = new DatabaseSync(target)
  try {
    // A file in WAL mode would grow two files beside it wherever it is looked at.
    copy.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL')
    claimEnvironment(copy, target, environment)
    dropHidden(copy)
  } finally {
    if (copy.isOpen) copy.close()
  }
  return checkDatabase(target)
}

/** Of an import that is under way, a copy is to have nothing. */
const dropHidden = (copy: DatabaseSync): void => {
  // A store from before imports has no such table.
  const table = copy.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'import_under_way'").get()
  if (table === undefined) return
  copy.exec(`
    DELETE FROM pets WHERE id BETWEEN (SELECT first FROM import_under_way)
      AND (SELECT last FROM import_under_way);
    DELETE FROM import_under_way;
  `)
}

/**
 * Holds a file against everything that a store needs to be, and changes nothing.
 *
 * @param name what the operator knows the file by
 * @throws UnusableDatabase where it is damaged, another program's, or from a newer version
 */
export const checkDatabase = (path: string, name = path): DatabaseFacts => {
  const database = openReadOnly(path, name)
  try {
    const faults = integrityFaults(database, 'integrity_check')
    if (faults.length > 0) throw damaged(name, faults.join('; '))
    return {
      environment: environmentOf(database),
      schemaVersion: numberOf(database, 'PRAGMA user_version'),
      pets: numberOf(database, 'SELECT count(*) FROM pets'),
      keys: numberOf(database, 'SELECT count(*) FROM api_keys'),
    }
  } catch (error) {
    if (error instanceof UnusableDatabase) throw error
    throw damaged(name, error instanceof Error ? error.message : String(error))
  } finally {
    database.close()
  }
}

/**
 * Opens a store to look at it.
 *
 * @throws UnusableDatabase
 */
export const openReadOnly = (path: string, name = path): DatabaseSync => {
  if (!existsSync(path)) throw new UnusableDatabase(`There is no database ${name}.`)
  refuseForeignFile(path, name)
  try {
    return new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  } catch (error) {
    throw damaged(name, error instanceof Error ? error.message : String(error))
  }
}

/** What SQLite finds wrong with a database; the quick check leaves out whether indexes match tables. */
export const integrityFaults = (
  database: DatabaseSync,
  check: 'integrity_check' | 'quick_check',
): readonly string[] => {
  const found = database.prepare(`PRAGMA ${check}(5)`).all()
  const lines = found.map((row) => String(Object.values(row)[0]))
  return lines.filter((line) => line !== 'ok')
}

const numberOf = (database: DatabaseSync, query: string): number =>
  Number(Object.values(database.prepare(query).get() ?? {})[0])

const damaged = (path: string, reason: string): UnusableDatabase =>
  new UnusableDatabase(`${path} is damaged or no whole store: ${reason}. It was left as it is.`)
