import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Query } from '../../src/store/engine.ts'
import { keyFinder } from '../../src/store/postgres/reads.ts'
import type { Cell } from '../../src/store/sql/columns.ts'

const facts: readonly Cell[] = ['Corner shop', 'free', 60n, 1_000n, 5n, null]
const times: readonly Cell[] = [0n, null, null, null]

/** The row of a key, in the order of the columns. */
const rowOf = (hash: Uint8Array): Cell[] => ['key_1', 'key_1', hash, ...facts, ...times]

test('a thousand requests at once with keys that are not known here ask for each key once', async () => {
  const requested: unknown[] = []
  const query: Query = async (_, values = []) => {
    requested.push(values[0])
    // The last one is the key of nobody.
    const rows = (values[0] as readonly Uint8Array[]).slice(0, 2).map(rowOf)
    return { rows, count: rows.length, command: 'SELECT' }
  }
  const findByHash = keyFinder(query)
  const hashes = [1, 2, 3].map((first) => Uint8Array.of(first, 0xff))
  const found = await Promise.all(
    Array.from({ length: 999 }, async (_, at) => await findByHash(hashes[at % 3] as Uint8Array)),
  )
  assert.deepEqual(requested, [hashes.map((hash) => Buffer.from(hash))])
  for (const [at, record] of found.entries()) {
    assert.deepEqual(record?.hash, at % 3 === 2 ? undefined : Buffer.from(hashes[at % 3] ?? []))
  }
})
