import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import type { EventQuery } from '../../src/base/data/table.ts'
import { unconditional } from '../../src/base/data/change.ts'
import { foldedText } from '../../src/base/search-text.ts'
import { scopesOf } from '../../src/access/keys/scopes.ts'
import { orderPlace, orderRemove, orderUpdate } from '../../src/resources/orders/changes.ts'
import { orders } from '../../src/resources/orders/table.ts'
import { petCreate, petRemove, petUpdate } from '../../src/resources/pets/changes.ts'
import { pets } from '../../src/resources/pets/table.ts'
import { contents } from '../../src/resources/index.ts'
import { checkDatabase } from '../../src/store/sqlite/inspection.ts'
import { bringUpToDate } from '../../src/store/sqlite/migrations.ts'
import { textIndexObjects } from '../../src/store/sqlite/text-index.ts'
import { act } from '../helpers/act.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { importRows } from '../helpers/import-rows.ts'
import { assertTakenOver, oldDeliveries, versionsBefore } from '../helpers/old-deliveries.ts'
import { keysAfter, oldKeys } from '../helpers/old-keys.ts'
import { olderSteps } from '../helpers/older-schema.ts'
import { addPet, openStorage } from '../helpers/storage.ts'

/** A file as an older version left it, with the statements that a test adds. */
const oldFile = (t: TestContext, version: number, statements: string): string => {
  const path = join(temporaryFolder(t), 'staging.sqlite')
  const database = new DatabaseSync(path)
  database.function('folded', (text) => foldedText(String(text)))
  for (const step of olderSteps.slice(0, version)) database.exec(step)
  // The mark of a file of the service.
  const applicationId = 0x50455453
  database.exec(`${statements}; PRAGMA user_version = ${version};
    PRAGMA application_id = ${applicationId}`)
  database.close()
  return path
}

const open = (t: TestContext, path: string) => {
  const storage = openStorage(path)
  t.after(() => storage.close())
  return storage
}

const openOld = (t: TestContext, version: number, statements: string) =>
  open(t, oldFile(t, version, statements))

/** The animals of a store, in JSON. */
const petsOf = async ({ data }: ReturnType<typeof openStorage>): Promise<string> =>
  (await data.page(pets, { where: {}, after: undefined, limit: 10 })).json

const pet = { name: 'Rex "1"', categoryId: 9_223_372_036_854_775_807n, status: 'sold' } as const
const body = `{"id":7,"name":"Rex \\"1\\"","categoryId":${pet.categoryId},"status":"sold"}`
const fingerprint = new Uint8Array(32)
const once = { ownerId: 'key_1', key: 'order-1', fingerprint, now: 1_000 }

test('what was created before the change of what is kept is replayed after it', async (t) => {
  const storage = openOld(
    t,
    4,
    `INSERT INTO idempotency VALUES ('key_1', 'order-1', zeroblob(32), 500, 201,
      'http://127.0.0.1/v1/pets/7', '${body}')`,
  )
  assert.deepEqual(await storage.data.apply(petCreate(pet), { ...act, once }), {
    outcome: 'done',
    result: { outcome: 'created', pet: { id: 7n, ...pet } },
    replayed: true,
  })
  assert.equal(await petsOf(storage), '[]')
})

test('a key of an older version that could do everything with orders still can', async (t) => {
  const storage = openOld(t, 20, oldKeys('randomblob(32)'))
  assert.deepEqual(
    (await storage.keys.list()).map(({ scopes }) => scopes),
    keysAfter,
  )
})

test('animals of an import that an older version left half-way stay hidden, until the next import removes them', async (t) => {
  const storage = openOld(
    t,
    4,
    `INSERT INTO pets (name, category_id, status) VALUES ('Old', 1, 'sold'), ('New', 1, 'sold');
    INSERT INTO import_under_way VALUES (1, 2, 2)`,
  )
  const json = await petsOf(storage)
  assert.equal(json, '[{"id":1,"name":"Old","categoryId":1,"status":"sold"}]')
  assert.deepEqual([...(await storage.data.totals(pets))], [['sold', 1n]])
  const byText = { field: 'name', beginning: 'OL' }
  const byName = await storage.data.page(pets, { where: {}, byText, after: undefined, limit: 10 })
  assert.equal(byName.json, json)
  const found = async (text: string) =>
    (await storage.data.search({ text, tables: [pets], limit: 10 })).map(({ id }) => id)
  assert.deepEqual([await found('LD'), await found('old'), await found('new')], [[], [1n], []])
  // The next import removes them, or they would come out from behind it.
  await importRows(storage.bulk, pets, [{ name: 'Next', categoryId: 1n, status: 'sold' }])
  assert.match(await petsOf(storage), /"name":"Old"[^}]*\},\{"id":3,"name":"Next"[^}]*\}\]$/)
})

test('a table that is to be searched by other fields is searched by these', async (t) => {
  const path = join(temporaryFolder(t), 'staging.sqlite')
  const searchedBy = (title: 'name' | 'status') => {
    const table = { ...pets, search: { kind: 'pet', title } } as const
    const tables = contents.tables.map((each) => (each.name === 'pets' ? table : each))
    return { storage: openStorage(path, { contents: { ...contents, tables } }), table }
  }
  for (const [title, text] of [
    ['name', 'rex'],
    ['status', 'available'],
    ['name', 'rex'],
  ] as const) {
    const { storage, table } = searchedBy(title)
    await addPet(storage, { name: 'Rex', categoryId: 1n, status: 'available' })
    const hits = await storage.data.search({ text, tables: [table], limit: 10 })
    const json = await petsOf(storage)
    assert.equal(hits.length, JSON.parse(json).length)
    await storage.close()
  }
})

test('new rows of a file that had a trigger for them are indexed once', async (t) => {
  const path = oldFile(
    t,
    47,
    `${[textIndexObjects(pets)[0], ...textIndexObjects(pets, true).slice(-3)].join('; ')};
    INSERT INTO settings (name, value) VALUES ('search of pets', '1 name');
    INSERT INTO pets (name, category_id, status, name_folded, search_text)
    VALUES ('Rex', 1, 'sold', 'rex', '^ rex $ ')`,
  )
  // A backup of that version can be restored.
  assert.equal(checkDatabase(path, contents.tables).rows['pets'], 1)
  const storage = open(t, path)
  await addPet(storage, { name: 'Rex', categoryId: 1n, status: 'sold' })
  const found = await storage.data.search({ text: 'rex', tables: [pets], limit: 10 })
  assert.deepEqual(
    found.map(({ id }) => id),
    [2n, 1n],
  )
  using database = new DatabaseSync(path)
  database.exec("INSERT INTO pets_search (pets_search, rank) VALUES ('integrity-check', 1)")
})

test('an order of a file that indexed all of them is found as long as it has a reference', async (t) => {
  const path = oldFile(
    t,
    53,
    `${textIndexObjects(orders).join('; ')};
    INSERT INTO settings (name, value) VALUES ('search of orders', '1 reference');
    INSERT INTO orders (pet_id, status, "by", placed_at, closed_at, owner_id, row_version, search_text)
    SELECT value, 'cancelled', 'Shop', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', 'key_1', 1, '^  $ '
    FROM json_each('[1, 2]');
    INSERT INTO orders_search (rowid, search_text) SELECT id, search_text FROM orders`,
  )
  const storage = open(t, path)
  const editor = { ownerId: 'key_1', scopes: scopesOf(['orders:write']) }
  for (const reference of [null, 'for zoe', null, 'for zoe']) {
    await storage.data.apply(orderUpdate(1n, { reference }, unconditional, editor, act.at), act)
    const found = await storage.data.search({ text: 'zoe', tables: [orders], limit: 10 })
    assert.equal(found.length, reference === null ? 0 : 1)
  }
  const placer = { ownerId: 'key_1', keyName: 'Shop', openOrders: 5 }
  const { id: petId } = await addPet(storage, { name: 'Rex', categoryId: 1n, status: 'available' })
  await storage.data.apply(orderPlace({ petId }, placer, act.at), act)
  for (const id of [1n, 2n, 3n])
    await storage.data.apply(orderRemove(id, unconditional, editor), act)
  using database = new DatabaseSync(path)
  database.exec("INSERT INTO orders_search (orders_search, rank) VALUES ('integrity-check', 1)")
  const { kept } = database.prepare('SELECT count(*) AS kept FROM orders').get() ?? {}
  assert.equal(kept, 0)
})

test('a row that another program added is changed and removed as others are', async (t) => {
  const path = join(temporaryFolder(t), 'staging.sqlite')
  const storage = open(t, path)
  using database = new DatabaseSync(path)
  database.exec(
    "INSERT INTO pets (name, category_id, status) VALUES ('A', 1, 'sold'), ('B', 1, 'sold')",
  )
  await storage.data.apply(petUpdate(1n, { name: 'Rex' }, unconditional), act)
  const find = async () => await storage.data.search({ text: 'rex', tables: [pets], limit: 10 })
  assert.equal((await find()).length, 1)
  for (const id of [1n, 2n]) await storage.data.apply(petRemove(id, unconditional), act)
  assert.deepEqual(await find(), [])
  database.exec("INSERT INTO pets_search (pets_search, rank) VALUES ('integrity-check', 1)")
})

test('events of an older version are found by what they are about, and by their types', async (t) => {
  const types = ['pet.created', 'order.placed', 'pet.updated', 'order.updated', 'pet.deleted']
  const rows = types.map(
    (type, at) => `(${at + 1}, '${type}', 0, 7, ${type.startsWith('order') ? 3 : 'NULL'}, '}')`,
  )
  const storage = openOld(
    t,
    19,
    `INSERT INTO events (id, type, at, pet_id, order_id, body) VALUES ${rows.join()}`,
  )
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
  await assertTakenOver(openOld(t, versionsBefore.sqlite, oldDeliveries))
})

/** What each version added, with a row in each table that it brought or changed. */
const rowsOfVersion: Readonly<Record<number, string>> = {
  1: `INSERT INTO pets (name, category_id, status) VALUES ('Rex', 1, 'sold'), ('Élan', 2, 'available'), ('Gone', 3, 'pending');
    DELETE FROM pets WHERE name = 'Gone';
    INSERT INTO api_keys (id, owner_id, hash, name, plan, per_minute, per_day, created_at)
    VALUES ('key_b', 'key_b', x'01', 'B', 'pro', 1, 2, 3), ('key_a', 'key_a', x'02', 'A', 'free', 1, 2, 3),
      ('key_c', 'key_c', x'04', 'C', 'business', 1, 2, 3), ('key_d', 'key_d', x'05', 'D', 'enterprise', 1, 2, 3);
    INSERT INTO counts (kind, id, minute, minute_used, minute_refused, day, day_used, ban_ends, ban_length)
    VALUES ('key', 'key_a', 1, 2, 3, 4, 5, 6, 7)`,
  2: `INSERT INTO idempotency VALUES ('key_a', 'once', x'03', 9, 201, '/v1/pets/1', '{"id":1}')`,
  3: `INSERT INTO import_under_way (one, first, last) VALUES (1, 2, 2)`,
  7: `INSERT INTO categories (id, name) VALUES (-5, 'Dogs')`,
  8: `INSERT INTO removed_versions VALUES ('categories', 4)`,
  11: `INSERT INTO orders (pet_id, status, "by", placed_at, chain_id, row_version)
    VALUES (1, 'placed', 'A', 'then', 'key_a', 3)`,
  15: `INSERT INTO webhooks (url, state, created_at, chain_id, secret, row_version)
    VALUES ('https://shop.example', 'enabled', 'then', 'key_a', 'sealed', 1)`,
  16: `INSERT INTO events VALUES (4, 'pet.created', 5, 1, NULL, '}'); INSERT INTO event_ranges VALUES ('petId', 2, 1, 4)`,
  18: `INSERT INTO deprecated_counts VALUES ('key_a', 86400, 2)`,
}

/** The columns, the columns of the indexes and the rows of all tables, apart from the order of columns and statements. */
const contentOf = (database: DatabaseSync): unknown => {
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
  return tables.map(({ name }) => {
    const table = String(name)
    const columns = database
      .prepare(`SELECT name, type, "notnull", pk FROM pragma_table_info(?) ORDER BY name`)
      .all(table)
    const indexes = database
      .prepare(
        `SELECT list.name, "unique", partial, group_concat(ifnull(info.name, '?') ORDER BY seqno) AS columns
        FROM pragma_index_list(?) AS list, pragma_index_xinfo(list.name) AS info GROUP BY list.name`,
      )
      .all(table)
    const list = columns.map((column) => `"${String(column['name'])}"`).join(', ')
    // The secret is random.
    const rows = database
      .prepare(
        `SELECT ${list} FROM ${table} ${table === 'settings' ? "WHERE name <> 'secret'" : ''}`,
      )
      .all()
    return { table, columns, indexes, rows }
  })
}

/** A database in memory, like another one. */
const copyOf = (other?: DatabaseSync): DatabaseSync => {
  const database = new DatabaseSync(':memory:')
  if (other !== undefined) database.deserialize(other.serialize())
  database.function('folded', (text) => foldedText(String(text)))
  return database
}

test('a file of every older version becomes what its steps would have made of it', () => {
  using older = copyOf()
  for (const [version, next] of olderSteps.entries()) {
    using stepwise = copyOf(older)
    using atOnce = copyOf(older)
    for (const step of olderSteps.slice(version)) stepwise.exec(step)
    bringUpToDate(atOnce, version)
    assert.deepEqual(contentOf(atOnce), contentOf(stepwise), `version ${version}`)
    older.exec(`${next}; ${rowsOfVersion[version + 1] ?? ''}`)
  }
})
