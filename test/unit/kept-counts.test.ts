import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import type { Row } from '../../src/data/table.ts'
import { orders } from '../../src/orders/table.ts'
import { countsValidity, keptCounts } from '../../src/storage/sqlite/kept-counts.ts'
import { countRows } from '../../src/storage/sqlite/row-counts.ts'
import { tableSql } from '../../src/storage/sqlite/table-sql.ts'
import { seededRandom } from '../torture/random.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { openStorage } from '../helpers/storage.ts'

/** Two connections to one store, and the counts of orders that the first one keeps. */
const countsOf = (t: TestContext) => {
  const path = join(temporaryFolder(t), 'staging.sqlite')
  void openStorage(path).close()
  const database = new DatabaseSync(path)
  const other = new DatabaseSync(path)
  t.after(() => [database, other].forEach((each) => each.close()))
  const sql = tableSql(orders)
  const changes = { version: 0 }
  const validity = countsValidity(database, changes)
  /** Rows that are noted and not written yet. */
  const waiting: Row[] = []
  const settle = (): void => {
    for (const row of waiting.splice(0)) insert(database, row)
  }
  return {
    database,
    other,
    changes,
    validity,
    waiting,
    settle,
    kept: keptCounts(database, orders, sql, validity, settle),
    counted: countRows(database, orders.name, sql),
  }
}

let petId = 0
const insert = (database: DatabaseSync, row: Row): void => {
  database
    .prepare(
      `INSERT INTO orders (pet_id, status, "by", placed_at, expires_at, owner_id, row_version)
      VALUES (?, ?, 'x', '', ?, ?, 1)`,
    )
    .run(
      ++petId,
      String(row['status']),
      (row['expiresAt'] as string) ?? null,
      String(row['ownerId']),
    )
}

const placed = (ownerId: string, expiresAt: string | undefined = '5'): Row => ({
  ownerId,
  status: 'placed',
  expiresAt,
})

const keyOf = (ownerId: string, value = '3', most = 100) => ({
  where: { ownerId, status: 'placed' },
  above: { field: 'expiresAt', value },
  most,
})

test('counts that are kept are those of the rows, whatever is written, rolled back or written by others', (t) => {
  const { database, other, changes, validity, waiting, settle, kept, counted } = countsOf(t)
  const random = seededRandom(20_261_122)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const any = (): Row => ({
    ownerId: pick(['a', 'b', 'c']),
    status: pick(['placed', 'approved', 'cancelled']),
    expiresAt: pick(['1', '2', '3', '4', '5', undefined]),
  })
  for (let round = 0; round < 300; round += 1) {
    if (random() < 0.1) insert(other, any())
    // Like an import: the same connection writes what nobody notes.
    if (random() < 0.1) {
      insert(database, any())
      changes.version += 1
    }
    database.exec('BEGIN IMMEDIATE')
    validity.begin()
    for (let step = 0; step < 4; step += 1) {
      const row = any()
      if (random() < 0.5) settle()
      const rows = database.prepare('SELECT id, owner_id, status, expires_at FROM orders').all()
      const found = rows.length === 0 ? undefined : pick(rows)
      const before: Row = {
        ownerId: found?.['owner_id'],
        status: found?.['status'],
        ...(found?.['expires_at'] !== null && { expiresAt: found?.['expires_at'] }),
      }
      const what = pick(['insert', 'delete', 'update'])
      if (found === undefined || what === 'insert') {
        waiting.push(row)
        kept.note(undefined, row)
      } else if (what === 'delete') {
        database.prepare('DELETE FROM orders WHERE id = ?').run(found['id'] as number)
        kept.note(before, undefined)
      } else {
        database
          .prepare("UPDATE orders SET status = 'cancelled', owner_id = ? WHERE id = ?")
          .run(String(row['ownerId']), found['id'] as number)
        kept.note(before, { ...before, status: 'cancelled', ownerId: row['ownerId'] })
      }
      for (const ownerId of ['a', 'b', 'c']) {
        const key = keyOf(ownerId, pick(['0', '2', '3', '9']), pick([1, 5, 1_000]))
        const count = kept.count(key)
        settle()
        assert.equal(count, counted(key), `round ${round}`)
      }
    }
    if (random() < 0.2) database.exec('ROLLBACK')
    else {
      database.exec('COMMIT')
      changes.version += 1
      validity.committed()
    }
  }
})

test('a count does not read the rows that it counted before', (t) => {
  const { database, changes, validity, kept } = countsOf(t)
  for (let n = 0; n < 50; n += 1) insert(database, placed('a'))
  const inTransaction = <T>(work: () => T): T => {
    database.exec('BEGIN IMMEDIATE')
    validity.begin()
    const result = work()
    database.exec('COMMIT')
    changes.version += 1
    validity.committed()
    return result
  }
  assert.equal(
    inTransaction(() => kept.count(keyOf('a'))),
    50,
  )
  // Nobody notes this: who reads the rows again sees it.
  database.exec('DELETE FROM orders')
  assert.equal(
    inTransaction(() => kept.count(keyOf('a'))),
    50,
  )
  // Nor this, of which the clock would have reached one.
  insert(database, placed('a', '1'))
  assert.equal(
    inTransaction(() => kept.count(keyOf('a', '4'))),
    50,
  )
})

test('a group of very many rows is counted as far as was asked', (t) => {
  const { database, validity, kept } = countsOf(t)
  database.exec('BEGIN IMMEDIATE')
  validity.begin()
  for (let n = 0; n < 2_100; n += 1) insert(database, placed('a', n % 2 === 0 ? '5' : '1'))
  assert.equal(kept.count(keyOf('a', '3', 2_000)), 1_050)
  assert.equal(kept.count(keyOf('a', '3', 10)), 10)
  assert.equal(kept.count(keyOf('b', '3', 10)), 0)
  database.exec('ROLLBACK')
})
