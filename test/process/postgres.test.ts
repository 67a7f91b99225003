import assert from 'node:assert/strict'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { freePort } from '../helpers/free-port.ts'
import { exactPets } from '../helpers/exact-json.ts'
import { type Answer, type Call, call, errorOf, linkOf } from '../helpers/http.ts'
import { testWith } from '../helpers/needs.ts'
import { poll } from '../helpers/poll.ts'
import { noPostgres, type PostgresServer, startPostgres } from '../helpers/postgres.ts'
import { runCommand, type Service, startProcess, startService } from '../helpers/service.ts'

const it = testWith(noPostgres())

let started: Promise<PostgresServer> | undefined
const shared = async (): Promise<PostgresServer> => await (started ??= startPostgres())
after(async () => await (await started)?.close())

const wide = ['--plan', 'enterprise', '--per-minute', '10000000', '--per-day', '10000000']

/** A service whose data are in a database, and calls with a key of it. */
type Node = {
  readonly service: Service
  readonly ask: (path: string, options?: Call) => Promise<Answer>
}

const startNode = async (t: TestContext, store: string): Promise<Node> => {
  const service = await startService(t, temporaryFolder(t), { PETSTORE_STAGING_STORE: store })
  const key = await service.addKey('staging', ...wide)
  const base = service.baseUrl('staging')
  return { service, ask: (path, options = {}) => call(base + path, { key, ...options }) }
}

const addPet = async ({ ask }: Pick<Node, 'ask'>, name: string, once?: string): Promise<Answer> =>
  await ask('/pets', {
    method: 'POST',
    body: { name, categoryId: 1 },
    headers: once === undefined ? {} : { 'idempotency-key': once },
  })

/** The names of all animals, page by page. */
const namesIn = async ({ ask, service }: Node): Promise<readonly string[]> => {
  const names: string[] = []
  for (let path: string | undefined = '/pets?limit=100'; path !== undefined;) {
    const page: Answer = await ask(path)
    assert.equal(page.status, 200, page.text)
    names.push(...exactPets(page.text).map(({ name }) => name))
    path = linkOf(page, 'next')?.slice(service.baseUrl('staging').length)
  }
  return names
}

it('without the database requests are refused in time, and it goes on once it is back', async (t) => {
  const server = await startPostgres()
  t.after(() => server.close())
  const node = await startNode(t, server.url(await server.newDatabase()))
  assert.equal((await addPet(node, 'Before', 'before')).status, 201)
  await server.kill()
  for (const refused of [
    await node.ask('/pets?limit=7'),
    await node.ask('/pets?limit=7&status=sold'),
    await addPet(node, 'Never'),
  ]) {
    assert.equal(refused.status, 503)
    assert.equal(errorOf(refused).code, 'service_unavailable')
    assert.ok(Number(refused.headers['retry-after']) > 0)
  }
  await server.start()
  await poll(async () => (await node.ask('/pets?limit=7')).status === 200)
  // The store still has the idempotency key, so this is the same animal.
  const again = await addPet(node, 'Before', 'before')
  assert.equal(again.headers['idempotent-replayed'], 'true')
  const last = await poll(async () => {
    const answer = await addPet(node, 'After')
    return answer.status === 201 ? answer : undefined
  })
  assert.equal(exactPets(`[${last.text}]`)[0]?.name, 'After')
  const names = await namesIn(node)
  assert.deepEqual(
    ['Before', 'Never', 'After'].map((name) => names.filter((each) => each === name).length),
    [1, 0, 1],
  )
})

it('an environment whose database is away at the start waits for it, while the other is served', async (t) => {
  const server = await startPostgres()
  t.after(() => server.close())
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
  const server = await shared()
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
    PETSTORE_PRODUCTION_STORE: address,
    PETSTORE_PRODUCTION_STORE_PASSWORD_FILE: file,
  }
  const run = async (...args: readonly string[]) => {
    const done = await runCommand(args, env)
    assert.doesNotMatch(done.out + done.error, /in-the-address|from-the-file/)
    return done
  }
  const empty = await run('keys', 'list', '--environment', 'production')
  assert.equal(empty.status, 1)
  assert.match(empty.error, /no data of production yet in postgres:\/\/petstore@127/)
  const create = [
    'keys',
    'create',
    '--environment',
    'production',
    '--name',
    'First',
    '--plan',
    'pro',
  ]
  assert.equal((await run(...create)).status, 0)
  const listed = await run('keys', 'list', '--environment', 'production', '--json')
  assert.equal(JSON.parse(listed.out).name, 'First')
  const backup = await run('backup', join(folder, 'copy'), '--environment', 'production')
  assert.equal(backup.status, 1)
  assert.match(backup.error, /pg_basebackup/)

  const doctor = await run('doctor', '--json')
  const findings = doctor.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ check }) => check === 'database')
  assert.match(findings[0].message, /takes writes \(schema \d+\), on PostgreSQL \d/)
  // The server of the tests does not wait for the disk.
  assert.match(findings[1].message, /fsync is off/)
  assert.equal(doctor.status, 1)

  const wrong = await runCommand(['keys', 'list', '--environment', 'production'], {
    ...env,
    PETSTORE_PRODUCTION_STORE: `${address}?sslmode=prefer`,
  })
  assert.equal(wrong.status, 2)
  assert.doesNotMatch(wrong.out + wrong.error, /in-the-address/)
  const gone = await runCommand(['keys', 'list', '--environment', 'production'], {
    ...env,
    PETSTORE_PRODUCTION_STORE: address.replace(String(server.port), '1'),
  })
  assert.equal(gone.status, 1)
  assert.match(
    gone.error,
    /postgres:\/\/petstore@127\.0\.0\.1:1\/\w+ cannot be used now: .*ECONNREFUSED/,
  )
})
