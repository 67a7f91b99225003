import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openStorage } from '../helpers/storage.ts'
import { takeServiceLock } from '../../src/store/sqlite/lock.ts'
import { makeStore, temporaryFolder } from '../helpers/app.ts'
import { commandsIn } from '../helpers/command.ts'
import { petFiles } from '../helpers/pet-files.ts'

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const steering = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/

test('a name from a hostile file steers no terminal', async (t) => {
  const dataDir = temporaryFolder(t)
  const { done } = commandsIn(dataDir)
  await done('keys create --plan free --name A')
  const database = new DatabaseSync(join(dataDir, 'staging.sqlite'))
  database.prepare('UPDATE api_keys SET name = ?').run('a\u001b[2Jb\u009b1mc\u202ed\ne')
  database.close()
  const out = await done('keys list')
  assert.doesNotMatch(out, steering)
  assert.equal(out.split('\n').length, 3, 'a head, a row, and the end')
})

test('a cell of a hostile CSV file steers no terminal', async (t) => {
  const { importText } = petFiles(t)
  for (const row of ['\u009b2J\u001b[2Jx"y",1', '"x"\u001b,1', 'ok\u202e\u009b2J,1']) {
    const { status, error } = await importText('a.csv', `name,categoryId\n${row}\n`)
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

test('a database that is a broken link makes no file that others can read', async (t) => {
  const dataDir = temporaryFolder(t)
  const target = join(dataDir, 'nothing')
  symlinkSync(target, join(dataDir, 'staging.sqlite'))
  const says = /staging\.sqlite is a symbolic link to a file that is not there\. .+\.\n$/
  for (const command of ['keys create --plan free --name A', 'keys list']) {
    await commandsIn(dataDir).fails(command, says)
    assert.ok(!existsSync(target))
  }
})

test('a lock that is a broken link makes no file', async (t) => {
  const dataDir = temporaryFolder(t)
  const lock = join(dataDir, 'staging.lock')
  symlinkSync(join(dataDir, 'nothing'), lock)
  assert.throws(() => takeServiceLock(lock), /cannot hold the data/)
  assert.ok(!existsSync(join(dataDir, 'nothing')))
})

test('a broken link is not written over', async (t) => {
  const dataDir = temporaryFolder(t)
  makeStore(dataDir, 'staging')
  const link = join(dataDir, 'animals.csv')
  symlinkSync(join(dataDir, 'nothing'), link)
  const says = /animals\.csv already exists and was not changed; .+\.\n$/
  for (const command of ['pets export', 'backup']) {
    await commandsIn(dataDir).fails(`${command} ${link}`, says)
    const left = readdirSync(dataDir).filter((name) => /^nothing$|\.partial$/.test(name))
    assert.deepEqual(left, [], command)
  }
})
