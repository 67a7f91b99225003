import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { Row, Table } from '../../src/base/data/table.ts'
import { orders } from '../../src/resources/orders/table.ts'
import { contents } from '../../src/resources/index.ts'
import { openDatabase } from '../../src/store/sqlite/database.ts'
import { insertText } from '../../src/store/sqlite/engine.ts'
import { sqliteDialect } from '../../src/store/sqlite/dialect.ts'
import { names, versionColumn, writtenColumnsOf } from '../../src/store/sql/columns.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { openStorage } from '../helpers/storage.ts'

const opening = { busyTimeout: 0, makes: true, migrates: true, isKnown: false }

/** The operations of SQLite's program for a statement. */
const operationsOf = (database: DatabaseSync, sql: string): readonly string[] =>
  database
    .prepare(`EXPLAIN ${sql}`)
    .all()
    .map(({ opcode }) => String(opcode))

/** The statement that updates these fields of a row. */
const updateOf = (table: Table, changed: Row): string => {
  const row = { id: 1n, now: { row: changed, version: 2n }, changed }
  const [[text] = ['']] = sqliteDialect.writes(table).updates([row])
  return text
}

test('a write of rows fills no table in memory', (t) => {
  const database = openDatabase(join(temporaryFolder(t), 'staging.sqlite'), opening)
  t.after(() => database.close())
  for (const table of contents.tables) {
    const written = writtenColumnsOf(table)
    const into = `${table.name} (${names(written)}, ${versionColumn})`
    const inserting = (rows: number): string => insertText(into, rows, written.length + 1)
    const changed = Object.fromEntries(
      written.map(({ name, kind }) => [name, kind === 'string' ? '' : undefined]),
    )
    const [[removal] = ['']] = sqliteDialect.writes(table).removals([1n])
    for (const statement of [inserting(1), inserting(16), updateOf(table, changed), removal]) {
      const operations = operationsOf(database, statement)
      assert.ok(operations.includes('OpenWrite'), statement)
      assert.ok(!operations.includes('OpenEphemeral'), statement)
    }
  }
})

test('an update leaves the indexes alone that have none of its columns', (t) => {
  const database = openDatabase(join(temporaryFolder(t), 'staging.sqlite'), opening)
  t.after(() => database.close())
  const writtenBy = (fields: Row): number =>
    operationsOf(database, updateOf(orders, fields)).filter((each) => each === 'OpenWrite').length
  assert.equal(writtenBy({ closedAt: undefined }), 1)
  // The table, and its indexes with this column.
  assert.equal(writtenBy({ reference: 'walk-in 12' }), 3)
})

test('another program cannot write a status that no row may have', async (t) => {
  const path = join(temporaryFolder(t), 'staging.sqlite')
  await openStorage(path).close()
  const database = new DatabaseSync(path)
  t.after(() => database.close())
  assert.throws(
    () =>
      database.exec("INSERT INTO pets (name, category_id, status) VALUES ('Rex', 3, 'borrowed')"),
    /CHECK constraint failed/,
  )
})
