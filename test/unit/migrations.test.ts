import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import type { EventQuery } from '../../src/base/data/events.ts'
import { foldedText } from '../../src/base/folded-text.ts'
import { allScopes } from '../../src/access/keys/scopes.ts'
import { petCreate } from '../../src/resources/pets/changes.ts'
import { pets } from '../../src/resources/pets/table.ts'
import { migrations } from '../../src/store/sqlite/migrations.ts'
import { act } from '../helpers/act.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { assertTakenOver, oldDeliveries, versionsBefore } from '../helpers/old-deliveries.ts'
import { keysAfter, oldKeys } from '../helpers/old-keys.ts'
import { openStorage, petPage } from '../helpers/storage.ts'

/** A store as an older version left it, with the statements that a test adds. */
const oldStore = (t: TestContext, version: number, statements: string): string => {
  const path = join(temporaryFolder(t), 'staging.sqlite')
  const database = new DatabaseSync(path)
  database.function('folded', (text) => foldedText(String(text)))
  for (const step of migrations.slice(0, version)) database.exec(step)
  // The mark of a file of the service.
  const applicationId = 0x50455453
  database.exec(`${statements}; PRAGMA user_version = ${version};
    PRAGMA application_id = ${applicationId}`)
  database.close()
  return path
}

const pet = { name: 'Rex "1"', categoryId: 9_223_372_036_854_775_807n, status: 'sold' } as const
const body = `{"id":7,"name":"Rex \\"1\\"","categoryId":${pet.categoryId},"status":"sold"}`
const fingerprint = new Uint8Array(32)
const once = { ownerId: 'key_1', key: 'order-1', fingerprint, now: 1_000 }

test('what was created before the change of what is kept is replayed after it', async (t) => {
  const path = oldStore(
    t,
    4,
    `INSERT INTO idempotency VALUES ('key_1', 'order-1', zeroblob(32), 500, 201,
      'http://127.0.0.1/v1/pets/7', '${body}')`,
  )
  const storage = openStorage(path)
  t.after(() => storage.close())
  assert.deepEqual(await storage.data.apply(petCreate(pet), { ...act, once }), {
    outcome: 'done',
    result: { outcome: 'created', pet: { id: 7n, ...pet } },
    replayed: true,
  })
  const { json } = await petPage(storage, { limit: 10 })
  assert.equal(json, '[]')
})

test('a key of an older version gets the open orders of its plan, and all scopes', async (t) => {
  const plans = ['free', 'pro', 'business', 'enterprise']
  const rows = plans.map(
    (plan) =>
      `('key_${plan}', 'key_${plan}', randomblob(32), 'A', '${plan}', 7, 9, 0, NULL, NULL, NULL)`,
  )
  const path = oldStore(t, 9, `INSERT INTO api_keys VALUES ${rows.join()}`)
  const storage = openStorage(path)
  t.after(() => storage.close())
  const keys = await storage.keys.list()
  const allowed = keys.map(({ plan, limits }) => [plan, limits.openOrders])
  assert.ok(keys.every(({ scopes }) => scopes === allScopes))
  assert.deepEqual(Object.fromEntries(allowed), {
    free: 5,
    pro: 50,
    business: 500,
    enterprise: 500,
  })
})

test('a key of an older version that could do everything with orders still can', async (t) => {
  const path = oldStore(t, 20, oldKeys('randomblob(32)'))
  const storage = openStorage(path)
  t.after(() => storage.close())
  assert.deepEqual(
    (await storage.keys.list()).map(({ scopes }) => scopes),
    keysAfter,
  )
})

test('animals of an import that an older version left half-way stay hidden', async (t) => {
  const path = oldStore(
    t,
    4,
    `INSERT INTO pets (name, category_id, status) VALUES ('Old', 1, 'sold'), ('New', 1, 'sold');
    INSERT INTO import_under_way VALUES (1, 2, 2)`,
  )
  const storage = openStorage(path)
  t.after(() => storage.close())
  const { json } = await petPage(storage, { limit: 10 })
  assert.equal(json, '[{"id":1,"name":"Old","categoryId":1,"status":"sold"}]')
  assert.deepEqual([...(await storage.data.totals(pets))], [['sold', 1n]])
  const prefix = { field: 'name', text: 'OL' }
  const byName = await storage.data.page(pets, { where: {}, prefix, after: undefined, limit: 10 })
  assert.equal(byName.json, json)
})

test('events of an older version are found by what they are about, and by their types', async (t) => {
  const types = ['pet.created', 'order.placed', 'pet.updated', 'order.updated', 'pet.deleted']
  const rows = types.map(
    (type, at) => `(${at + 1}, '${type}', 0, 7, ${type.startsWith('order') ? 3 : 'NULL'}, '}')`,
  )
  const path = oldStore(
    t,
    19,
    `INSERT INTO events (id, type, at, pet_id, order_id, body) VALUES ${rows.join()}`,
  )
  const storage = openStorage(path)
  t.after(() => storage.close())
  const { events } = storage.data
  const page = { reader: 'key_1', after: undefined, limit: 10 }
  const idsOf = async (query: Partial<EventQuery>): Promise<unknown> => {
    const found = await events.page({ ...page, ...query })
    assert.ok(found.outcome === 'page')
    return (JSON.parse(found.json) as ReadonlyArray<{ id: number }>).map(({ id }) => id)
  }
  const topic = { name: 'petId', id: 7n }
  assert.deepEqual(await idsOf({ topic }), [1, 2, 3, 4, 5])
  assert.deepEqual(await idsOf({ topic: { name: 'orderId', id: 3n } }), [2, 4])
  for (const [at, type] of types.entries()) {
    assert.deepEqual(await idsOf({ topic, types: [type] }), [at + 1], type)
  }
})

test('the deliveries of an older version are queued where they stood', async (t) => {
  const storage = openStorage(oldStore(t, versionsBefore.sqlite, oldDeliveries))
  t.after(() => storage.close())
  await assertTakenOver(storage)
})
