import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeStore, temporaryFolder } from '../helpers/app.ts'
import { commandsIn } from '../helpers/command.ts'
import { placedOnPostgres } from '../helpers/postgres-places.ts'

const program = fileURLToPath(new URL('../../bin/petstore.js', import.meta.url))

/** Redirections of a shell whose output nobody ever reads. */
const unread = {
  'a reader that has gone': '| head -c0; exit "${PIPESTATUS[0]}"',
  'a closed standard output': '>&-',
  'a full disk': '> /dev/full',
  'the device that throws everything away': '> /dev/null',
} as const

const setUp = async (t: TestContext) => {
  const dataDir = temporaryFolder(t)
  makeStore(dataDir, 'staging')
  const env = await placedOnPostgres({ PETSTORE_DATA_DIR: dataDir })
  /** Runs a command in a process of its own, whose output the shell redirects. */
  const inShell = (redirection: string, command: string) => {
    const args = [process.execPath, program, ...command.split(' '), '--environment', 'staging']
    const { status, stderr } = spawnSync(
      'bash',
      ['--norc', '-c', `"$@" ${redirection}`, 'bash', ...args],
      { encoding: 'utf8', env: { ...env, PATH: process.env['PATH'] } },
    )
    return { status, error: stderr }
  }
  return { ...commandsIn(dataDir), inShell }
}

const create = 'keys create --plan pro --name Shop'

for (const [nobody, redirection] of Object.entries(unread)) {
  test(`a key printed into ${nobody} is deleted`, async (t) => {
    const { read, inShell } = await setUp(t)
    const { status, error } = inShell(redirection, create)
    assert.equal(status, 1, error)
    assert.match(error, /^The key could not be shown \(.+\), so this was undone: .*\.\n$/)
    assert.doesNotMatch(error, /pets_test_/)
    assert.deepEqual(await read('keys list'), [])
  })
}

test('a rotation whose new key nobody reads leaves the old key as it was', async (t) => {
  const { read, one, inShell } = await setUp(t)
  const { key: _, ...old } = await one(create)
  const { status, error } = inShell(unread['a reader that has gone'], `keys rotate ${old.id}`)
  assert.equal(status, 1, error)
  assert.match(error, new RegExp(`so this was undone: ${old.id} is unchanged`))
  assert.deepEqual(await read('keys list'), [old])
  assert.equal(inShell('', `keys rotate ${old.id}`).status, 0, 'it can be rotated again')
  assert.equal((await read('keys list')).length, 2)
})
