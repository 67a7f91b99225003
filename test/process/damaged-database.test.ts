import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { makeStore, temporaryFolder } from '../helpers/app.ts'
import { startFaultyService } from '../helpers/faults.ts'
import { errorOf } from '../helpers/http.ts'

const pageSize = 4_096

/** Makes a store whose animals take some hundred pages, and returns its path. */
const makeAnimals = (dataDir: string): string => {
  makeStore(dataDir, 'staging')
  const path = join(dataDir, 'staging.sqlite')
  using database = new DatabaseSync(path)
  database.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO pets (name, category_id, status)
      SELECT printf('Pet %d ', i) || hex(zeroblob(90)), i, 'available' FROM n;
    PRAGMA wal_checkpoint(TRUNCATE);
  `)
  return path
}

/** Overwrites the pages after the middle of a file, which contain only animals. */
const damage = (path: string): void => {
  const pages = readFileSync(path).length / pageSize
  const middle = Math.floor(pages / 2)
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc((pages - 2 - middle) * pageSize, 0xa5), 0, null, middle * pageSize)
  closeSync(file)
}

const digest = (path: string): string => hash('sha256', readFileSync(path))

test('a file damaged under a running service is never written again, and what can be read is', async (t) => {
  const dataDir = temporaryFolder(t)
  const path = makeAnimals(dataDir)
  const faulty = await startFaultyService(t, dataDir)
  assert.equal((await faulty.create()).status, 201)
  damage(path)
  const before = digest(path)
  // Newest first, the list would still be in memory; the middle has to be read from the file.
  const broken = await faulty.ask('/pets/3500')
  assert.equal(broken.status, 503)
  assert.equal(errorOf(broken).code, 'service_unavailable')
  assert.equal((await faulty.ask('/pets?limit=10')).status, 200)
  assert.equal((await faulty.create()).status, 503)
  assert.equal((await faulty.ready()).status, 503)
  const line = await faulty.untilLogged('storage_unavailable')
  assert.equal(line['reason'], 'damaged')
  assert.match(String(line['explanation']), /restore a backup/)

  const { status } = await faulty.stop()
  assert.equal(status, 0)
  assert.equal(digest(path), before)
  // The log contains the animal that was acknowledged before.
  assert.ok(existsSync(`${path}-wal`))
  assert.equal(faulty.logged('storage_unavailable').length, 1)
  assert.equal(faulty.logged('storage_recovered').length, 0)
})
