import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { temporaryFolder } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import { exactPets } from '../helpers/exact-json.ts'
import { call } from '../helpers/http.ts'
import { needs } from '../helpers/needs.ts'
import { poll } from '../helpers/poll.ts'
import { runCommand, type Service, startProcess, startService } from '../helpers/service.ts'

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

test(
  'a first start prints both base addresses, a staging key and a curl that works',
  { skip: needs('curl') },
  async (t) => {
    const { printed, output } = await startByHand(t, temporaryFolder(t))
    const addresses = [...printed.matchAll(/^ {2}(\w+) +(http:\/\/127\.0\.0\.1:\d+\/v1)$/gm)]
    assert.deepEqual(
      addresses.map(([, environment]) => environment),
      ['production', 'staging'],
    )
    const [key = ''] = /pets_test_[0-9A-Za-z]{36}/.exec(printed) ?? []
    assert.notEqual(key, '')
    const [command = ''] = /^ {2}curl .*$/m.exec(printed) ?? []
    assert.ok(command.includes(`${addresses[1]?.[2]}/pets`))
    const { stdout } = await shell('sh', ['-c', `${command} -s`])
    assert.match(stdout, /^HTTP\/1\.1 200 OK\r\n/)
    assert.equal(exactPets(stdout.slice(stdout.indexOf('\r\n\r\n'))).length, 3)
    const [, page = ''] = /^ {2}(http:\S+\/console)$/m.exec(printed) ?? []
    const { status, text } = await call(page)
    assert.equal(status, 200)
    assert.match(text, /<title>/, 'the console')
    assert.doesNotMatch(output().error, /pets_test_|pets_live_/, 'no key reaches the log')
  },
)

test('a first start without the console does not name it', async (t) => {
  const { printed } = await startByHand(t, temporaryFolder(t), { PETSTORE_CONSOLE: 'off' })
  assert.match(printed, /pets_test_/)
  assert.doesNotMatch(printed, /console/)
})

test('a second start keeps everything and shows no key', async (t) => {
  const dataDir = temporaryFolder(t)
  const first = await startService(t, dataDir)
  const key = first.facts.staging?.firstKey
  const url = `${first.baseUrl('staging')}/pets`
  const added = await call(url, { method: 'POST', key, body: { name: 'Max', categoryId: 7 } })
  assert.equal(added.status, 201)
  const before = await call(`${url}?limit=100`, { key })
  assert.equal((await first.stop('SIGINT')).status, 0)

  const { printed, env, output } = await startByHand(t, dataDir)
  assert.doesNotMatch(printed + output().error, /pets_test_|pets_live_/)
  const [, address] = /^ {2}staging +(\S+)$/m.exec(printed) ?? []
  const after = await call(`${address}/pets?limit=100`, { key })
  assert.equal(after.text, before.text)
  const { out } = await runHere(['keys', 'list', '--environment', 'production', '--json'], env)
  assert.equal(out, '')

  for (const environment of ['production', 'staging']) {
    const hint = new RegExp(`^ {2}(\\S+ keys create --environment ${environment} .*)$`, 'm')
    const [, command = ''] = hint.exec(printed) ?? []
    const options = { env: { ...env, PATH: process.env['PATH'] } }
    const { stdout } = await shell('sh', ['-c', command], options)
    assert.match(stdout, /pets_(?:live|test)_/, 'the command that is shown instead makes a key')
  }
})

const both = { PETSTORE_ENVIRONMENTS: 'production,staging' }

/** Checks that a start fails with its message, and that the first service is unharmed. */
const assertRefusedStart = async (
  first: Service,
  env: Readonly<Record<string, string>>,
  message: RegExp,
): Promise<void> => {
  const second = await runCommand(['serve'], env)
  assert.equal(second.status, 1)
  assert.match(second.error, message)
  assert.doesNotMatch(second.error, /^ +at /m, 'a sentence, no stack')
  assert.equal(second.out, '')
  const key = first.facts.staging?.firstKey
  const answer = await call(`${first.baseUrl('staging')}/pets`, { key })
  assert.equal(answer.status, 200)
  const ready = new URL('/readyz', first.baseUrl('production')).href
  assert.equal((await call(ready)).status, 200)
}

test('two starts on one data directory end in a clear message, the first unharmed', async (t) => {
  const first = await startService(t, temporaryFolder(t), both)
  await assertRefusedStart(
    first,
    first.env,
    /^Another petstore serves production from .+ already\. Stop it, or set PETSTORE_DATA_DIR to another folder\.$/m,
  )
})

test('two starts on one port end in a clear message, the first unharmed', async (t) => {
  const first = await startService(t, temporaryFolder(t), both)
  const { port } = new URL(first.baseUrl('staging'))
  await assertRefusedStart(
    first,
    { ...first.env, PETSTORE_DATA_DIR: temporaryFolder(t), PETSTORE_STAGING_PORT: port },
    new RegExp(
      `^Port ${port} of 127\\.0\\.0\\.1 is taken by another program\\. .*PETSTORE_STAGING_PORT`,
      'm',
    ),
  )
})

test('a wrong configuration ends with status 2 and names all that is wrong', async (t) => {
  const dataDir = temporaryFolder(t)
  const { status, out, error } = await runCommand(['serve'], {
    PETSTORE_DATA_DIR: dataDir,
    PETSTORE_PRODUCTION_PORT: 'eighty',
    PETSTORE_ENVIRONMENTS: 'test',
    PETSTORE_LOG_LEVEL: 'loud',
  })
  assert.equal(status, 2)
  assert.equal(out, '')
  assert.deepEqual(error.trimEnd().split('\n'), [
    'PETSTORE_ENVIRONMENTS is "test", but takes production, staging, or both with a comma between.',
    'PETSTORE_PRODUCTION_PORT is "eighty", but takes a whole number from 0 to 65535.',
    'PETSTORE_LOG_LEVEL is "loud", but takes one of debug, info, warn, error, silent.',
  ])
})

test('a folder that cannot hold data ends with status 1 and says so, once', async () => {
  const { status, error } = await runCommand(['serve'], {
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
