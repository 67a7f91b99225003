import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Query } from '../../src/store/engine.ts'
import { sharedReads } from '../../src/store/postgres/reads.ts'

test('a thousand reads at once share sixteen statements, and each gets its own row', async () => {
  const requested: unknown[] = []
  const query: Query = async (text, values = []) => {
    requested.push(text)
    const hashes = values[0] as readonly Uint8Array[]
    const rows = hashes.map(([hash], at) => [`key of ${hash}`, BigInt(at + 1)] as const)
    // The last is the key of nobody, and the rows come in any order.
    return { rows: rows.filter(([key]) => key !== 'key of 3').toReversed(), count: 0 }
  }
  const read = sharedReads(query)
  const found = await Promise.all(
    Array.from({ length: 1_000 }, async (_, at) =>
      read('SELECT id FROM keys WHERE hash = $1', [Uint8Array.of(at % 4)], ([row]) => row?.[0]),
    ),
  )
  assert.equal(requested.length, 16)
  assert.equal(new Set(requested).size, 1)
  for (const [at, key] of found.entries())
    assert.equal(key, at % 4 === 3 ? undefined : `key of ${at % 4}`)
})
