import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../base/errors/message-of.ts'
import type { Table } from '../../base/data/table.ts'
import { UnusableDatabase } from '../unusable-database.ts'
import { refuseForeignFile } from './database.ts'
import { damagedDatabase } from './database-file.ts'
import { environmentOf } from './marks.ts'
import { textIndexObjects } from './text-index.ts'
import { resultCodeOf, resultCodes } from './transaction.ts'

export type DatabaseFacts = Readonly<ReturnType<typeof checkDatabase>>

/** Checks that a file is a complete store. Throws UnusableDatabase if it is damaged, newer, or not this service's. */
export const checkDatabase = (path: string, tables: readonly Table[], name = path) => {
  using database = openReadOnly(path, name)
  try {
    refuseProgram(database, tables, name)
    const faults = integrityFaults(database, 'integrity_check')
    if (faults.length > 0) throw damaged(name, faults.join('; '))
    return {
      environment: environmentOf(database),
      bytes: statSync(path).size,
      schemaVersion: schemaVersionOf(database),
      /** The number of rows of each table. A file from an older version may lack a table. */
      rows: rowsOf(database, tables),
      keys: numberOf(database, 'SELECT count(*) FROM api_keys'),
    }
  } catch (error) {
    if (error instanceof UnusableDatabase) throw error
    throw damaged(name, messageOf(error))
  }
}

const rowsOf = (database: DatabaseSync, tables: readonly Table[]) => {
  const exists = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")
  const made = tables.filter(({ name }) => exists.get(name) !== undefined)
  const counts = made.map(({ name }) => [name, numberOf(database, `SELECT count(*) FROM ${name}`)])
  return Object.fromEntries(counts) as Readonly<Record<string, number>>
}

/** Refuses triggers and views that are not the service's own, because they would run with every change. */
const refuseProgram = (database: DatabaseSync, tables: readonly Table[], name: string): void => {
  database.exec('PRAGMA trusted_schema = OFF')
  const found = database
    .prepare(
      `SELECT type, name FROM sqlite_schema
      WHERE (type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%')
        AND sql NOT IN (SELECT value FROM json_each(?)) LIMIT 1`,
    )
    .get(JSON.stringify(tables.flatMap((table) => textIndexObjects(table, true))))
  if (found === undefined) return
  const what = `the ${String(found['type'])} ${JSON.stringify(found['name'])}`
  throw damaged(name, `it has ${what}, which no store has`)
}

/** Opens a store read-only. Throws UnusableDatabase. */
export const openReadOnly = (path: string, name = path): DatabaseSync => {
  if (!existsSync(path)) throw new UnusableDatabase(`There is no database ${name}.`)
  refuseForeignFile(path, name)
  try {
    return new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  } catch (error) {
    throw damaged(name, messageOf(error))
  }
}

/** The faults that SQLite finds in a database. The quick check does not compare indexes with their tables. */
export const integrityFaults = (
  database: DatabaseSync,
  check: 'integrity_check' | 'quick_check',
): readonly string[] => {
  const found = database.prepare(`PRAGMA ${check}(5)`).all()
  const lines = found.map((row) => String(Object.values(row)[0]))
  return lines.filter((line) => line !== 'ok')
}

/** Checks a file, unless it is large, before anything writes to it. Throws UnusableDatabase. */
export const refuseDamagedFile = (path: string): void => {
  if (!existsSync(path)) return
  const { size } = statSync(path)
  // A check of this size takes about 150 ms on a fast disk.
  if (size === 0 || size > 64 * 1024 * 1024) return
  using database = openReadOnly(path)
  let faults: readonly string[]
  try {
    faults = integrityFaults(database, 'quick_check')
  } catch (error) {
    // Another program has locked the file, which says nothing about its content.
    if (resultCodeOf(error) === resultCodes.busy) return
    faults = [messageOf(error)]
  }
  if (faults.length === 0) return
  // SQLite writes a heading, then one fault per line.
  const fault = faults.join('\n').split('\n').at(-1)
  throw damagedDatabase(path, String(fault))
}

export const schemaVersionOf = (database: DatabaseSync): number =>
  numberOf(database, 'PRAGMA user_version')

/** The latest time at which a key was created or used, in milliseconds since the Unix epoch; 0 without keys. */
export const newestKeyTime = (database: DatabaseSync): number =>
  numberOf(
    database,
    'SELECT coalesce(max(max(created_at, coalesce(last_used_at, 0))), 0) FROM api_keys',
  )

const numberOf = (database: DatabaseSync, query: string): number =>
  Number(Object.values(database.prepare(query).get() ?? {})[0])

const damaged = (path: string, reason: string): UnusableDatabase =>
  new UnusableDatabase(`${path} is damaged or not a complete store: ${reason}. It was not changed.`)
