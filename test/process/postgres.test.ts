import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { exactPets, parseExactly } from '../helpers/exact-json.ts'
import { type Answer, type Call, call, errorOf, linkOf } from '../helpers/http.ts'
import { poll } from '../helpers/poll.ts'
import { noPostgres, type PostgresServer, startPostgres } from '../helpers/postgres.ts'
import { runCommand, type Service, startService } from '../helpers/service.ts'
import { atOnce } from '../helpers/fragile-service.ts'

const skip = noPostgres()

let started: Promise<PostgresServer> | undefined
const shared = async (): Promise<PostgresServer> => await (started ??= startPostgres())
after(async () => await (await started)?.close())

const wide = ['--plan', 'enterprise', '--per-minute', '10000000', '--per-day', '10000000']

/** A service whose data are in a database, and calls with a key of it. */
type Node = {
  readonly service: Service
  readonly ask: (path: string, options?: Call) => Promise<Answer>
}

const startNode = async (
  t: TestContext,
  store: string,
  { key }: { readonly key?: string } = {},
): Promise<Node & { readonly key: string }> => {
  const service = await startService(t, temporaryFolder(t), {
    PETSTORE_STAGING_STORE: store,
  })
  const own = key ?? (await service.addKey('staging', ...wide))
  const base = service.baseUrl('staging')
  return {
    service,
    key: own,
    ask: (path, options = {}) => call(base + path, { key: own, ...options }),
  }
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

test('a killed service has lost nothing that it acknowledged', { skip }, async (t) => {
  const server = await shared()
  const store = server.url(await server.newDatabase())
  const node = await startNode(t, store)
  const acknowledged: string[] = []
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  const writers = atOnce(8, async () => {
    for (;;) {
      const name = randomUUID()
      const answer = await addPet(node, name).catch(() => undefined)
      if (answer?.status !== 201) return
      acknowledged.push(name)
      if (acknowledged.length === 100) resolve()
    }
  })
  await enough
  await node.service.stop('SIGKILL')
  await writers

  const next = await startNode(t, store, { key: node.key })
  assert.equal(next.service.facts.staging?.firstKey, undefined)
  const names = await namesIn(next)
  assert.equal(new Set(names).size, names.length)
  assert.deepEqual(
    acknowledged.filter((name) => !names.includes(name)),
    [],
  )
  const [first] = exactPets((await next.ask('/pets?limit=1')).text)
  const order = await next.ask('/store/orders', {
    method: 'POST',
    body: { petId: Number(first?.id) },
  })
  assert.equal(order.status, 201)
  const { available, pending } = JSON.parse((await next.ask('/store/inventory')).text)
  const { length } = await namesIn(next)
  assert.ok(pending >= 1 && available + pending <= length)
})

test(
  'without the database requests are refused in time, and it goes on once it is back',
  { skip },
  async (t) => {
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
    await poll(async () => ((await node.ask('/pets?limit=7')).status === 200 ? true : undefined))
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
  },
)

test(
  'a database that hangs keeps nobody waiting, and no write is made twice',
  { skip: skip || (process.platform !== 'linux' && 'needs /proc') },
  async (t) => {
    const server = await startPostgres()
    t.after(() => server.close())
    const node = await startNode(t, server.url(await server.newDatabase()))
    server.pause()
    const read = await node.ask('/pets?limit=7')
    assert.deepEqual([read.status, errorOf(read).code], [503, 'service_unavailable'])
    const unknown = await addPet(node, 'Once', 'once').catch(() => undefined)
    assert.notEqual(unknown?.status, 201)
    server.resume()
    await poll(async () => {
      const answer = await addPet(node, 'Once', 'once').catch(() => undefined)
      return answer?.status === 201 ? true : undefined
    })
    const names = await namesIn(node)
    assert.equal(names.filter((name) => name === 'Once').length, 1)
  },
)

test(
  'two nodes on one database: every event is read once and in one order, whichever node is asked',
  { skip },
  async (t) => {
    const server = await shared()
    const store = server.url(await server.newDatabase())
    const first = await startNode(t, store)
    const second = await startNode(t, store, { key: first.key })
    let isOver = false
    const follow = async ({ ask, service }: Node): Promise<readonly bigint[]> => {
      const ids: bigint[] = []
      for (let path = '/events?limit=10'; ;) {
        const isLast = isOver
        const page = await ask(path)
        assert.equal(page.status, 200)
        const events = parseExactly(page.text) as ReadonlyArray<{ readonly id: bigint }>
        ids.push(...events.map(({ id }) => id))
        if (isLast && events.length === 0) return ids
        path = linkOf(page, 'next')?.slice(service.baseUrl('staging').length) ?? ''
      }
    }
    const readers = [first, second].map(follow)
    const added = await atOnce(16, async (index) => {
      const node = index % 2 === 0 ? first : second
      const ids: bigint[] = []
      for (let n = 0; n < 10; n += 1) {
        const answer = await addPet(node, `Pet ${index} ${n}`)
        assert.equal(answer.status, 201)
        ids.push(exactPets(`[${answer.text}]`)[0]?.id ?? 0n)
      }
      return ids
    })
    // A node may still have pages from before the other node's last change. It reads them anew within a moment.
    await poll(async () => {
      const pages = await Promise.all([first, second].map(namesIn))
      return pages.every(({ length }) => length === pages[0]?.length && length >= 160) || undefined
    })
    isOver = true
    const [one = [], other = []] = await Promise.all(readers)
    assert.deepEqual(one, other)
    assert.deepEqual(
      one,
      one.map((_, at) => BigInt(at + 1)),
    )
    assert.equal(new Set(added.flat()).size, 160)
  },
)

test('commands work on the database, and nothing shows its password', { skip }, async (t) => {
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
