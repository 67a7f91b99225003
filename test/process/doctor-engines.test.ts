import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test, type TestContext } from 'node:test'
import { checkCounters } from '../../src/cli/doctor/counters.ts'
import { checkPatroni, checkPostgres } from '../../src/cli/doctor/postgres.ts'
import { postgresAddressOf } from '../../src/base/config/store-address.ts'
import { listen } from '../helpers/listening.ts'
import { testWith } from '../helpers/needs.ts'
import { needsNodes } from '../helpers/nodes.ts'
import { poll } from '../helpers/poll.ts'
import { type PostgresServer, startPostgres } from '../helpers/postgres.ts'
import { startValkey } from '../helpers/valkey.ts'

const it = testWith(needsNodes)

const workers = 3

/** What the doctor finds to do about a database. */
const examine = async (
  hosts: readonly PostgresServer[],
  database: string,
  { user = 'petstore', most = workers, ahead = 0 } = {},
): Promise<string> => {
  const names = hosts.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const address = postgresAddressOf(`postgres://${user}@${names}/${database}`) ?? assert.fail()
  const findings = await checkPostgres(address, 'staging', most, () => Date.now() - ahead)
  return findings
    .map(({ fine, message, advice = '' }) => `${fine ? 'ok' : 'TODO'} ${message} ${advice}`)
    .join('\n')
}

it('the doctor says what is wrong with the standbys, and names each server that is not as it should be', async (t) => {
  const primary = await startPostgres()
  t.after(async () => await primary.close())
  const database = await primary.newDatabase()
  const standby = await primary.standby('berta')
  t.after(async () => await standby.close())
  const both = [primary, standby]
  const untilFound = async (words: string): Promise<string> =>
    await poll(async () => {
      const found = await examine(both, database)
      return found.includes(words) && found
    }, 100)
  const first = await untilFound('synchronous_standby_names is empty')
  assert.match(
    first,
    /^ok .* is empty; the first start makes the schema, on PostgreSQL \d.*\. Its servers: 127\.0\.0\.1:\d+ primary, 127\.0\.0\.1:\d+ standby\./,
  )
  assert.match(first, /TODO There are several hosts, but .* a failover may lose .*Patroni/)
  assert.doesNotMatch(await examine([primary], database), /several hosts|Its servers/)

  await primary.configure('synchronous_standby_names', 'nobody')
  const unnamed = await untilFound('is one of synchronous_standby_names')
  assert.match(unnamed, /TODO No standby that follows .* \(nobody\), so each commit waits/)
  await primary.configure('synchronous_standby_names', '*')
  await primary.configure('synchronous_commit', 'remote_write')
  assert.match(await examine(both, database), /TODO synchronous_commit is remote_write/)
  await primary.configure('synchronous_commit', 'on')
  // The server of the tests does not wait for the disk.
  const rest = (found: string): readonly string[] =>
    found.split('\n').filter((line) => line.startsWith('TODO') && !line.includes('fsync'))
  await poll(async () => rest(await examine(both, database)).length === 0, 100)

  const admin = await primary.client(database)
  await admin.query("SET synchronous_commit = 'local'; CREATE ROLE plain LOGIN")
  await admin.end()
  assert.match(
    await examine(both, database, { user: 'plain' }),
    /TODO plain may not see .* Run GRANT pg_read_all_stats TO plain on the primary\./,
  )
  assert.match(
    await examine(both, database, { most: 60 }),
    /TODO max_connections is 300, which leaves \d+ for the service; 2 nodes like this one take up to 480\. Raise/,
  )
  assert.match(
    await examine([primary], database, { most: 120 }),
    /TODO max_connections is 300, .* this node takes up to 360\./,
  )
  const clocks = await examine(both, database, { ahead: 60_000 })
  assert.equal(
    clocks.match(/TODO The clock of the server 127\.0\.0\.1:\d+ differs .* by [56]\d\.\d s/g)
      ?.length,
    2,
  )

  await standby.kill()
  const alone = await untilFound('No standby follows the server')
  assert.match(alone, /TODO No standby follows the server, so each commit waits for one\. Start/)
  assert.match(
    alone,
    new RegExp(`TODO The server 127.0.0.1:${standby.port} cannot be used: .*ECONNREFUSED`),
  )

  await standby.start()
  await standby.promote()
  const two = await untilFound('More than one server')
  assert.match(
    two,
    new RegExp(`takes writes: 127.0.0.1:${primary.port}, 127.0.0.1:${standby.port}`),
  )
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
  assert.match(other ?? '', /^ok No server tells the settings of Patroni at port \d+, so nobody/)
  assert.deepEqual(await checkPatroni({ hosts: hosts.slice(0, 1) }), [])
})

it('the doctor reports a clock that differs, and replicas of a master that keeps nothing', async (t) => {
  const master = await startValkey(t)
  const troubles = async (ahead: number): Promise<readonly string[]> => {
    const now = (): number => Date.now() - ahead
    const found = await checkCounters(master.place(), 'staging', 5_000, now)
    return found.filter(({ fine }) => !fine).map(({ message }) => message)
  }
  assert.deepEqual(await troubles(0), [])
  const [clock, ...others] = await troubles(60_000)
  assert.match(clock ?? '', /The clock of the engine differs from this machine's by [56]\d\.\d s/)
  assert.deepEqual(others, [])
  await startValkey(t, ['--replicaof', '127.0.0.1', String(master.port)])
  const found = await poll(async () => {
    const all = await troubles(0)
    return all.length > 0 ? all : undefined
  })
  assert.match(found[0] ?? '', /^appendonly is off, so a master that restarts/)
})
