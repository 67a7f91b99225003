import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { Type } from 'typebox'
import { compileSerializer } from '../../src/core/schema/serializer.ts'
import { csvWriter, readCsv } from '../../src/cli/bulk/csv.ts'
import { ndjsonWriter, readNdjson } from '../../src/cli/bulk/ndjson.ts'
import { int64 } from '../../src/core/int64.ts'
import { type AnyRule, type Change, insert, type Result } from '../../src/data/change.ts'
import { contentsOf } from '../../src/data/contents.ts'
import { type Page, type Position, resultOf } from '../../src/data/store.ts'
import type { Table } from '../../src/data/table.ts'
import { contents } from '../../src/resources.ts'
import { act } from '../helpers/act.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { openStorage } from '../helpers/storage.ts'
import {
  addThing,
  labels,
  loans,
  mostLoans,
  moveThing,
  parts,
  paintThing,
  putLabel,
  takeLoan,
  thingContents,
  things,
} from '../helpers/things.ts'
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

const open = async (t: TestContext) => {
  const storage = openStorage(await fileWith(t), { contents: thingContents })
  t.after(() => storage.close())
  return storage
}

test('a page of rows that lack fields is byte for byte what the serialiser writes', async (t) => {
  const { data } = await open(t)
  const rows = [
    { color: 'red', shelfNumber: 9_223_372_036_854_775_807n, note: '"x"\\ \u0000 é 🐈 $[0]' },
    { color: 'red', note: '{"a":[1]}' },
    { color: 'blue', shelfNumber: -9_223_372_036_854_775_808n },
    { color: 'red', parts },
    { color: 'red', parts: [] },
    { color: 'red' },
  ]
  const stored = []
  for (const row of rows) {
    const applied = await data.apply(addThing(row), act)
    assert.ok(applied.outcome === 'done')
    stored.push(applied.result.thing)
    assert.deepEqual((await data.find(things, applied.result.thing.id))?.row, applied.result.thing)
  }
  const write = compileSerializer(Type.Array(things.schema))
  const all = await data.page(things, { where: {}, after: undefined, limit: 10 })
  assert.equal(all.json, write(stored))
  const red = await data.page(things, { where: { color: 'red' }, after: 1n, limit: 10 })
  assert.equal(red.json, write(stored.filter(({ id, color }) => id > 1n && color === 'red')))
  const newestFirst = { where: {}, after: undefined, limit: 10, order: 'descending' } as const
  assert.equal((await data.page(things, newestFirst)).json, write(stored.toReversed()))
  const others = stored.slice(1)
  const some = await data.page(things, {
    where: {},
    ids: others.map(({ id }) => id),
    after: undefined,
    limit: 10,
  })
  assert.equal(some.json, write(others))
  const prefix = { field: 'color', text: 'BL' }
  const blue = await data.page(things, { where: {}, prefix, after: undefined, limit: 10 })
  assert.equal(blue.json, write(stored.filter(({ color }) => color === 'blue')))
})

test('a field can be taken from a row', async (t) => {
  const { data } = await open(t)
  await data.apply(addThing({ color: 'red', note: 'kept' }), act)
  await data.apply(moveThing(1n), act)
  assert.deepEqual((await data.find(things, 1n))?.row, {
    id: 1n,
    color: 'red',
    note: 'kept',
    shelfNumber: 1n,
  })
  await data.apply(moveThing(1n, 'nowhere'), act)
  assert.deepEqual((await data.find(things, 1n))?.row, { id: 1n, color: 'red', note: 'kept' })
})

test('pages of chosen ids have every int64, from the smallest to the largest', async (t) => {
  const { data } = await open(t)
  const ids = [int64.minimum, int64.minimum + 1n, -1n, 0n, 1n, int64.maximum - 1n, int64.maximum]
  for (const id of ids.toReversed()) await data.apply(putLabel(id, `Label ${id}`), act)
  for (let limit = 1; limit <= ids.length; limit += 1) {
    const seen: bigint[] = []
    let after: Position | undefined
    do {
      const page: Page = await data.page(labels, { where: {}, after, limit })
      seen.push(...[...page.json.matchAll(/"id":(-?\d+)/g)].map(([, id]) => BigInt(id ?? '')))
      after = page.next
    } while (after !== undefined)
    assert.deepEqual(seen, ids)
  }
  const behind = await data.page(labels, { where: {}, after: int64.maximum, limit: 1 })
  assert.deepEqual(behind, { json: '[]', next: undefined })
})

test('after the largest id was chosen every other row can be written', async (t) => {
  const { data } = await open(t)
  for (const id of [int64.minimum, int64.maximum]) {
    const outcomes = []
    for (const text of ['one', 'two', undefined]) {
      const applied = await data.apply(putLabel(id, text), act)
      outcomes.push(applied.outcome === 'done' && applied.result.outcome)
    }
    assert.deepEqual(outcomes, ['made', 'renamed', 'removed'])
    await data.apply(putLabel(id, 'stands'), act)
    const once = { ownerId: 'key_1', key: `${id}`, fingerprint: new Uint8Array(32), now: 0 }
    assert.equal((await data.apply(addThing({ color: 'red' }), { ...act, once })).outcome, 'done')
  }
})

test('changes of one transaction see what the ones before them inserted', async (t) => {
  const { data, bulk } = await open(t)
  const many = Array.from({ length: 20 }, () => addThing({ color: 'red' }))
  const made = await bulk.applyAll<Result>(
    [
      ...many,
      paintThing(3n, 'blue'),
      addThing({ color: 'blue' }),
      paintThing(21n, undefined),
      addThing({ color: 'green' }),
      moveThing(22n),
      putLabel(1n, 'one'),
      putLabel(1n, undefined),
      putLabel(1n, 'two'),
    ],
    act,
  )
  assert.equal(made.outcome, 'done')
  assert.deepEqual(Object.fromEntries(await data.totals(things)), { red: 19n, blue: 1n, green: 1n })
  assert.equal((await data.find(things, 3n))?.row.color, 'blue')
  assert.equal(await data.find(things, 21n), undefined)
  assert.deepEqual(await data.find(things, 22n), {
    row: { id: 22n, color: 'green', shelfNumber: 1n },
    version: 2n,
  })
  assert.equal((await data.find(labels, 1n))?.row.text, 'two')
})

test('a count has the rows that changes before it inserted, also if nobody counted like that yet', async (t) => {
  const until = '2026-11-21T12:00:00.000Z'
  const loan = { thingId: 1n, borrower: 'Ann', until } as const
  const giveRule: AnyRule = {
    kind: 'loan.give',
    rows: () => [],
    // To things that nobody has, so that nothing else refuses it.
    decide: () => ({
      writes: [insert(loans, { ...loan, thingId: (others += 1n), state: 'open' })],
      result: () => ({ outcome: 'given' }),
    }),
  }
  let others = 1n
  const given: Change = { kind: 'loan.give' }
  const rules = [...thingContents.rules, giveRule]
  const storage = openStorage(await fileWith(t), { contents: { ...thingContents, rules } })
  t.after(() => storage.close())
  const all = [addThing({ color: 'red' }), ...Array.from({ length: mostLoans }, () => given)]
  const applied = await storage.bulk.applyAll<Result>(
    [...all, takeLoan(loan, '2026-11-20T12:00:00.000Z')],
    act,
  )
  assert.deepEqual(applied, {
    outcome: 'refused',
    refused: [{ at: all.length, result: { outcome: 'too_many' } }],
  })
})

test('what waits to be inserted when a change is refused is in no later transaction', async (t) => {
  const { data, bulk } = await open(t)
  const refused = await bulk.applyAll<Result>(
    [paintThing(99n, 'blue'), putLabel(1n, 'one'), addThing({ color: 'red' })],
    act,
  )
  assert.equal(refused.outcome, 'refused')
  const added = resultOf(await data.apply(addThing({ color: 'blue' }), act))
  assert.equal(added.thing.id, 1n)
  assert.equal(await data.find(labels, 1n), undefined)
  assert.deepEqual(Object.fromEntries(await data.totals(things)), { blue: 1n })
})

test('once every id was assigned the store says that it is full, and writes what needs no new id', async (t) => {
  const path = await fileWith(t)
  const storage = openStorage(path, { contents: thingContents })
  t.after(() => storage.close())
  await storage.data.apply(addThing({ color: 'red' }), act)
  const database = new DatabaseSync(path)
  database.exec(`UPDATE sqlite_sequence SET seq = ${int64.maximum} WHERE name = 'things'`)
  database.close()
  await assert.rejects(storage.data.apply(addThing({ color: 'red' }), act), {
    name: 'StorageUnavailable',
    reason: 'full',
  })
  const painted = resultOf(await storage.data.apply(paintThing(1n, 'blue'), act))
  assert.equal(painted.outcome, 'painted')
})

test('a page by a field that is no filter is a fault of the code, and is no page of all', async (t) => {
  const { data } = await open(t)
  const byNote = { where: { note: 'x' }, after: 0n, limit: 1 }
  await assert.rejects(async () => await data.page(things, byNote), /by note/)
})

test('a count that no index serves is a fault of the code', async (t) => {
  const { borrower, state, until } = { borrower: 'Ann', state: 'open', until: '2026' }
  const above = { field: 'until', value: until }
  for (const [where, further, isIndexed] of [
    [{ borrower, state }, above, true],
    [{ borrower, state }, undefined, true],
    [{ borrower }, above, false],
    [{ state }, above, false],
    [{ borrower, thingId: 1n }, undefined, false],
  ] as const) {
    const rule: AnyRule = {
      kind: 'loan.count',
      rows: () => [],
      counts: () => [{ table: loans, where, ...(further && { above: further }), most: 1 }],
      decide: (_change, _found, [count]) => ({ refused: { outcome: `${count}` } }),
    }
    const file = await fileWith(t)
    const storage = openStorage(file, { contents: { ...thingContents, rules: [rule] } })
    t.after(() => storage.close())
    const applied = storage.data.apply({ kind: 'loan.count' }, act)
    if (isIndexed) assert.deepEqual(resultOf(await applied), { outcome: '0' })
    else await assert.rejects(applied, /No index of loans serves a count/)
  }
})

test('no import fills a table that has to have what it hides', async (t) => {
  const { bulk } = await open(t)
  await assert.rejects(bulk.beginImport(loans), /No import fills loans\.borrower/)
  const filling = await bulk.beginImport(things)
  await filling.add([{ color: 'red' }])
  await filling.commit(
    () => act.at,
    () => {},
  )
  await filling.end()
  for await (const rows of bulk.all(things)) assert.deepEqual(rows, [{ id: 1n, color: 'red' }])
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
  const path = await fileWith(t)
  const storage = openStorage(path, { contents: thingContents })
  t.after(() => storage.close())
  await Promise.all(['red', 'blue'].map((color) => storage.data.apply(addThing({ color }), act)))
  const outcomes = async (id: bigint) => [
    resultOf(await storage.data.apply(paintThing(id, 'green'), act)).outcome,
    resultOf(await storage.data.apply(paintThing(id, undefined), act)).outcome,
  ]
  const database = new DatabaseSync(path)
  database.exec("INSERT INTO import_under_way VALUES (1, 2, 2, 'things')")
  assert.deepEqual(await outcomes(2n), ['not_found', 'not_found'])
  assert.deepEqual(await outcomes(1n), ['painted', 'removed'])
  database.exec('DELETE FROM import_under_way')
  database.close()
  assert.deepEqual(await outcomes(2n), ['painted', 'removed'])
})

test('two tables of one name, and two rules of one kind, are refused', () => {
  assert.throws(() => contentsOf([contents, contents]), /Two tables are named pets/)
  const { rules } = thingContents
  assert.throws(() => contentsOf([{ tables: [], rules: [...rules, ...rules] }]), /thing\.add/)
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
    thingsInSqlite.replace('shelf_number INTEGER', 'shelf_number TEXT'),
    /shelf_number TEXT/,
  ],
  ['is not in the file', things, '', /no such table/],
  [
    'has no index for a filter',
    { ...things, filters: [['color'], ['note']] } satisfies Table,
    thingsInSqlite,
    /no index for pages by note/,
  ],
  [
    'has chosen ids that are the numbers of its rows',
    labels,
    thingsInSqlite.replace(', WITHOUT ROWID', ''),
    /not WITHOUT ROWID/,
  ],
  [
    'has no index of the rows that become due',
    loans,
    thingsInSqlite.replace(
      "loans (until) WHERE state = 'open'",
      "loans (until) WHERE state = 'shut'",
    ),
    /cannot be read: no query solution/,
  ],
  [
    'has an index for a filter that is not in the order of ids',
    things,
    thingsInSqlite.replace('things (color)', 'things (color, note)'),
    /no index for pages by color/,
  ],
  [
    'has events that no index can tell apart',
    { ...things, events: { ...things.events, types: ['thing.updated', 'string.updated'] } },
    thingsInSqlite,
    /cannot tell the events thing\.updated and string\.updated apart/,
  ],
] as const) {
  test(`a store does not open if a table ${what}`, async (t) => {
    const path = await fileWith(t, tables)
    const opening = (): unknown =>
      openStorage(path, { contents: contentsOf([{ tables: [table], rules: [] }]) })
    assert.throws(opening, message)
  })
}
