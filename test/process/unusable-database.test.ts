import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import { runCommand } from '../helpers/service.ts'
import { openStorage } from '../helpers/storage.ts'

/** A folder with a store of staging in it. */
const madeStore = async (t: TestContext): Promise<{ dataDir: string; file: string }> => {
  const dataDir = temporaryFolder(t)
  const file = join(dataDir, 'staging.sqlite')
  await openStorage(file, { busyTimeout: 0 }).close()
  return { dataDir, file }
}

const fingerprint = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex')

/** Checks start and command on an unusable file: status 1, a sentence, the file unchanged. */
const assertRefused = async (dataDir: string, file: string, message: RegExp): Promise<void> => {
  const before = fingerprint(file)
  const env = {
    PETSTORE_DATA_DIR: dataDir,
    PETSTORE_ENVIRONMENTS: 'staging',
    PETSTORE_STAGING_PORT: '0',
    PETSTORE_METRICS_PORT: 'off',
    PETSTORE_LOG_LEVEL: 'silent',
  }
  const served = await runCommand(['serve'], env)
  const listed = await runHere(['keys', 'list', '--environment', 'staging'], env)
  for (const { status, out, error } of [served, listed]) {
    assert.deepEqual([status, out], [1, ''], error)
    assert.match(error, message)
    assert.doesNotMatch(error, /^ +at /m, 'a sentence, no stack')
  }
  assert.equal(fingerprint(file), before)
  const left = readdirSync(dataDir).filter((name) => name !== 'staging.lock')
  assert.deepEqual(left, ['staging.sqlite'], 'nothing is left beside it')
}

test('a database of a newer version is refused and left untouched', async (t) => {
  const { dataDir, file } = await madeStore(t)
  const database = new DatabaseSync(file)
  database.exec('PRAGMA user_version = 999; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  await assertRefused(
    dataDir,
    file,
    /staging\.sqlite was made by a newer version of petstore \(schema 999, this one knows \d+\)\. It was left as it is; start the newer version\.$/m,
  )
})

test('a file that is no database is refused and left untouched', async (t) => {
  const dataDir = temporaryFolder(t)
  const file = join(dataDir, 'staging.sqlite')
  writeFileSync(file, 'These are the notes of someone else.\n'.repeat(50))
  await assertRefused(
    dataDir,
    file,
    /staging\.sqlite is not a SQLite database\. It was left as it is/,
  )
})

test('a database of another program is refused and left untouched', async (t) => {
  const dataDir = temporaryFolder(t)
  const file = join(dataDir, 'staging.sqlite')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA user_version = 1; CREATE TABLE notes (text TEXT)')
  database.close()
  await assertRefused(
    dataDir,
    file,
    /staging\.sqlite belongs to another program\. It was left as it is/,
  )
})

test('a database that is damaged inside is refused and left untouched', async (t) => {
  const { dataDir, file } = await madeStore(t)
  const bytes = readFileSync(file)
  bytes.fill(0x5a, 4_096)
  writeFileSync(file, bytes)
  await assertRefused(
    dataDir,
    file,
    /^The database .+staging\.sqlite (?:is damaged \(.+\)|cannot be read: .+)\. It was left as it is\b.+ restore a backup\b/m,
  )
})

test('a data folder that cannot be made is refused with the reason, at once', async () => {
  const env = { PETSTORE_DATA_DIR: '/proc/petstore', PETSTORE_METRICS_PORT: 'off' }
  for (const command of [['serve'], ['keys', 'list', '--environment', 'staging']]) {
    const { status, error } = await runCommand(command, env)
    assert.equal(status, 1)
    assert.match(error, /\/proc\/petstore/)
  }
})
