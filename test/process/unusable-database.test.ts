import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import { openStorage } from '../helpers/storage.ts'

/** Checks start and command on an unusable file: status 1, a sentence, the file unchanged. */
const assertRefused = async (dataDir: string, file: string, message: RegExp): Promise<void> => {
  const before = readFileSync(file)
  const env = {
    PETSTORE_DATA_DIR: dataDir,
    PETSTORE_ENVIRONMENTS: 'staging',
    PETSTORE_STAGING_PORT: '0',
    PETSTORE_METRICS_PORT: 'off',
    PETSTORE_LOG_LEVEL: 'silent',
  }
  for (const args of [['serve'], ['keys', 'list', '--environment', 'staging']]) {
    const { status, out, error } = await runHere(args, env)
    assert.deepEqual([status, out], [1, ''], error)
    assert.match(error, message)
    assert.doesNotMatch(error, /^ +at /m, 'a sentence, no stack')
  }
  assert.ok(readFileSync(file).equals(before))
  const left = readdirSync(dataDir).filter((name) => name !== 'staging.lock')
  assert.deepEqual(left, ['staging.sqlite'], 'nothing is left beside it')
}

const change = (file: string, statements: string): void => {
  const database = new DatabaseSync(file)
  database.exec(`${statements}; PRAGMA wal_checkpoint(TRUNCATE)`)
  database.close()
}

for (const [what, spoil, message] of [
  [
    'a database of a newer version',
    (file: string) => change(file, 'PRAGMA user_version = 999'),
    /staging\.sqlite was made by a newer version of petstore \(schema 999, this one knows \d+\)\. It was left as it is; start the newer version\.$/m,
  ],
  [
    'a file that is no database',
    (file: string) => writeFileSync(file, 'These are the notes of someone else.\n'.repeat(50)),
    /staging\.sqlite is not a SQLite database\. It was left as it is/,
  ],
  [
    'the file of another environment',
    async (file: string) => {
      rmSync(file)
      await openStorage(file, { environment: 'production' }).close()
    },
    /holds the data of production, not of staging/,
  ],
  [
    'a database of another program',
    (file: string) => change(file, 'PRAGMA application_id = 7'),
    /staging\.sqlite belongs to another program\. It was left as it is/,
  ],
  [
    'a database that is damaged inside',
    (file: string) => writeFileSync(file, readFileSync(file).fill(0x5a, 4_096)),
    /^The database .+staging\.sqlite (?:is damaged \(.+\)|cannot be read: .+)\. It was left as it is\b.+ restore a backup\b/m,
  ],
] as const) {
  test(`${what} is refused and left untouched`, async (t) => {
    const dataDir = temporaryFolder(t)
    const file = join(dataDir, 'staging.sqlite')
    await openStorage(file, { busyTimeout: 0 }).close()
    await spoil(file)
    await assertRefused(dataDir, file, message)
  })
}
