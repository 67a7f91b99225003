import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { Agent } from 'node:http'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { temporaryFolder } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import { exactPets } from '../helpers/exact-json.ts'
import { call } from '../helpers/http.ts'
import { needs } from '../helpers/needs.ts'
import { poll } from '../helpers/poll.ts'
import { startProcess, startService } from '../helpers/service.ts'

const shell = promisify(execFile)

/** Starts `petstore serve` as an operator does, and returns what it prints once it listens. */
const startByHand = async (t: TestContext, dataDir: string, rest: Record<string, string> = {}) => {
  const env = {
    PETSTORE_DATA_DIR: dataDir,
    PETSTORE_PRODUCTION_PORT: '0',
    PETSTORE_STAGING_PORT: '0',
    PETSTORE_METRICS_PORT: '0',
    ...rest,
  }
  const served = startProcess(t, ['serve'], env)
  const printed = await poll(() => {
    const { out } = served.output()
    return out.endsWith('\n\n') ? out : undefined
  })
  return { env, printed, ...served }
}

/** The keys that a text shows. */
const keysIn = (text: string): readonly string[] => text.match(/pets_(?:test|live)_\w*/g) ?? []

test('a first start prints both base addresses, a staging key, a curl that works and the console; a second start keeps everything, and shows no key', async (t) => {
  const dataDir = temporaryFolder(t)
  const first = await startByHand(t, dataDir)
  const addressesIn = (printed: string) =>
    [...printed.matchAll(/^ {2}(\w+) +(http:\/\/127\.0\.0\.1:\d+\/v1)$/gm)].map(
      ([, environment, address = '']) => [environment, address] as const,
    )
  const addresses = addressesIn(first.printed)
  assert.deepEqual(
    addresses.map(([environment]) => environment),
    ['production', 'staging'],
  )
  const pets = `${addresses[1]?.[1]}/pets`
  const [key = ''] = keysIn(first.printed)
  assert.match(key, /^pets_test_/)
  await t.test('the curl that is shown works', { skip: needs('curl') }, async () => {
    const [command = ''] = /^ {2}curl .*$/m.exec(first.printed) ?? []
    assert.ok(command.includes(pets))
    const { stdout } = await shell('sh', ['-c', `${command} -s`])
    assert.match(stdout, /^HTTP\/1\.1 200 OK\r\n/)
    assert.equal(exactPets(stdout.slice(stdout.indexOf('\r\n\r\n'))).length, 3)
  })
  const [, page = ''] = /^ {2}(http:\S+\/console)$/m.exec(first.printed) ?? []
  const { status, text } = await call(page)
  assert.equal(status, 200)
  assert.match(text, /<title>/, 'the console')
  assert.deepEqual(keysIn(first.output().error), [], 'no key reaches the log')
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  const body = { name: 'Max', categoryId: 7 }
  assert.equal((await call(pets, { method: 'POST', key, body, agent })).status, 201)
  const before = await call(`${pets}?limit=100`, { key, agent })
  first.child.kill('SIGINT')
  assert.deepEqual(await first.closed, [0, null])
  // Connections that delay the end are closed, and the log says so.
  assert.doesNotMatch(first.output().error, /cut_off/)

  const { printed, env, output } = await startByHand(t, dataDir, { PETSTORE_CONSOLE: 'off' })
  assert.deepEqual(keysIn(printed + output().error), [])
  assert.doesNotMatch(printed, /console/, 'it is off')
  const after = await call(`${addressesIn(printed)[1]?.[1]}/pets?limit=100`, { key })
  assert.equal(after.text, before.text)
  const { out } = await runHere(['keys', 'list', '--environment', 'production', '--json'], env)
  assert.equal(out, '')
  for (const environment of ['production', 'staging']) {
    const hint = new RegExp(`^ {2}(\\S+ keys create --environment ${environment} .*)$`, 'm')
    const [, command = ''] = hint.exec(printed) ?? []
    const options = { env: { ...env, PATH: process.env['PATH'] } }
    const { stdout } = await shell('sh', ['-c', command], options)
    assert.equal(keysIn(stdout).length, 1, 'the command that is shown instead makes a key')
  }
})

test('a second start on the same data or on the same port ends in a clear message, the first unharmed', async (t) => {
  const first = await startService(t, temporaryFolder(t), {
    PETSTORE_ENVIRONMENTS: 'production,staging',
  })
  const { port } = new URL(first.baseUrl('staging'))
  const other = { PETSTORE_DATA_DIR: temporaryFolder(t), PETSTORE_STAGING_PORT: port }
  for (const [env, message] of [
    [
      first.env,
      /^Another petstore serves production from .+ already\. Stop it, or set PETSTORE_DATA_DIR to another folder\.$/m,
    ],
    [
      { ...first.env, ...other },
      /^Port \d+ of 127\.0\.0\.1 is taken by another program\. .*PETSTORE_STAGING_PORT/m,
    ],
    [
      { ...first.env, ...other, PETSTORE_STAGING_PORT: '0', PETSTORE_METRICS_PORT: port },
      /^The metrics cannot be served on port \d+ of 127\.0\.0\.1.* Set PETSTORE_METRICS_PORT to another port, or to off\.$/m,
    ],
  ] as const) {
    const { status, out, error } = await runHere(['serve'], env)
    assert.deepEqual([status, out], [1, ''])
    assert.match(error, message)
    assert.doesNotMatch(error, /^ +at /m, 'a sentence, no stack')
    assert.equal((await first.asking()('/pets')).status, 200)
    const ready = await call(first.baseUrl('production').replace('/v1', '/readyz'))
    assert.equal(ready.status, 200)
  }
})

test('a wrong configuration ends with status 2, a folder that cannot hold data with 1, and each says all that is wrong, once', async () => {
  const wrong = await runHere(['serve'], {
    PETSTORE_PRODUCTION_PORT: 'eighty',
    PETSTORE_ENVIRONMENTS: 'test',
  })
  assert.deepEqual([wrong.status, wrong.out], [2, ''])
  assert.equal(
    wrong.error,
    'PETSTORE_ENVIRONMENTS is "test", but takes production, staging, or both separated by a comma.\n' +
      'PETSTORE_PRODUCTION_PORT is "eighty", but takes a whole number from 0 to 65535.\n',
  )
  const { status, error } = await runHere(['serve'], {
    PETSTORE_DATA_DIR: '/dev/null/data',
    PETSTORE_METRICS_PORT: '0',
    PETSTORE_LOG_LEVEL: 'silent',
  })
  assert.equal(status, 1)
  assert.match(
    error,
    /^The folder \/dev\/null\/data cannot hold the data: .+\. Set PETSTORE_DATA_DIR to a folder that this user may write to\.\n$/,
  )
})
