import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { foldedText } from '../../src/base/search-text.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { commandsIn, runHere } from '../helpers/command.ts'
import { olderSteps } from '../helpers/older-schema.ts'
import { stagingAlone, startService } from '../helpers/service.ts'
import { openStorage } from '../helpers/storage.ts'

/** Checks start, command and restore on an unusable file: status 1, a sentence, the file unchanged. */
const assertRefused = async (
  dataDir: string,
  file: string,
  message: RegExp,
  ofRestore = message,
): Promise<void> => {
  const before = readFileSync(file)
  const env = { ...stagingAlone, PETSTORE_DATA_DIR: dataDir, PETSTORE_LOG_LEVEL: 'silent' }
  const other = join(dataDir, 'other')
  const started = await runHere(['serve'], env)
  assert.deepEqual([started.status, started.out], [1, ''], started.error)
  assert.match(started.error, message)
  for (const error of [
    started.error,
    await commandsIn(dataDir).fails('keys list', message),
    await commandsIn(other).fails(`restore ${file}`, ofRestore),
  ]) {
    assert.doesNotMatch(error, /^ +at /m, 'a sentence, no stack')
  }
  assert.ok(readFileSync(file).equals(before))
  assert.deepEqual(readdirSync(other), ['staging.lock'])
  const left = new Set(readdirSync(dataDir)).difference(new Set(['staging.lock', 'other']))
  assert.deepEqual([...left], ['staging.sqlite'], 'nothing is left beside it')
}

const change = (file: string, statements: string): void => {
  const database = new DatabaseSync(file)
  database.exec(`${statements}; PRAGMA wal_checkpoint(TRUNCATE)`)
  database.close()
}

for (const [what, spoil, message, ofRestore] of [
  [
    'a database of a newer version',
    (file: string) => change(file, 'PRAGMA user_version = 999'),
    /staging\.sqlite was made by a newer version of petstore \(schema 999, this one knows \d+\)\. It was not changed; start the newer version\.$/m,
  ],
  [
    'a file that is no database',
    (file: string) => writeFileSync(file, 'These are the notes of someone else.\n'.repeat(50)),
    /staging\.sqlite is not a SQLite database\. It was not changed/,
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
    /staging\.sqlite belongs to another program\. It was not changed/,
  ],
  [
    'a database that is damaged inside',
    (file: string) => writeFileSync(file, readFileSync(file).fill(0x5a, 4_096)),
    /^The database .+staging\.sqlite (?:is damaged \(.+\)|cannot be read: .+)\. It was not changed\b.+ restore a backup\b/m,
    /is damaged/,
  ],
] as const) {
  test(`${what} is refused and left untouched`, async (t) => {
    const dataDir = temporaryFolder(t)
    const file = join(dataDir, 'staging.sqlite')
    await openStorage(file, { busyTimeout: 0 }).close()
    await spoil(file)
    await assertRefused(dataDir, file, message, ofRestore)
  })
}

const older = olderSteps.length - 1

/** Makes the staging store of the version before this one. */
const makeOlderStore = (path: string): void => {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL')
  // A step may call what the service defines.
  database.function('folded', (text) => foldedText(String(text)))
  for (const step of olderSteps.slice(0, older)) database.exec(step)
  database.exec(`
    PRAGMA user_version = ${older};
    PRAGMA application_id = 0x50455453;
    INSERT INTO settings (name, value) VALUES ('environment', 'staging');
    INSERT INTO pets (name, category_id, status) VALUES ('Rex', 1, 'available');
  `)
  database.close()
}

const versionOf = (path: string): unknown => {
  using database = new DatabaseSync(path, { readOnly: true })
  return database.prepare('PRAGMA user_version').get()?.['user_version']
}

test('no command changes the schema that an older service may be running on', async (t) => {
  const dataDir = temporaryFolder(t)
  const path = join(dataDir, 'staging.sqlite')
  makeOlderStore(path)
  // The older service has it open.
  const running = new DatabaseSync(path)
  t.after(() => running.close())
  running.exec("INSERT INTO pets (name, category_id, status) VALUES ('Bella', 2, 'sold')")
  const animals = join(dataDir, 'animals.csv')
  writeFileSync(animals, 'name,categoryId\nFido,1\n')
  const { fails } = commandsIn(dataDir)
  for (const command of [
    'keys list',
    'keys create --plan free --name Shop',
    'keys update key_1 --plan pro',
    'keys rotate key_1',
    'keys revoke key_1',
    'pets export - --format csv',
    `pets import ${animals}`,
  ]) {
    await fails(
      command,
      new RegExp(
        String.raw`^\S+staging\.sqlite is of an older version of petstore \(schema ${older}, this one needs ${olderSteps.length}\)\. It was not changed; restart the service with this version, .+\.\n$`,
      ),
    )
    assert.equal(versionOf(path), older, command)
  }
})

test('before an upgrade a backup is made by either version, and the start brings the schema up to date', async (t) => {
  const dataDir = temporaryFolder(t)
  const path = join(dataDir, 'staging.sqlite')
  makeOlderStore(path)
  const { done } = commandsIn(dataDir)
  const backup = join(dataDir, 'backup')
  await done('backup', backup)
  assert.deepEqual([versionOf(backup), versionOf(path)], [older, older])

  const service = await startService(t, dataDir)
  assert.equal(versionOf(path), olderSteps.length)
  await done('keys list')
  await service.stop()
})
