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

/** Moves rows, and reads them back by pages of some length. */
const move = async (readBack: number, spoil = (rows: Rows): Rows => rows) => {
  const there: Array<Rows[number]> = []
  function* pagesOf(rows: Rows, of: number): Iterable<Rows> {
    for (let at = 0; at < rows.length; at += of) yield rows.slice(at, at + of)
  }
  const from: MoveSource = {
    secret: new Uint8Array(),
    refuseOtherTables: () => {},
    count: () => source.length,
    rows: () => source,
    close: () => {},
  }
  const to: MoveTarget = {
    tables: [things],
    add: async (_table, rows) => void there.push(...rows),
    async *pages() {
      yield* pagesOf(spoil(there), readBack)
    },
    finish: async () => {},
    close: async () => {},
  }
  return await moveStore(from, to, { copied: () => {}, compared: () => {} })
}

test('the same rows are the same in whatever pages they are read', async () => {
  const { tables } = await move(1)
  assert.equal(tables['things']?.rows, 3)
  assert.deepEqual((await move(3)).tables, tables)
})

test('a byte that differs is found', async () => {
  const spoil = (rows: Rows): Rows => [...rows.slice(0, -1), [3n, '', null, new Uint8Array([4])]]
  await assert.rejects(move(3, spoil), UnusableDatabase)
})
