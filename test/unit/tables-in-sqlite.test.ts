import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { Type } from 'typebox'
import { csvWriter, readCsv } from '../../src/cli/bulk/csv.ts'
import { ndjsonWriter, readNdjson } from '../../src/cli/bulk/ndjson.ts'
import { int64 } from '../../src/base/int64.ts'
import { contentsOf } from '../../src/base/data/contents.ts'
import { resultOf } from '../../src/base/data/store.ts'
import type { Table } from '../../src/base/data/table.ts'
import { act } from '../helpers/act.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { openStorage } from '../helpers/storage.ts'
import { addThing, parts, paintThing, thingContents, things } from '../helpers/things.ts'
import { thingsInSqlite } from '../helpers/things-tables.ts'

/** A file that has the tables of a statement beside those of the service. */
const fileWith = async (t: TestContext, tables = thingsInSqlite): Promise<string> => {
  const path = join(temporaryFolder(t), 'staging.sqlite')
  await openStorage(path).close()
  const database = new DatabaseSync(path)
  database.exec(tables)
  database.close()
  return path
}

/** A store of things, and another program that has its file open. */
const open = async (t: TestContext) => {
  const path = await fileWith(t)
  const storage = openStorage(path, { contents: thingContents })
  t.after(() => storage.close())
  const other = new DatabaseSync(path)
  t.after(() => other.close())
  return { ...storage, other }
}

test('once every id was assigned the store says that it is full, and writes what needs no new id', async (t) => {
  const { data, other } = await open(t)
  await data.apply(addThing({ color: 'red' }), act)
  other.exec(`UPDATE sqlite_sequence SET seq = ${int64.maximum} WHERE name = 'things'`)
  await assert.rejects(data.apply(addThing({ color: 'red' }), act), {
    name: 'StorageUnavailable',
    reason: 'full',
  })
  const painted = resultOf(await data.apply(paintThing(1n, 'blue'), act))
  assert.equal(painted.outcome, 'painted')
})

test('arrays and objects go through NDJSON and an import, and no CSV file holds them', async (t) => {
  const { bulk, data } = await open(t)
  // No file may have half of a pair.
  const wellFormed = parts.map((part) => ({ ...part, name: part.name.toWellFormed() }))
  const rows = [{ id: 1n, color: 'red', parts: wellFormed }]
  const kind = { table: things, creation: things.schema }
  const file = (async function* () {
    yield Buffer.from(ndjsonWriter(things)(rows))
  })()
  const [records = []] = await Array.fromAsync(readNdjson(kind, file, 'ignored'))
  const [record] = records
  assert.ok(record?.reading.ok === true)
  const filling = await bulk.beginImport(things)
  await filling.add([record.reading.value as (typeof rows)[number]])
  await filling.commit(
    () => act.at,
    () => {},
  )
  await filling.end()
  assert.deepEqual(await Array.fromAsync(bulk.all(things)), [rows])
  assert.deepEqual((await data.find(things, 1n))?.row, rows[0])
  assert.throws(() => csvWriter(things), /cannot hold things\.parts, an array or an object/)
  const lines = (async function* () {
    yield Buffer.from('color,parts\r\nred,[]\r\n')
  })()
  await assert.rejects(
    Array.fromAsync(readCsv(kind, lines, 'ignored')),
    /cannot hold things\.parts/,
  )
})

test('no change finds a row that an import hides', async (t) => {
  const { data, other } = await open(t)
  await Promise.all(['red', 'blue'].map((color) => data.apply(addThing({ color }), act)))
  const outcomes = async (id: bigint) => [
    resultOf(await data.apply(paintThing(id, 'green'), act)).outcome,
    resultOf(await data.apply(paintThing(id, undefined), act)).outcome,
  ]
  other.exec("INSERT INTO import_under_way VALUES (1, 2, 2, 'things')")
  assert.deepEqual(await outcomes(2n), ['not_found', 'not_found'])
  assert.deepEqual(await outcomes(1n), ['painted', 'removed'])
  other.exec('DELETE FROM import_under_way')
  assert.deepEqual(await outcomes(2n), ['painted', 'removed'])
})

const withField = (field: string, schema = Type.String({ minLength: 1 })): Table => ({
  ...things,
  schema: Type.Object({ ...things.schema.properties, [field]: schema }),
})

for (const [what, table, tables, message] of [
  ['lacks a field of the schema', withField('weight'), thingsInSqlite, /columns .* weight TEXT/],
  [
    'has a column that the schema has not',
    things,
    `${thingsInSqlite} ALTER TABLE things ADD COLUMN weight INTEGER;`,
    /weight INTEGER/,
  ],
  [
    'may lack what the schema promises',
    withField('note'),
    thingsInSqlite,
    /note TEXT NOT NULL, .* It has .* note TEXT, /,
  ],
  [
    'keeps a field as something else',
    things,
    thingsInSqlite.replace('"shelf_number" INTEGER', '"shelf_number" TEXT'),
    /shelf_number TEXT/,
  ],
  ['is not in the file', things, '', /no such table/],
] as const) {
  test(`a store does not open if a table ${what}`, async (t) => {
    const path = await fileWith(t, tables)
    const opening = (): unknown =>
      openStorage(path, { contents: contentsOf([{ tables: [table], rules: [] }]) })
    assert.throws(opening, message)
  })
}
