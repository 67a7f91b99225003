import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../helpers/app.ts'
import { linesOf, runHere } from '../helpers/command.ts'
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
  const env = await placedOnPostgres({ PETSTORE_DATA_DIR: temporaryFolder(t) })
  const keys = (...args: readonly string[]): readonly string[] => [
    'keys',
    ...args,
    '--environment',
    'staging',
  ]
  const list = async () => linesOf((await runHere([...keys('list'), '--json'], env)).out)
  /** Runs a command in a process of its own, whose output the shell redirects. */
  const run = (redirection: string, ...args: readonly string[]) => {
    const { status, stderr } = spawnSync(
      'bash',
      ['--norc', '-c', `"$@" ${redirection}`, 'bash', process.execPath, program, ...keys(...args)],
      { encoding: 'utf8', env: { ...env, PATH: process.env['PATH'] } },
    )
    return { status, error: stderr }
  }
  const create = async (): Promise<Record<string, unknown>> =>
    JSON.parse(
      (await runHere([...keys('create', '--plan', 'pro', '--name', 'A shop'), '--json'], env)).out,
    )
  return { list, run, create }
}

for (const [nobody, redirection] of Object.entries(unread)) {
  test(`a key printed into ${nobody} is deleted`, async (t) => {
    const { list, run } = await setUp(t)
    const { status, error } = run(redirection, 'create', '--plan', 'pro', '--name', 'A shop')
    assert.equal(status, 1, error)
    assert.match(error, /^The key could not be shown \(.+\), so it was taken back: .*\.\n$/)
    assert.doesNotMatch(error, /pets_test_/)
    assert.deepEqual(await list(), [])
  })
}

test('a rotation whose new key nobody reads leaves the old key as it was', async (t) => {
  const { list, run, create } = await setUp(t)
  const { key: _, ...old } = await create()
  const { status, error } = run(unread['a reader that has gone'], 'rotate', String(old['id']))
  assert.equal(status, 1, error)
  assert.match(error, new RegExp(`so it was taken back: ${String(old['id'])} is as it was`))
  assert.deepEqual(await list(), [old])
  assert.equal(run('', 'rotate', String(old['id'])).status, 0, 'it can be rotated again')
  assert.equal((await list()).length, 2)
})
