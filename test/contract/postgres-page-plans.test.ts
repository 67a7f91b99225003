import { testWith } from '../helpers/needs.ts'
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { orders } from '../../src/resources/orders/table.ts'
import { pets } from '../../src/resources/pets/table.ts'
import { postgresDialect } from '../../src/store/postgres/dialect.ts'
import { readTable, sharedReads } from '../../src/store/postgres/reads.ts'
import { tableSql } from '../../src/store/table-sql.ts'
import { textSearch } from '../../src/store/text-search.ts'
import { contents } from '../../src/resources/index.ts'
import type { Table } from '../../src/base/data/table.ts'
import { columnNamed } from '../../src/store/sql/columns.ts'
import { noPostgres } from '../helpers/postgres.ts'
import { newDatabase } from './postgres-server.ts'

const it = testWith(noPostgres())

/** Fills a database of its own. @returns asks it, as a store does */
const filledWith = async (t: TestContext, rowsOf: string) => {
  const database = await newDatabase(t)
  await (await database.open()).close()
  const client = await database.client()
  await client.query(rowsOf)
  return async (text: string, values: readonly unknown[] = []) => {
    const found = await client.query({ text, values: [...values], rowMode: 'array' })
    return { rows: found.rows, count: 0, command: '' }
  }
}

/** Animals and orders, of which one has a status of its own. */
const rows = `
  INSERT INTO pets (id, name, category_id, status, name_folded, row_version)
  SELECT n, 'Rex ' || n, n % 7, CASE WHEN n = 77 THEN 'sold' ELSE 'available' END, 'rex ' || n, 1
  FROM generate_series(1, 5000) AS n;
  INSERT INTO orders (id, pet_id, status, placed_at, reference, "by", owner_id, row_version)
  SELECT n, n, CASE WHEN n = 77 THEN 'cancelled' ELSE 'delivered' END, '2026-11-22T00:00:00Z',
    CASE WHEN n % 2 = 0 THEN 'r' || n % 9 END, 'Test', 'key_1', 1
  FROM generate_series(1, 5000) AS n;
  ANALYZE`

it('every page in PostgreSQL is one range of an index, whatever the filter and the order', async (t) => {
  const query = await filledWith(t, rows)

  const after = { text: 'rex 20', id: 20n }
  for (const [table, filter, field] of [
    [pets, {}, 'name'],
    [pets, { status: 'sold', categoryId: 3n }, 'name'],
    [orders, {}, 'expiresAt'],
    [orders, { petId: [1n, 2n], reference: 'r1' }, 'expiresAt'],
  ] as const) {
    for (const order of ['ascending', 'descending'] as const) {
      const { inTextOrder } = tableSql(postgresDialect, table)
      const page = { field, order, after, before: 'rex 30', limit: 21 }
      const explained = await query(`EXPLAIN (GENERIC_PLAN) ${inTextOrder(page, filter)[0]}`)
      const plan = explained.rows.flat().join('\n')
      // Rows of one text may be sorted once they are limited.
      assert.doesNotMatch(plan, /Seq Scan|Bitmap|Sort Key: [^\n]*\n +-> {2}Index/, plan)
      // The two ranges of the page, and of the place at which a filtered one ends.
      const times = Object.keys(filter).length === 0 ? 2 : 4
      assert.equal(plan.match(/Index Cond:/g)?.length, times, plan)
    }
  }

  /** The plan of a page among others of the same turn. */
  const planOf = async (text: string, table: Table, filter: readonly string[], choices: number) => {
    const values = filter.map((field) =>
      columnNamed(table, field).kind === 'string' ? 'text' : 1n,
    )
    const plans: string[] = []
    const read = sharedReads(async (shared) => {
      const explained = await query(`EXPLAIN (GENERIC_PLAN) ${shared}`)
      plans.push(explained.rows.flat().join('\n'))
      return { rows: [], count: 0 }
    })
    await read(text, [1n, 100, ...Array(choices).fill(values).flat()], () => {})
    return plans.join()
  }
  for (const table of [pets, orders]) {
    const { sql } = await readTable(query, table, false)
    const filters: ReadonlyArray<readonly string[]> = [[], ...table.filters]
    for (const filter of filters) {
      for (const order of ['ascending', 'descending'] as const) {
        for (const choices of [1, 3]) {
          const plan = await planOf(sql.page(filter, order, choices, 100), table, filter, choices)
          // An animal has few orders, so any index by it will do.
          const wrong = filter.includes('petId')
            ? /Seq Scan|Bitmap/
            : /Seq Scan|Bitmap|Sort Key: [^\n]*\n +-> {2}Index|Filter:/
          assert.doesNotMatch(plan, wrong, plan)
          assert.equal(plan.match(/Index Cond:/g)?.length, 2 * choices, plan)
        }
      }
    }
    // A control: in another order than that of an index, the rows are sorted.
    const control = sql.page([], 'ascending', 1, 100).replaceAll('id ASC', 'id + 0 ASC')
    assert.match(await planOf(control, table, [], 1), /Sort/)
  }
})

/** Animals of which each has the word "rex" in its title, and a profile. */
const searched = `
  INSERT INTO pets (id, name, category_id, status, name_folded, row_version, search_text)
  SELECT n, 'Rex ' || n, 1, 'sold', 'rex ' || n, 1, '^ rex ' || n || ' $ '
  FROM generate_series(1, 20000) AS n;
  INSERT INTO profiles (id, photos, row_version, search_text)
  SELECT n, '[]', 1, '^  $ beagle brown shy ' FROM generate_series(1, 20000) AS n;
  ANALYZE`

it('a search in PostgreSQL reads no table as a whole, and finds a title by an index of titles', async (t) => {
  const query = await filledWith(t, searched)
  const tables = new Map<string, Awaited<ReturnType<typeof readTable>>>()
  for (const table of contents.tables) tables.set(table.name, await readTable(query, table, false))
  const plans: string[] = []
  const search = textSearch(
    postgresDialect,
    async (text, values, take) => {
      const given = values?.map((value) => (typeof value === 'bigint' ? `${value}` : value))
      plans.push((await query(`EXPLAIN ${text}`, given)).rows.flat().join('\n'))
      return take([])
    },
    tables,
  )
  for (const text of ['Rex', 'rex beagle', 'brown shy beagle', '77'])
    await search({ text, tables: [pets], limit: 20 })
  for (const plan of plans) {
    assert.doesNotMatch(plan, /Seq Scan/, plan)
    assert.match(plan, /using pets_title on pets|on pets_title/, plan)
  }
})
