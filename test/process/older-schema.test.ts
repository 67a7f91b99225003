import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { foldedText } from '../../src/base/folded-text.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import { olderSteps } from '../helpers/older-schema.ts'
import { startService } from '../helpers/service.ts'

const staging = ['--environment', 'staging'] as const
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
  for (const args of [
    ['keys', 'list', ...staging],
    ['keys', 'create', ...staging, '--plan', 'free', '--name', 'A shop'],
    ['keys', 'update', 'key_1', ...staging, '--plan', 'pro'],
    ['keys', 'rotate', 'key_1', ...staging],
    ['keys', 'revoke', 'key_1', ...staging],
    ['pets', 'export', '-', '--format', 'csv', ...staging],
    ['pets', 'import', animals, ...staging],
  ]) {
    const { status, out, error } = await runHere(args, { PETSTORE_DATA_DIR: dataDir })
    assert.deepEqual([status, out], [1, ''], args.join(' '))
    assert.match(
      error,
      new RegExp(
        String.raw`^\S+staging\.sqlite is of an older version of petstore \(schema ${older}, this one needs ${olderSteps.length}\)\. It was left as it is; restart the service with this version, .+\.\n$`,
      ),
    )
    assert.equal(versionOf(path), older, args.join(' '))
  }
})

test('before an upgrade a backup is made by either version, and the start brings the schema up to date', async (t) => {
  const dataDir = temporaryFolder(t)
  const path = join(dataDir, 'staging.sqlite')
  makeOlderStore(path)
  const env = { PETSTORE_DATA_DIR: dataDir, PETSTORE_ENVIRONMENTS: 'staging' }
  const backup = join(dataDir, 'backup')
  const made = await runHere(['backup', backup, ...staging], env)
  assert.equal(made.status, 0, made.error)
  assert.deepEqual([versionOf(backup), versionOf(path)], [older, older])

  const service = await startService(t, dataDir)
  assert.equal(versionOf(path), olderSteps.length)
  assert.equal((await runHere(['keys', 'list', ...staging], env)).status, 0)
  await service.stop()
})
