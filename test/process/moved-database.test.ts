import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import { type Answer, call, errorOf } from '../helpers/http.ts'
import { runCommand, startService } from '../helpers/service.ts'
import { startFragileService } from '../helpers/fragile-service.ts'

const staging = ['--environment', 'staging'] as const

const assertUnavailable = (answer: Answer): void => {
  assert.equal(answer.status, 503, answer.text)
  assert.equal(errorOf(answer).code, 'service_unavailable')
  assert.equal(answer.headers['retry-after'], '5')
}

/** A staging service, and its database. */
const setUp = async (t: TestContext) => {
  const run = await startFragileService(t)
  const { base, service } = run
  return {
    ...run,
    path: join(service.dataDir, 'staging.sqlite'),
    create: (key?: string): Promise<Answer> =>
      run.call('/pets', {
        method: 'POST',
        body: { name: 'Rex', categoryId: 1 },
        headers: key === undefined ? {} : { 'idempotency-key': key },
      }),
    ready: async (): Promise<number> =>
      (await call(`${base.slice(0, -'/v1'.length)}/readyz`)).status,
  }
}

/** Whether the database has the animal of a 201. */
const hasPet = (path: string, created: Answer): boolean => {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const { id } = JSON.parse(created.text)
    return database.prepare('SELECT 1 FROM pets WHERE id = ?').get(id) !== undefined
  } finally {
    database.close()
  }
}

/** What can happen to a store under a running service, and the log line for it. */
const faults: Record<string, readonly [come: (path: string) => void, told: RegExp]> = {
  deleted: [(path) => rmSync(path), /staging\.sqlite is not there any more/],
  'deleted with the files beside it': [
    (path) => ['-shm', '-wal', ''].forEach((ending) => rmSync(path + ending)),
    /staging\.sqlite is not there any more/,
  ],
  'replaced by a copy': [
    (path) => {
      copyFileSync(path, `${path}.copy`)
      renameSync(`${path}.copy`, path)
    },
    /staging\.sqlite is another file than the one that was opened/,
  ],
  'left without its log': [(path) => rmSync(`${path}-wal`), /sqlite-wal is not there any more/],
  'left without the index of its log': [(path) => rmSync(`${path}-shm`), /sqlite-shm is not there/],
}

for (const [what, [come, told]] of Object.entries(faults)) {
  test(`once the database is ${what}, no write is acknowledged and the service is not ready`, async (t) => {
    const run = await setUp(t)
    const { path, service } = run
    const first = await run.create('kept')
    assert.equal(first.status, 201)
    const shown = (await run.call('/pets?limit=100')).text

    come(path)
    assertUnavailable(await run.create())
    assertUnavailable(await run.create('new'))
    assert.equal(await run.ready(), 503)
    assert.equal((await run.call('/pets?limit=100')).text, shown, 'reads go on')
    assert.equal((await run.create('kept')).text, first.text, 'what was kept is replayed')

    await run.untilLogged('storage_unavailable', 1)
    await service.stop()
    const [line, ...more] = run.logged('storage_unavailable')
    assert.equal(line?.['reason'], 'moved')
    assert.match(String(line?.['explanation']), /deleted, moved or replaced.+ restore a backup/)
    assert.match(JSON.stringify(line), told)
    assert.deepEqual(
      [more, run.logged('request_failed'), run.logged('thread_failed')],
      [[], [], []],
    )
  })
}

test('the service finds out by itself, without a request, and goes on once the file is back', async (t) => {
  const run = await setUp(t)
  const { path, service } = run
  renameSync(path, `${path}.old`)
  await run.untilLogged('storage_unavailable', 1)
  assert.equal(await run.ready(), 503)
  renameSync(`${path}.old`, path)
  await run.untilLogged('storage_recovered', 1)
  assert.deepEqual(run.logged('storage_recovered')[0]?.['reasons'], ['moved'])
  const created = await run.create()
  assert.equal(created.status, 201)
  assert.equal(await run.ready(), 200)
  await service.stop()
  assert.ok(hasPet(path, created))
})

test('what was acknowledged before the log was deleted is in the database after a clean end', async (t) => {
  const run = await setUp(t)
  const { path, service } = run
  const created = await run.create()
  assert.equal(created.status, 201)
  rmSync(`${path}-wal`)
  assertUnavailable(await run.create())
  assert.equal((await service.stop()).status, 0)
  assert.ok(hasPet(path, created))
})

test('a worker that replaces another makes no new database', async (t) => {
  const run = await setUp(t)
  const { path, service } = run
  const closed = once(service.process, 'close')
  renameSync(path, `${path}.old`)
  run.fail('throw')
  const [status] = await closed
  assert.equal(status, 1)
  assert.match(service.output().error, /staging\.sqlite is not there any more\.\n$/)
  assert.ok(!existsSync(path))
})

const list = ['keys', 'list', ...staging]
const create = ['keys', 'create', ...staging, '--plan', 'free', '--name', 'A shop']
const others: readonly (readonly string[])[] = [
  list,
  ['keys', 'revoke', 'key_1', ...staging],
  ['pets', 'export', '-', '--format', 'csv', ...staging],
  ['pets', 'import', '-', '--format', 'csv', ...staging],
  ['backup', 'copy.backup', ...staging],
]

test('no command makes the database anew that a running service has lost', async (t) => {
  const run = await setUp(t)
  const { path, service } = run
  const { dataDir } = service
  for (const ending of ['-shm', '-wal', '']) rmSync(path + ending)
  for (const args of [...others, create]) {
    const { status, out, error } = await runHere(args, { PETSTORE_DATA_DIR: dataDir })
    assert.deepEqual([status, out], [1, ''], args.join(' '))
    assert.match(error, /^[^\n]*\bstaging\b[^\n]*\.\n$/, 'a sentence')
  }
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => name.startsWith('staging.sqlite')),
    [],
  )
})

test('in an empty folder only a key is made; all other commands say that there is no data yet', async (t) => {
  const dataDir = temporaryFolder(t)
  const env = { PETSTORE_DATA_DIR: dataDir }
  for (const args of others) {
    const { status, error } = await runHere(args, env)
    assert.equal(status, 1)
    assert.match(error, /There is no data of staging yet/)
  }
  assert.deepEqual(readdirSync(dataDir), [])
  const made = await runHere(create, env)
  assert.equal(made.status, 0, made.error)
  assert.equal((await runHere(list, env)).status, 0)
})

test('a log without its database stops start and commands with a sentence, and stays', async (t) => {
  const run = await setUp(t)
  const { path, service } = run
  const { dataDir } = service
  const created = await run.create()
  await service.stop('SIGKILL')
  renameSync(path, join(dataDir, 'elsewhere'))
  const env = { PETSTORE_DATA_DIR: dataDir, PETSTORE_ENVIRONMENTS: 'staging' }
  const variables = { ...env, PETSTORE_STAGING_PORT: '0', PETSTORE_METRICS_PORT: 'off' }
  for (const args of [['serve'], create]) {
    const { status, error } = await runCommand(args, variables)
    assert.equal(status, 1)
    assert.match(error, /staging\.sqlite is not there, but .+staging\.sqlite-wal beside it is/)
  }
  assert.ok(!existsSync(path))
  renameSync(join(dataDir, 'elsewhere'), path)
  assert.equal((await runCommand(list, variables)).status, 0)
  assert.ok(hasPet(path, created))
})

test('after a kill no start and no command goes on without the log; the loss can be accepted by a restore', async (t) => {
  const dataDir = temporaryFolder(t)
  const service = await startService(t, dataDir)
  const base = service.baseUrl('staging')
  const key = String(service.facts.staging?.firstKey)
  const created = await call(`${base}/pets`, {
    method: 'POST',
    key,
    body: { name: 'Rex', categoryId: 1 },
  })
  assert.equal(created.status, 201)
  await service.stop('SIGKILL')
  const path = join(dataDir, 'staging.sqlite')
  const log = `${path}-wal`
  renameSync(log, `${log}.away`)

  const { env } = service
  const backup = ['backup', join(dataDir, 'copy'), ...staging]
  for (const args of [['serve'], create, list, backup]) {
    const { status, error } = await runCommand(args, env)
    assert.equal(status, 1, args.join(' '))
    assert.ok(error.includes(`its log ${log} is not there`), error)
    assert.ok(!existsSync(log))
  }
  const doctor = await runCommand(['doctor', '--json'], env)
  assert.ok(doctor.out.includes(`its log ${log} is not there`), doctor.out)

  // The way on that the sentence names, in a copy.
  const other = temporaryFolder(t)
  for (const ending of ['', '-shm'])
    copyFileSync(path + ending, join(other, `staging.sqlite${ending}`))
  const lost = join(other, 'staging.sqlite.lost')
  renameSync(join(other, 'staging.sqlite'), lost)
  const restore = ['restore', lost, ...staging]
  assert.equal((await runCommand(restore, { ...env, PETSTORE_DATA_DIR: other })).status, 0)
  assert.equal((await (await startService(t, other)).stop()).status, 0)

  renameSync(`${log}.away`, log)
  const again = await startService(t, dataDir)
  const { id } = JSON.parse(created.text)
  assert.equal((await call(`${again.baseUrl('staging')}/pets?id=${id}`, { key })).status, 200)
  assert.equal((await again.stop()).status, 0)
  assert.ok(!existsSync(log))

  // A command that closes the file of a killed service last leaves the log to the next start.
  await (await startService(t, dataDir)).stop('SIGKILL')
  assert.equal((await runCommand(create, env)).status, 0)
  assert.ok(existsSync(log))
  assert.equal((await (await startService(t, dataDir)).stop()).status, 0)
  assert.ok(!existsSync(log))
})
