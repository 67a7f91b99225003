import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import type { EventQuery, Row, Table } from '../../src/base/data/table.ts'
import { orders } from '../../src/resources/orders/table.ts'
import { pets } from '../../src/resources/pets/table.ts'
import { contents } from '../../src/resources/index.ts'
import { petCreate } from '../../src/resources/pets/changes.ts'
import { names, versionColumn, writtenColumnsOf } from '../../src/store/sql/columns.ts'
import { stepsFor } from '../../src/store/sql/steps.ts'
import { pageText } from '../../src/store/event-reads.ts'
import { filterIndexes } from '../../src/store/sqlite/table-fit.ts'
import { topicFinder, topicsOf } from '../../src/store/event-log.ts'
import { insertText } from '../../src/store/sqlite/engine.ts'
import { openDatabase } from '../../src/store/sqlite/database.ts'
import { sqliteDialect } from '../../src/store/sqlite/dialect.ts'
import { tableSql } from '../../src/store/table-sql.ts'
import { act } from '../helpers/act.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { openStorage } from '../helpers/storage.ts'
import {
  laterContents,
  nicknamed,
  nicknamedPage,
  nicknamedPets,
  nicknameStep,
} from '../helpers/nickname.ts'
import { thingsInSqlite } from '../helpers/things-tables.ts'
import { thingContents } from '../helpers/things.ts'

/** The database of a store that was made and closed. */
const openedFile = async (t: TestContext) => {
  const path = join(temporaryFolder(t), 'staging.sqlite')
  await openStorage(path).close()
  const database = openDatabase(path, { busyTimeout: 0 })
  t.after(() => database.close())
  return { path, database }
}

/** The steps of SQLite's plan for a statement. */
const planOf = (database: DatabaseSync, sql: string): readonly string[] =>
  database
    .prepare(`EXPLAIN QUERY PLAN ${sql.replaceAll(/\$(\d+)/g, '?$1')}`)
    .all()
    .map(({ detail }) => String(detail))

test('every page is one range of an index, and is never sorted', async (t) => {
  const { database } = await openedFile(t)
  database.exec(thingsInSqlite)
  for (const table of [...contents.tables, ...thingContents.tables]) {
    const sql = tableSql(sqliteDialect, table, filterIndexes(database, table))
    for (const order of ['ascending', 'descending'] as const) {
      for (const filter of [[], ...table.filters]) {
        for (const statement of [
          sql.page(filter, order, 1, 100),
          sql.page(filter, order, 3, 100),
        ]) {
          const plan = planOf(database, statement)
          // Of two bounds on one side, SQLite searches by one and reads past the other.
          assert.doesNotMatch(statement, /id >=? [$?]1 AND id >|id <=? [$?]1 AND id </)
          const steps = plan.filter((step) => step.includes(` ${table.name} `))
          assert.ok(steps.length > 0, plan.join('\n'))
          const wanted = filter.length === 0 ? 'PRIMARY KEY' : 'INDEX'
          for (const step of steps) {
            assert.match(step, new RegExp(`^SEARCH ${table.name} USING .*${wanted}`))
            // The filter, followed by the position of the page.
            assert.equal(step.match(/=\?/g)?.length ?? 0, filter.length, step)
            assert.match(step, /id[<>]\?/)
          }
          assert.ok(!plan.join().includes('TEMP B-TREE'), plan.join('\n'))
        }
        const some = planOf(
          database,
          sql.some(filter, order, '(SELECT value AS wanted FROM json_each($1))'),
        ).join('\n')
        assert.match(
          some,
          // A small index that has all columns is as good, and shorter.
          new RegExp(`SEARCH ${table.name} USING .*(KEY|INDEX \\w+) \\(.*id=\\?\\)`),
        )
      }
    }
  }
})

test('what is due, what is counted and what a rule looks for is one range of an index', async (t) => {
  const { database } = await openedFile(t)
  const statements = contents.tables.flatMap((table) => {
    const { due, count, first } = tableSql(sqliteDialect, table, filterIndexes(database, table))
    return [
      ...(due === undefined ? [] : [[table, due, '_due'] as const]),
      ...table.filters.map((filter) => [table, first(filter), ''] as const),
      ...table.filters.map((filter) => [table, count(filter, undefined), ''] as const),
    ]
  })
  const placed = tableSql(sqliteDialect, orders).count(['ownerId', 'status'], 'expiresAt')
  for (const [table, statement, index] of [...statements, [orders, placed, '_by_chain'] as const]) {
    const plan = planOf(database, statement).filter((step) => step.includes(` ${table.name} `))
    assert.match(plan.join(), new RegExp(`^SEARCH ${table.name} USING .*INDEX \\w+${index}\\b`))
  }
})

test('every table whose ids are chosen has them as its key, and the index of a topic tells all types apart', async (t) => {
  const { database } = await openedFile(t)
  const withoutRowid = database.prepare('SELECT wr FROM pragma_table_list WHERE name = ?')
  // Node throws if the rowid of a new row is no safe integer.
  for (const { name, id } of contents.tables)
    assert.equal(withoutRowid.get(name)?.['wr'], id === 'chosen' ? 1 : 0, name)
  for (const { types } of topicsOf(contents.tables)) {
    const marks = new Set(types.map(sqliteDialect.eventType.valueOf))
    assert.equal(marks.size, new Set(types).size)
  }
})

test('a page in the order of a text is one range of an index, from the row on that it begins with', async (t) => {
  const { database } = await openedFile(t)
  for (const { table, page, filter, wanted } of textPages) {
    const { inTextOrder } = tableSql(sqliteDialect, table, filterIndexes(database, table))
    const plan = planOf(database, inTextOrder({ limit: 21, ...page }, filter)[0])
    const searches = plan
      .filter((step) => step.includes(` ${table.name} `))
      // The place of a row is in the index, and the row is not.
      .map((step) => step.replace(' COVERING', ''))
    // A filter reads no more: at most so many rows, and the place of the last of them.
    const times = Object.keys(filter).length === 0 ? 1 : 2
    assert.deepEqual(searches, Array(times).fill(wanted).flat(), plan.join('\n'))
    assert.ok(!plan.join().includes('TEMP B-TREE'), plan.join('\n'))
  }
})

const after = { text: 'rex', id: 7n }
const byName = 'SEARCH pets USING INDEX pets_by_name'
const byEnd = 'SEARCH orders USING INDEX orders_due'

/** Pages in the order of a text, and the ranges of an index that they read. */
const textPages = [
  {
    table: pets,
    page: { field: 'name', order: 'ascending', beginning: 're', after },
    filter: {},
    wanted: [
      `${byName} (name_folded=? AND rowid>?)`,
      `${byName} (name_folded>? AND name_folded<?)`,
    ],
  },
  {
    table: pets,
    page: { field: 'name', order: 'descending', beginning: 're', after },
    filter: { status: 'sold', categoryId: 3n },
    wanted: [
      `${byName} (name_folded=? AND rowid<?)`,
      `${byName} (name_folded>? AND name_folded<?)`,
    ],
  },
  {
    table: pets,
    page: { field: 'name', order: 'ascending', beginning: undefined, after: undefined },
    filter: { status: 'sold' },
    wanted: ['SCAN pets USING INDEX pets_by_name'],
  },
  {
    table: orders,
    page: { field: 'expiresAt', order: 'ascending', before: '2026-11-21', after },
    filter: { reference: 'a' },
    wanted: [`${byEnd} (expires_at=? AND rowid>?)`, `${byEnd} (expires_at>? AND expires_at<?)`],
  },
] as const

test('every part of a page of events is one range of an index', async (t) => {
  const { database } = await openedFile(t)
  const topicOf = topicFinder(contents.tables)
  const topic = { name: 'petId', id: 1n }
  const types = ['pet.created', 'order.placed']
  for (const order of ['ascending', 'descending'] as const) {
    const range = order === 'ascending' ? '>' : '<'
    const parts: ReadonlyArray<readonly [EventQuery, readonly string[]]> = [
      [query({ order }), [`events USING INTEGER PRIMARY KEY (rowid${range}?)`, ownPart(range)]],
      [
        query({ order, types }),
        [
          ...types.map(() => `events USING INDEX events_by_type (type=? AND rowid${range}?)`),
          ownPart(range),
        ],
      ],
      [
        query({ order, types, topic }),
        types.map(
          () => `events USING INDEX events_by_pet_id (pet_id=? AND <expr>=? AND rowid${range}?)`,
        ),
      ],
    ]
    const [[all, ranges] = [query({}), []]] = parts
    // The events that are read, and the place of the last of them.
    const scanned = { ...all, since: 1, until: 2, by: 'Front desk' }
    for (const [asked, wanted] of [...parts, [scanned, [...ranges, ...ranges]] as const]) {
      const plan = planOf(database, pageText(sqliteDialect, asked, topicOf)[0])
      const searches = plan.filter(
        // Those without a range find the edges of the log.
        (step) => /^SEARCH .*[<>]\?/.test(step),
      )
      assert.deepEqual(
        searches.map((step) => step.slice('SEARCH '.length).replace(' COVERING', '')),
        wanted,
      )
      assert.ok(!plan.join().includes('TEMP B-TREE'), plan.join('\n'))
      assert.ok(!plan.some((step) => /^SCAN (own_)?events/.test(step)), plan.join('\n'))
    }
  }
})

const query = (asked: Partial<EventQuery>): EventQuery => ({
  reader: 'key_1',
  after: undefined,
  limit: 20,
  ...asked,
})

const ownPart = (range: '<' | '>'): string =>
  `own_events USING INDEX own_events_by_owner (owner_id=? AND rowid${range}?)`

test('a step that adds a field brings the column, and nothing else does', async (t) => {
  const { path, database } = await openedFile(t)
  assert.throws(() => openStorage(path, { contents: laterContents }), /does not fit the table pets/)
  for (const step of stepsFor('sqlite', [nicknameStep])) database.exec(step)
  const storage = openStorage(path, { contents: laterContents })
  t.after(() => storage.close())
  await storage.data.apply(petCreate(nicknamed), act)
  const all = { where: { status: 'available' }, after: undefined, limit: 10 }
  assert.equal((await storage.data.page(nicknamedPets, all)).json, nicknamedPage)
})

/** The operations of SQLite's program for a statement. */
const operationsOf = (database: DatabaseSync, sql: string): readonly string[] =>
  database
    .prepare(`EXPLAIN ${sql}`)
    .all()
    .map(({ opcode }) => String(opcode))

/** The statement that updates these fields of a row. */
const updateOf = (table: Table, changed: Row): string => {
  const row = { id: 1n, now: { row: changed, version: 2n }, changed }
  const [[text] = ['']] = sqliteDialect.writes(table).updates([row])
  return text
}

test('a write of rows fills no table in memory', async (t) => {
  const { database } = await openedFile(t)
  for (const table of contents.tables) {
    const written = writtenColumnsOf(table)
    const into = `${table.name} (${names(written)}, ${versionColumn})`
    const inserting = (rows: number): string => insertText(into, rows, written.length + 1)
    const changed = Object.fromEntries(
      written.map(({ name, kind }) => [name, kind === 'string' ? '' : undefined]),
    )
    const [[removal] = ['']] = sqliteDialect.writes(table).removals([1n])
    for (const statement of [inserting(1), inserting(16), updateOf(table, changed), removal]) {
      const operations = operationsOf(database, statement)
      assert.ok(operations.includes('OpenWrite'), statement)
      assert.ok(!operations.includes('OpenEphemeral'), statement)
    }
  }
})

test('an update leaves the indexes alone that have none of its columns', async (t) => {
  const { database } = await openedFile(t)
  const writtenBy = (fields: Row): number =>
    operationsOf(database, updateOf(orders, fields)).filter((each) => each === 'OpenWrite').length
  assert.equal(writtenBy({ closedAt: undefined }), 1)
  // The table, and its indexes with this column.
  assert.equal(writtenBy({ reference: 'walk-in 12' }), 3)
})

test('another program cannot write a status that no row may have', async (t) => {
  const { path } = await openedFile(t)
  using other = new DatabaseSync(path)
  const statement = "INSERT INTO pets (name, category_id, status) VALUES ('Rex', 3, 'borrowed')"
  assert.throws(() => other.exec(statement), /CHECK constraint failed/)
})
