import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { checkPatroni } from '../../src/cli/doctor/postgres.ts'
import { checkClock, checkDatabase, checkFolder } from '../../src/cli/doctor/machine.ts'
import { makeStore, temporaryFolder } from '../helpers/app.ts'
import { commandsIn, linesOf, runHere } from '../helpers/command.ts'
import { listen } from '../helpers/listening.ts'
import { startService } from '../helpers/service.ts'

test('the doctor finds nothing to do for a healthy service, unless that serves other data than those it looks at', async (t) => {
  const service = await startService(t, join(temporaryFolder(t), 'data'), {
    PETSTORE_ENVIRONMENTS: 'production,staging',
  })
  const env = {
    ...service.env,
    PETSTORE_PRODUCTION_PORT: new URL(service.baseUrl('production')).port,
    PETSTORE_STAGING_PORT: new URL(service.baseUrl('staging')).port,
  }
  const { status, out, error } = await runHere(['doctor', '--json'], env)
  assert.equal(status, 0, out + error)
  const findings = linesOf(out)
  assert.ok(findings.every(({ fine }) => fine))
  const checks = findings.map(({ check, environment }) => `${check} ${environment ?? ''}`.trim())
  assert.equal(
    checks.join(' | '),
    'configuration | node | folder | key | disk | clock | database production | ' +
      'port production | database staging | port staging',
  )
  assert.match(out, /The service listens on port/)

  const other = { ...env, PETSTORE_DATA_DIR: join(temporaryFolder(t), 'other') }
  const wrong = await runHere(['doctor'], other)
  assert.equal(wrong.status, 1)
  const told = /^TODO {2}staging: .* serves other data than those in .*\. Set PETSTORE_DATA_DIR/m
  assert.match(wrong.out, told)
})

test('the doctor reports each problem with what to do, and changes nothing', async (t) => {
  const dataDir = join(temporaryFolder(t), 'data')
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o755)
  const file = join(dataDir, 'production.sqlite')
  writeFileSync(file, 'no database')
  const other = createServer((_request, response) => response.end('{}'))
  const port = await listen(t, other)

  const { status, out, error } = await runHere(['doctor'], {
    PETSTORE_DATA_DIR: dataDir,
    PETSTORE_PRODUCTION_PORT: String(port),
    PETSTORE_STAGING_PORT: '0',
    PETSTORE_HOTS: '::1',
  })

  assert.equal(status, 1)
  assert.match(out, /^TODO {2}PETSTORE_HOTS is set, but is not a variable/m)
  assert.match(out, /^TODO {2}.*open to other users \(mode 755\)\. Run chmod 700/m)
  assert.match(out, /^TODO {2}production: .*is not a SQLite database/m)
  assert.match(out, /^TODO {2}production: Port \d+ of 127\.0\.0\.1 is taken by another program/m)
  assert.match(out, /^ok {4}staging: .*does not exist yet/m)
  assert.match(error, /^4 problems to fix\.$/m)
  assert.deepEqual(readdirSync(dataDir), ['production.sqlite'])
  assert.equal(readFileSync(file, 'utf8'), 'no database')
})

test('the doctor reports a clock that shows the past, and a folder of another user', (t) => {
  assert.ok(!checkClock(Date.parse('1970-01-01T00:05:00Z')).fine)
  assert.ok(checkClock(Date.parse('2027-01-01T00:00:00Z')).fine)
  const folder = temporaryFolder(t)
  const [finding] = checkFolder(folder, 4_711)
  assert.match(finding?.message ?? '', /but this runs as user 4711/)
})

test('the doctor reports a clock behind the times in the data', async (t) => {
  const dataDir = temporaryFolder(t)
  // The clock of staging can be moved.
  makeStore(dataDir, 'production')
  await commandsIn(dataDir, { environment: 'production' }).done('keys create --plan free --name A')
  const file = join(dataDir, 'production.sqlite')
  const [database, clock] = checkDatabase(file, 'production', Date.now() - 86_400_000)
  assert.equal(database?.fine, true)
  assert.match(clock?.message ?? '', /a time in the future/)
  assert.equal(checkDatabase(file, 'production', Date.now()).length, 1)
  const [wrong] = checkDatabase(file, 'staging', Date.now())
  assert.match(wrong?.message ?? '', /holds the data of production/)
})

/** Something that answers as Patroni's REST interface, or as another program. */
const answering = async (t: TestContext, answer: unknown): Promise<number> => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/config' ? 200 : 404).end(JSON.stringify(answer))
  })
  return await listen(t, server)
}

test('the doctor asks Patroni for the settings that only it knows, and takes its absence for no fault', async (t) => {
  const on = { synchronous_mode: true, synchronous_mode_strict: true, failsafe_mode: true }
  // No second Patroni listens at that address.
  const hosts = ['127.0.0.1', '127.0.0.9'].map((host) => ({ host, port: 5_432 }))
  const told = async (settings: unknown): Promise<readonly string[]> => {
    const found = await checkPatroni({ hosts }, await answering(t, settings))
    return found.map(({ fine, message }) => `${fine ? 'ok' : 'TODO'} ${message}`)
  }
  assert.deepEqual(await told({ ttl: 13, ...on }), [
    'ok Patroni has synchronous_mode, synchronous_mode_strict and failsafe_mode on.',
  ])
  assert.deepEqual(await told({ ttl: 13, ...on, synchronous_mode: 'quorum' }), [
    'ok Patroni has synchronous_mode, synchronous_mode_strict and failsafe_mode on.',
  ])
  const [mode, strict, failsafe, ...others] = await told({ ttl: 13, synchronous_mode: false })
  assert.match(mode ?? '', /^TODO Patroni's synchronous_mode is off, so a failover may lose/)
  assert.match(strict ?? '', /^TODO Patroni's synchronous_mode_strict is off, so if no standby/)
  assert.match(failsafe ?? '', /^TODO Patroni's failsafe_mode is off, .* while etcd is down/)
  assert.deepEqual(others, [])
  const [other] = await told({ program: 'another' })
  assert.match(
    other ?? '',
    /^ok No server returns the settings of Patroni at port \d+, so synchronous_mode_strict/,
  )
  assert.deepEqual(await checkPatroni({ hosts: hosts.slice(0, 1) }), [])
})
