import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestIdOf } from '../../src/http/exchange.ts'

test('each request without an id of its own gets another UUID of version 4', () => {
  const ids = Array.from({ length: 1_000 }, () => requestIdOf(undefined))
  for (const id of ids) {
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
  assert.equal(new Set(ids).size, ids.length)
  // Each digit that is not fixed takes every value somewhere.
  const free = Array.from({ length: 36 }, (_, at) => at).filter(
    (at) => ![8, 13, 14, 18, 19, 23].includes(at),
  )
  for (const at of free) assert.equal(new Set(ids.map((id) => id[at])).size, 16, `digit ${at}`)
})
