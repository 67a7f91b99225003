import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openStorage } from '../helpers/storage.ts'
import { takeServiceLock } from '../../src/store/sqlite/lock.ts'
import { makeStore, temporaryFolder } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const steering = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/

const staging = ['--environment', 'staging'] as const

test('a name from a hostile file steers no terminal', async (t) => {
  const dataDir = temporaryFolder(t)
  const env = { PETSTORE_DATA_DIR: dataDir }
  const made = await runHere(['keys', 'create', ...staging, '--plan', 'free', '--name', 'A'], env)
  assert.equal(made.status, 0, made.error)
  const database = new DatabaseSync(join(dataDir, 'staging.sqlite'))
  database.prepare('UPDATE api_keys SET name = ?').run('a\u001b[2Jb\u009b1mc\u202ed\ne')
  database.close()
  const { status, out } = await runHere(['keys', 'list', ...staging], env)
  assert.equal(status, 0)
  assert.doesNotMatch(out, steering)
  assert.equal(out.split('\n').length, 3, 'a head, a row, and the end')
})

test('a cell of a hostile CSV file steers no terminal', async (t) => {
  const folder = temporaryFolder(t)
  makeStore(join(folder, 'data'), 'staging')
  const file = join(folder, 'pets.csv')
  for (const row of ['\u009b2J\u001b[2Jx"y",1', '"x"\u001b,1', 'ok\u202e\u009b2J,1']) {
    writeFileSync(file, `name,categoryId\n${row}\n`)
    const env = { PETSTORE_DATA_DIR: join(folder, 'data') }
    const { status, error } = await runHere(['pets', 'import', file, ...staging], env)
    if (status === 0) continue
    assert.equal(status, 1)
    assert.doesNotMatch(error, steering)
  }
})

test('data in a folder that is open to all is its owner’s alone', async (t) => {
  const folder = join(temporaryFolder(t), 'open')
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  const lock = takeServiceLock(join(folder, 'staging.lock'))
  t.after(() => lock?.release())
  const storage = openStorage(join(folder, 'staging.sqlite'))
  t.after(() => storage.close())
  const names = readdirSync(folder)
  assert.ok(names.length >= 3, 'the database, its log and its lock')
  for (const name of names) {
    assert.equal(statSync(join(folder, name)).mode & 0o077, 0, name)
  }
})

for (const args of [
  ['keys', 'create', ...staging, '--plan', 'free', '--name', 'A'],
  ['keys', 'list', ...staging],
]) {
  test(`a database that is a broken link makes no file that others can read: keys ${args[1]}`, async (t) => {
    const dataDir = temporaryFolder(t)
    const target = join(dataDir, 'nothing')
    symlinkSync(target, join(dataDir, 'staging.sqlite'))
    const { status, error } = await runHere(args, { PETSTORE_DATA_DIR: dataDir })
    assert.equal(status, 1)
    assert.match(error, /staging\.sqlite is a symbolic link to a file that is not there\. .+\.\n$/)
    assert.ok(!existsSync(target))
  })
}

test('a lock that is a broken link makes no file', async (t) => {
  const dataDir = temporaryFolder(t)
  const lock = join(dataDir, 'staging.lock')
  symlinkSync(join(dataDir, 'nothing'), lock)
  assert.throws(() => takeServiceLock(lock), /cannot hold the data/)
  assert.ok(!existsSync(join(dataDir, 'nothing')))
})

for (const args of [['pets', 'export'], ['backup']]) {
  test(`a broken link is not written over: ${args.join(' ')}`, async (t) => {
    const dataDir = temporaryFolder(t)
    await openStorage(join(dataDir, 'staging.sqlite')).close()
    const link = join(dataDir, 'animals.csv')
    symlinkSync(join(dataDir, 'nothing'), link)
    const { status, out, error } = await runHere([...args, link, ...staging], {
      PETSTORE_DATA_DIR: dataDir,
    })
    assert.deepEqual([status, out], [1, ''])
    assert.match(error, /animals\.csv is there already and was left as it is; .+\.\n$/)
    assert.ok(!existsSync(join(dataDir, 'nothing')))
    assert.deepEqual(
      readdirSync(dataDir).filter((name) => name.endsWith('.partial')),
      [],
    )
  })
}
