import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeStore, temporaryFolder } from '../helpers/app.ts'
import { commandsIn } from '../helpers/command.ts'
import { placedOnPostgres } from '../helpers/postgres-places.ts'

const program = fileURLToPath(new URL('../../bin/petstore.js', import.meta.url))

const create = 'keys create --plan pro --name Shop'
/** The redirection of a shell to a reader that has gone. */
const gone = '| head -c0; exit "${PIPESTATUS[0]}"'

test('a key that is printed to where nobody reads it is deleted, and one that it replaces stays as it was', async (t) => {
  const dataDir = temporaryFolder(t)
  makeStore(dataDir, 'staging')
  const env = await placedOnPostgres({ PETSTORE_DATA_DIR: dataDir })
  const { read, one } = commandsIn(dataDir)
  const inShell = (command: string, redirection: string) => {
    const args = [process.execPath, program, ...command.split(' '), '--environment', 'staging']
    const script = ['--norc', '-c', `"$@" ${redirection}`, 'bash', ...args]
    return spawnSync('bash', script, {
      encoding: 'utf8',
      env: { ...env, PATH: process.env['PATH'] },
    })
  }
  for (const redirection of [gone, '>&-', '> /dev/full', '> /dev/null']) {
    const { status, stderr } = inShell(create, redirection)
    assert.equal(status, 1, redirection)
    assert.match(stderr, /^The key could not be shown \(.+\), so this was undone: .*\.\n$/)
    assert.doesNotMatch(stderr, /pets_test_/)
    assert.deepEqual(await read('keys list'), [])
  }

  const { key: _, ...old } = await one(create)
  const { status, stderr } = inShell(`keys rotate ${old.id}`, gone)
  assert.equal(status, 1)
  assert.match(stderr, new RegExp(`so this was undone: ${old.id} is unchanged`))
  assert.deepEqual(await read('keys list'), [old])
  assert.equal(inShell(`keys rotate ${old.id}`, '').status, 0, 'it can be rotated again')
  assert.equal((await read('keys list')).length, 2)
})
