import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StorageUnavailable } from '../../src/base/errors/storage-errors.ts'
import type { Connection } from '../../src/store/postgres/connection.ts'
import { searchPrimary } from '../../src/store/postgres/search.ts'

const address = {
  hosts: [],
  database: 'test',
  user: 'petstore',
  password: undefined,
  tls: undefined,
} as const
const settings = { patience: 1_000, session: {} } as const

/** A search by a clock that the test moves, for a server that is there or not. */
const start = (random: number) => {
  const state = { now: 0, isThere: false, attempts: 0 }
  const search = searchPrimary(address, {
    clock: () => state.now,
    random: () => random,
    open: async () => {
      state.attempts += 1
      if (!state.isThere) throw new StorageUnavailable('unreachable', new Error('Nobody.'))
      // Nothing of it is used.
      return {} as Connection
    },
  })
  /** Lets time pass, with a request in each millisecond. */
  const pass = async (milliseconds: number): Promise<number> => {
    const before = state.attempts
    for (let past = 0; past < milliseconds; past += 1) {
      state.now += 1
      await search
        .connect(settings)
        .catch((error) => assert.ok(error instanceof StorageUnavailable))
    }
    return state.attempts - before
  }
  return { search, state, pass }
}

test('while there is no primary a thread asks for it more and more seldom, twice to four times a second in the end', async () => {
  for (const [random, soon, later] of [
    [0, 5, 40],
    [0.999, 4, 20],
  ] as const) {
    const { pass } = start(random)
    assert.equal(await pass(500), soon)
    await pass(1_000)
    const often = await pass(10_000)
    assert.ok(Math.abs(often - later) <= 1, String(often))
  }
})

test('several attempts that fail together count as one', async () => {
  const { search, state } = start(0)
  const ask = async () => await search.connect(settings).catch(() => undefined)
  await Promise.all([ask(), ask(), ask()])
  state.now += 26
  await ask()
  assert.equal(state.attempts, 4)
})

test('once a server begins to take writes, the next request asks at once; after a success so does the next failure', async () => {
  const { search, state, pass } = start(0.5)
  await pass(5_000)
  const before = state.attempts
  state.isThere = true
  search.hurry()
  await search.connect(settings)
  assert.equal(state.attempts, before + 1)
  state.isThere = false
  await assert.rejects(search.connect(settings), StorageUnavailable)
  assert.equal(state.attempts, before + 2)
  assert.ok((await pass(60)) >= 1)
})
