import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveStore } from '../../src/store/configured/move.ts'
import type { Rows } from '../../src/store/moved-table.ts'
import type { MoveTarget } from '../../src/store/postgres/move-target.ts'
import type { MoveSource } from '../../src/store/sqlite/move-source.ts'
import { UnusableDatabase } from '../../src/store/unusable-database.ts'

const things = { name: 'things', columns: [{ name: 'id', type: 'bigint' }], key: ['id'] }

const source: Rows = [
  [1n, 'a', null, new Uint8Array([1, 2])],
  [2n, 'b', 7n, new Uint8Array()],
  [3n, '', null, new Uint8Array([3])],
]

/** Moves rows, and reads back what came of them, by pages of some length. */
const move = async (length: number, readBack = source) => {
  const pages = Array.from({ length: Math.ceil(readBack.length / length) }, (_, at) =>
    readBack.slice(at * length, (at + 1) * length),
  )
  const from: MoveSource = {
    secret: new Uint8Array(),
    refuseOtherTables: () => {},
    count: () => source.length,
    rows: () => source,
    close: () => {},
  }
  const to: MoveTarget = {
    tables: [things],
    add: async () => {},
    async *pages() {
      yield* pages
    },
    finish: async () => {},
    close: async () => {},
  }
  return await moveStore(from, to, { copied: () => {}, compared: () => {} })
}

test('rows are compared whatever pages they are read in, and a byte that differs is found', async () => {
  const { tables } = await move(1)
  assert.equal(tables['things']?.rows, 3)
  assert.deepEqual((await move(3)).tables, tables)
  const spoilt: Rows = [...source.slice(0, -1), [3n, '', null, new Uint8Array([4])]]
  await assert.rejects(move(3, spoilt), UnusableDatabase)
})
