import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { dataFiles } from '../../src/store/data-files.ts'
import { openMoveTarget } from '../../src/store/postgres/move-target.ts'
import { openMoveSource } from '../../src/store/sqlite/move-source.ts'
import { takeServiceLock } from '../../src/store/sqlite/lock.ts'
import { sharedPostgres } from '../contract/postgres-server.ts'
import { makeStore, temporaryFolder } from '../helpers/app.ts'
import { commandsIn } from '../helpers/command.ts'
import { type Answer, errorOf, linkOf } from '../helpers/http.ts'
import { testWith } from '../helpers/needs.ts'
import { exportedPhotos, setUpPictures } from '../helpers/photo-files.ts'
import { poll } from '../helpers/poll.ts'
import { noPostgres } from '../helpers/postgres.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { type Service, startProcess, startService, wide as unlimited } from '../helpers/service.ts'

const skip = noPostgres()
const it = testWith(skip)

const audit = { at: 0, who: 'root', action: 'store.moved', target: 'a database', origin: 'a test' }

const moving = (to: string): string => `move --from sqlite --to ${to}`

/** A file of an environment with so many animals, each with an event of its own. */
const makeAnimals = (t: TestContext, count: number): string => {
  const dataDir = temporaryFolder(t)
  makeStore(dataDir, 'staging')
  const database = new DatabaseSync(dataFiles(dataDir, 'staging').database)
  database.exec(`
    WITH RECURSIVE numbers AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT INTO events (id, type, at, pet_id, body)
    SELECT n + 100, 'pet.created', n, n, ',"type":"pet.created","data":{}}' FROM numbers;
    INSERT INTO pets (name, category_id, status, name_folded, row_version)
    SELECT 'Pet ' || pet_id, 1, 'available', 'pet ' || pet_id, 1 FROM events WHERE id > 100;
    INSERT INTO totals VALUES ('pets', 'available', ${count})`)
  database.close()
  return dataDir
}

it('a moved store answers every question as before, and goes on where it was', async (t) => {
  const { port } = await startReceiver(t, (_request, response) => response.writeHead(204).end())
  const dataDir = temporaryFolder(t)
  const variables = {
    PETSTORE_WEBHOOK_ALLOW: '127.0.0.0/8',
    PETSTORE_SECRET_KEY: randomBytes(32).toString('base64'),
  }
  const before = await startService(t, dataDir, variables)
  const keys = await fill(before, port)
  const questions = await poll(async () => {
    const answers = await answersOf(before, keys.wide)
    // The history of the requests is written once a second. The webhook has its message by then, and what is read after the list shows so too.
    const isSent = answers.some(([path, text]) => path === '/webhooks' && /enabled/.test(text))
    return isSent && answers.filter(([path]) => !path.startsWith('/usage'))
  }, 100)
  await before.stop()
  const server = await sharedPostgres()
  const database = await server.newDatabase()
  const out = await commandsIn(dataDir).done(moving(server.url(database)))
  assert.match(out, /^Moved staging: \d+ rows of \d+ tables, all read again and found the same/)
  const env = { PETSTORE_STAGING_STORE: server.url(database) }
  assert.match(
    await commandsIn('', { env }).done('audit'),
    /key\.created  [^]+  store\.moved  postgres:\/\/[^]+\n$/,
  )

  const service = await startService(t, temporaryFolder(t), { ...variables, ...env })
  assert.equal(service.facts.staging?.firstKey, undefined)
  const moved = await answersOf(service, keys.wide)
  assert.deepEqual(
    moved.filter(([path]) => !path.startsWith('/usage')),
    questions,
  )
  const history = moved.find(([path]) => path.startsWith('/usage/history'))?.[1] ?? ''
  assert.match(history, /createPet/)
  await goesOn(service, keys)
})

/** One date for both stores, whatever the clock says by then. */
const today = new Date().toISOString().slice(0, 10)

type Keys = { readonly wide: string; readonly banned: string; readonly revoked: string }

/** Does in a store what leaves rows in all its tables. */
const fill = async (service: Service, port: number): Promise<Keys> => {
  const { one } = commandsIn(service.dataDir)
  const scopes = 'all,contacts:read,contacts:write,notes:read,notes:write,keys:manage'
  const wide = await service.addKey('staging', ...unlimited, '--scopes', scopes)
  const ask = service.asking(wide)
  const made = async (path: string, body: unknown, headers = {}): Promise<void> => {
    const answer = await ask(path, { method: 'POST', body, headers })
    assert.equal(answer.status, 201, answer.text)
  }
  await made('/webhooks', { url: `http://127.0.0.1:${port}/hook` })
  for (let n = 0; n < 5; n += 1) await made('/pets', { name: `Pet ${n} ÄÖ`, categoryId: n })
  await made('/pets', { name: 'Once', categoryId: 9 }, { 'idempotency-key': 'once' })
  await made('/contacts', { name: 'Jo ÄÖ', phone: '12-3', email: 'Jo@a', note: 'a\nb' })
  await made('/store/orders', { petId: 2, contactId: 1, reference: 'walk-in' })
  await made('/store/orders', { petId: 3 })
  await made('/notes', { orderId: 1, text: 'Comes on Friday' })
  await made('/keys', { name: 'Anna', scopes: ['pets:read'] })
  const profile = { method: 'PATCH', body: { breed: 'Beagle', chip: '985141000123456' } }
  assert.equal((await ask('/pets/2/profile', profile)).status, 200)
  const put = { method: 'PUT', body: { name: 'Dogs' } } as const
  for (const n of [3, 4]) assert.equal((await ask(`/categories/${n}`, put)).status, 201)
  assert.equal((await ask('/categories/4', { method: 'DELETE' })).status, 204)
  // Its id must not be given again.
  await made('/pets', { name: 'Last', categoryId: 1 })
  const page = await ask('/pets?limit=1&sort=-id')
  assert.equal((await ask(`/pets?id=${idIn(page)}`, {})).status, 200)
  assert.equal((await ask(`/pets/${idIn(page)}`, { method: 'DELETE' })).status, 204)
  const { key: banned } = await one('keys create --name Banned --plan free')
  const codeOfNext = async () => errorOf(await service.asking(banned)('/pets?limit=1')).code
  // The minute may end meanwhile, and what it counted with it.
  while ((await codeOfNext()) !== 'api_key_banned');
  const gone = await one('keys create --name Gone --plan pro')
  await one(`keys revoke ${gone.id}`)
  return { wide, banned, revoked: gone.key }
}

const idIn = ({ text }: Answer): string => /"id":(\d+)/.exec(text)?.[1] ?? ''

/** What a store answers to reads of all that it shows. */
const answersOf = async (
  service: Service,
  key: string,
): Promise<ReadonlyArray<readonly [path: string, text: string]>> => {
  const ask = service.asking(key)
  const paths = [
    '/pets?limit=100',
    '/pets?sort=-id&limit=3',
    '/pets?status=pending',
    '/pets?name=pet',
    '/store/orders',
    '/contacts',
    '/notes',
    '/keys',
    '/profiles?petId=1,2',
    '/search?q=beagle',
    '/search?q=friday',
    '/store/inventory',
    `/store/statistics?from=${today}&to=${today}`,
    '/categories',
    '/events?limit=100',
    '/webhooks',
    '/webhooks/1',
    '/webhooks/1/deliveries',
    '/usage/history?interval=hour',
  ]
  const answers: Array<readonly [string, string]> = []
  for (const path of paths) {
    const { status, text } = await ask(path)
    assert.equal(status, 200, text)
    // A key was used later.
    answers.push([path, text.replaceAll(/,"lastUsedAt":"[^"]*"/g, '')])
  }
  // A cursor is signed with the secret of the store.
  const first = await ask('/pets?limit=2')
  const next = linkOf(first, 'next')?.split('/v1')[1] ?? ''
  answers.push([next, (await ask(next)).text])
  return answers
}

const goesOn = async (service: Service, { wide, banned, revoked }: Keys): Promise<void> => {
  const ask = service.asking(wide)
  const body = { name: 'Once', categoryId: 9 }
  const again = await ask('/pets', {
    method: 'POST',
    body,
    headers: { 'idempotency-key': 'once' },
  })
  assert.equal(again.headers['idempotent-replayed'], 'true')
  const newestEvent = idIn(await ask('/events?sort=-id&limit=1'))
  const newest = await ask('/pets', { method: 'POST', body: { name: 'New', categoryId: 1 } })
  const sample = idIn(await ask('/pets?sort=-id&limit=2'))
  assert.equal(idIn(newest), sample)
  // The newest animal before was deleted, and its id is not given again.
  const ids = [...(await ask('/pets?limit=100')).text.matchAll(/"id":(\d+)/g)].map((match) =>
    Number(match[1]),
  )
  assert.equal(ids.at(-1), (ids.at(-2) ?? 0) + 2)
  const event = await ask('/events?sort=-id&limit=1')
  assert.ok(BigInt(idIn(event)) > BigInt(newestEvent))
  assert.equal(errorOf(await service.asking(banned)('/pets')).code, 'api_key_banned')
  assert.equal(errorOf(await service.asking(revoked)('/pets')).code, 'invalid_api_key')
  // Its first version was another one before the deletion.
  const category = await ask('/categories/4', { method: 'PUT', body: { name: 'Cats' } })
  assert.equal(category.status, 201)
  assert.notEqual(category.headers['etag'], (await ask('/categories/3')).headers['etag'])
}

it('a move that is killed leaves nothing behind, and is run again', async (t) => {
  const dataDir = makeAnimals(t, 20_000)
  const server = await sharedPostgres()
  const database = await server.newDatabase()
  const client = await server.client(database)
  t.after(() => client.end())
  const isWriting = async (): Promise<boolean> => {
    const { rows } = await client.query(
      'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE \'INSERT INTO "events"%\'',
    )
    return rows.length > 0
  }
  const args = [...moving(server.url(database)).split(' '), '--environment', 'staging']
  const { child, closed } = startProcess(t, args, { PETSTORE_DATA_DIR: dataDir })
  await poll(isWriting)
  child.kill('SIGKILL')
  await closed
  const made = await client.query("SELECT to_regclass('settings') AS settings")
  assert.deepEqual(made.rows, [{ settings: null }])

  const file = new DatabaseSync(dataFiles(dataDir, 'staging').database)
  // Somebody let the service go on meanwhile.
  file.exec("UPDATE pets SET name = 'Changed' WHERE id = 1")
  file.close()
  const { tables } = await commandsIn(dataDir).one(moving(server.url(database)))
  assert.equal(tables.pets.rows, 20_000)
  const { rows } = await client.query(
    'SELECT (SELECT count(*)::int FROM pets) AS pets, (SELECT count(DISTINCT id)::int FROM events) AS events, (SELECT name FROM pets WHERE id = 1) AS name',
  )
  assert.deepEqual(rows, [{ pets: 20_000, events: 20_000, name: 'Changed' }])
})

test('a move refuses whatever it could harm, and shows no password', { skip }, async (t) => {
  const server = await sharedPostgres()
  const dataDir = temporaryFolder(t)
  const secret = 'not-to-be-shown'
  const url = async (): Promise<string> =>
    server.url(await server.newDatabase()).replace('petstore@', `petstore:${secret}@`)
  const refused = async (folder: string, to: string, sentence: RegExp, status: 1 | 2 = 1) => {
    const error = await commandsIn(folder).fails(moving(to), sentence, status)
    assert.doesNotMatch(error, new RegExp(secret))
  }
  await refused(dataDir, await url(), /There is no data of staging in .*staging\.sqlite/)
  makeStore(dataDir, 'staging')
  const { database: file, lock } = dataFiles(dataDir, 'staging')
  const service = takeServiceLock(lock)
  await refused(dataDir, await url(), /The service serves staging from .*; stop it first/)
  service?.release()
  const importing = takeServiceLock(`${file}.import-lock`)
  await refused(dataDir, await url(), /An import into .* is under way/)
  importing?.release()

  await refused(dataDir, `postgres://petstore:${secret}@a,,/b`, /--to takes an address like/, 2)
  await refused(
    dataDir,
    `postgres://petstore:${secret}@127.0.0.1:1/none`,
    /127\.0\.0\.1:1\/none cannot be used: .*Nothing was moved/,
  )

  const foreign = await server.newDatabase()
  const client = await server.client(foreign)
  await client.query('CREATE TABLE things (id int)')
  await client.end()
  await refused(dataDir, server.url(foreign), /has tables of another program, like things/)

  const mine = await url()
  await commandsIn(dataDir).done(moving(mine))
  await refused(dataDir, mine, /has the data of this store already: the move has ended/)
  const other = temporaryFolder(t)
  makeStore(other, 'staging')
  await refused(other, mine, /holds the data of another store, of staging/)

  const older = new DatabaseSync(file)
  older.exec('PRAGMA user_version = 3')
  older.close()
  await refused(dataDir, await url(), /is of an older version of petstore \(schema 3,/)
})

it('photos come along, also those that are larger than a page of rows', async (t) => {
  const { folder, dataDir, app, update, done } = await setUpPictures(t)
  await done(update)
  await app.close()
  const database = new DatabaseSync(dataFiles(dataDir, 'staging').database)
  database.exec('UPDATE photo_fulls SET bytes = randomblob(1500000)')
  database.close()
  const before = await exportedPhotos({ done }, join(folder, 'before'))
  const server = await sharedPostgres()
  const url = server.url(await server.newDatabase())
  await done(moving(url))
  const moved = commandsIn(dataDir, { env: { PETSTORE_STAGING_STORE: url } })
  assert.deepEqual(await exportedPhotos(moved, join(folder, 'after')), before)
})

it('while a store is moved, no command writes to it and no service starts on it', (t) => {
  const dataDir = temporaryFolder(t)
  makeStore(dataDir, 'staging')
  const files = dataFiles(dataDir, 'staging')
  const source = openMoveSource(files, 'staging')
  assert.equal(takeServiceLock(files.lock), undefined)
  const other = new DatabaseSync(files.database)
  assert.throws(() => other.exec('BEGIN IMMEDIATE'), /locked/)
  source.close()
  other.exec('BEGIN IMMEDIATE')
  assert.throws(() => openMoveSource(files, 'staging'), /Another command writes to/)
  other.close()
  const lock = takeServiceLock(files.lock)
  assert.notEqual(lock, undefined)
  lock?.release()
})

it('of two moves into one database the second is refused, and loses nothing', async (t) => {
  const server = await sharedPostgres()
  const dataDir = makeAnimals(t, 10)
  const source = openMoveSource(dataFiles(dataDir, 'staging'), 'staging')
  // A command beside it opens the file too.
  source.close()
  const database = await server.newDatabase()
  const first = await openMoveTarget(server.address(database), 'staging', source.secret, audit)
  const { done, fails } = commandsIn(dataDir)
  await fails(moving(server.url(database)), /Another move into \S+ is under way; wait for it\./)
  await first.close()
  await done(moving(server.url(database)))
})

it('a table or a column that the move does not know stops it', async (t) => {
  const server = await sharedPostgres()
  const dataDir = temporaryFolder(t)
  makeStore(dataDir, 'staging')
  const source = openMoveSource(dataFiles(dataDir, 'staging'), 'staging')
  t.after(() => source.close())
  const database = await server.newDatabase()
  const target = await openMoveTarget(server.address(database), 'staging', source.secret, audit)
  t.after(() => target.close())
  // The tables of both stores, as their schemas make them.
  source.refuseOtherTables(target.tables)
  for (const left of target.tables) {
    const rest = target.tables.filter((table) => table !== left)
    const isMade = /^(?:ban_lifts|leases|positions)$/.test(left.name)
    if (isMade) continue
    assert.throws(() => source.refuseOtherTables(rest), new RegExp(`the table ${left.name} of`))
  }
  const [first, ...others] = target.tables
  assert.ok(first)
  const columns = [...first.columns, { name: 'added', type: 'text' }]
  assert.throws(
    () => source.refuseOtherTables([{ ...first, columns }, ...others]),
    new RegExp(`table ${first.name} of .* has the columns`),
  )
  const unknown = { name: 'added', columns: [{ name: 'id', type: 'bigint' }], key: ['id'] }
  assert.throws(() => source.refuseOtherTables([...target.tables, unknown]), /no such table: added/)
})
