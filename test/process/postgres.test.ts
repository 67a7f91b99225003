import assert from 'node:assert/strict'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedPostgres } from '../contract/postgres-server.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { linesOf, runHere } from '../helpers/command.ts'
import { freePort } from '../helpers/free-port.ts'
import { exactPets } from '../helpers/exact-json.ts'
import { type Answer, errorOf } from '../helpers/http.ts'
import { testWith } from '../helpers/needs.ts'
import { poll } from '../helpers/poll.ts'
import { noPostgres } from '../helpers/postgres.ts'
import { createPet, startProcess, startService, wide } from '../helpers/service.ts'

const it = testWith(noPostgres())

it('without the database requests are refused in time, and it goes on once it is back', async (t) => {
  const server = await sharedPostgres()
  const store = server.url(await server.newDatabase())
  const service = await startService(t, temporaryFolder(t), { PETSTORE_STAGING_STORE: store })
  const ask = service.asking(await service.addKey('staging', ...wide))
  const addPet = async (name: string): Promise<Answer> => await createPet(ask, name, name)
  assert.equal((await addPet('Before')).status, 201)
  await server.kill()
  for (const refused of [
    await ask('/pets?limit=7'),
    await ask('/pets?limit=7&status=sold'),
    await addPet('Never'),
  ]) {
    assert.equal(refused.status, 503)
    assert.equal(errorOf(refused).code, 'service_unavailable')
    assert.ok(Number(refused.headers['retry-after']) > 0)
  }
  await server.start()
  await poll(async () => (await ask('/pets?limit=7')).status === 200)
  // The store still has the idempotency key, so this is the same animal.
  assert.equal((await addPet('Before')).headers['idempotent-replayed'], 'true')
  await poll(async () => (await addPet('After')).status === 201)
  const { text } = await ask('/pets?limit=3&sort=-id')
  assert.deepEqual(
    exactPets(text)
      .map(({ name }) => name)
      .filter((name) => /Before|Never|After/.test(name)),
    ['After', 'Before'],
  )
})

it('an environment whose database is away at the start waits for it, while the other is served', async (t) => {
  const server = await sharedPostgres()
  const store = server.url(await server.newDatabase())
  await server.kill()
  const begin = async () => {
    const port = await freePort()
    const env = {
      PETSTORE_DATA_DIR: temporaryFolder(t),
      PETSTORE_STAGING_STORE: 'sqlite',
      PETSTORE_STAGING_PORT: String(port),
      PETSTORE_PRODUCTION_STORE: store,
      PETSTORE_PRODUCTION_PORT: '0',
      PETSTORE_METRICS_PORT: '0',
    }
    const process = startProcess(t, ['serve', '--json'], env)
    await poll(() => process.output().error.match(/"msg":"storage_unavailable"/) ?? undefined)
    const other = `http://127.0.0.1:${port}/readyz`
    await poll(async () => await fetch(other).catch(() => undefined))
    assert.match(process.output().error, /ECONNREFUSED.* production begins once it answers/)
    return process
  }
  const [stopped, going] = await Promise.all([begin(), begin()])
  stopped.child.kill('SIGTERM')
  assert.deepEqual(await stopped.closed, [0, null], stopped.output().error)
  await server.start()
  const line = await poll(() => /^.*"production".*$/m.exec(going.output().out)?.[0])
  assert.equal((await fetch(`${new URL(JSON.parse(line).baseUrl).origin}/readyz`)).status, 200)
  going.child.kill('SIGTERM')
  assert.deepEqual(await going.closed, [0, null], going.output().error)
})

it('commands work on the database, and nothing shows its password', async (t) => {
  const server = await sharedPostgres()
  const database = await server.newDatabase()
  const folder = temporaryFolder(t)
  const file = join(folder, 'password')
  writeFileSync(file, 'from-the-file\n')
  chmodSync(file, 0o600)
  const address = `postgres://petstore:in-the-address@127.0.0.1:${server.port}/${database}`
  const env = {
    PETSTORE_DATA_DIR: join(folder, 'data'),
    PETSTORE_ENVIRONMENTS: 'production',
    PETSTORE_PRODUCTION_PORT: '0',
    PETSTORE_PRODUCTION_STORE_PASSWORD_FILE: file,
  }
  /** Runs a command on the keys, a doctor, or a backup, and sees that it shows no password. */
  const run = async (text: string, store = address) => {
    const args = text === 'doctor' ? ['doctor', '--json'] : [...text.split(' '), ...production]
    const done = await runHere(args, { ...env, PETSTORE_PRODUCTION_STORE: store })
    assert.doesNotMatch(done.out + done.error, /in-the-address|from-the-file/)
    return done
  }
  const production = ['--environment', 'production']
  const empty = await run('keys list')
  assert.equal(empty.status, 1)
  assert.match(empty.error, /no data of production yet in postgres:\/\/petstore@127/)
  assert.equal((await run('keys create --name First --plan pro')).status, 0)
  assert.equal(JSON.parse((await run('keys list --json')).out).name, 'First')
  const backup = await run(`backup ${join(folder, 'copy')}`)
  assert.equal(backup.status, 1)
  assert.match(backup.error, /pg_basebackup/)
  const doctor = await run('doctor')
  assert.equal(doctor.status, 1)
  const [found, fsync] = linesOf(doctor.out).filter(({ check }) => check === 'database')
  assert.match(found.message, /takes writes \(schema \d+\), on PostgreSQL \d/)
  // The server of the tests does not wait for the disk.
  assert.match(fsync.message, /fsync is off/)
  assert.equal((await run('keys list', `${address}?sslmode=prefer`)).status, 2)
  const gone = await run('keys list', address.replace(String(server.port), '1'))
  assert.equal(gone.status, 1)
  assert.match(
    gone.error,
    /postgres:\/\/petstore@127\.0\.0\.1:1\/\w+ cannot be used now: .*ECONNREFUSED/,
  )
})
