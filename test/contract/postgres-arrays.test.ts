import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { openTo } from '../../src/store/postgres/connection.ts'
import { noPostgres } from '../helpers/postgres.ts'
import { sharedPostgres } from './postgres-server.ts'

/** Characters that mean something in an array or in a kept text, among others. */
const unit = fc.constantFrom(...Array.from('{}",\\ \n\u0000\u0001\u2028aéN😀'))
const text = fc.oneof(fc.string({ unit, maxLength: 8 }), fc.constantFrom('', 'NULL', 'null'))
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const bytes = fc.uint8Array({ maxLength: 6 })

test('the elements of an array come back as they were sent', { skip: noPostgres() }, async (t) => {
  const server = await sharedPostgres()
  const address = server.address(await server.newDatabase())
  const [host] = address.hosts
  assert.ok(host)
  const connection = await openTo(host, address, { patience: 30_000, session: {} })
  t.after(() => connection.end())
  const row = fc.tuple(fc.option(text), fc.option(int64), fc.option(bytes))
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
      const sent = [0, 1, 2].map((column) => rows.map((cells) => cells[column] ?? null))
      const answer = await connection.query(
        'SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[])',
        sent,
      )
      const seen = answer.rows.map(([one, two, three]) => [
        one,
        two,
        three instanceof Uint8Array ? Uint8Array.from(three) : three,
      ])
      assert.deepEqual(seen, rows)
    }),
    { numRuns: 300 },
  )
})
