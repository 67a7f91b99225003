import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { StorageUnavailable } from '../../src/base/errors/storage-errors.ts'
import type { Query } from '../../src/store/engine.ts'
import type { Connection } from '../../src/store/postgres/connection.ts'
import { sharedReads } from '../../src/store/postgres/reads.ts'
import { searchPrimary } from '../../src/store/postgres/search.ts'
import { decodeText, encodeText } from '../../src/store/postgres/text.ts'
import { makeTimelines } from '../../src/store/postgres/timelines.ts'

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

const a = { host: 'a', port: 5_432 }
const b = { host: 'b', port: 5_432 }

const setUp = () => {
  let now = 0
  const timelines = makeTimelines(() => now)
  /** A connection to a server. */
  const connection = () => {
    const made = { isOpen: true, cut: () => void (made.isOpen = false) }
    return made
  }
  return { timelines, connection, pass: (milliseconds: number) => void (now += milliseconds) }
}

test('connections to a primary are cut once another server is the primary of a higher timeline', () => {
  const { timelines, connection } = setUp()
  const old = connection()
  assert.ok(timelines.admit(a, old, 5))
  timelines.note(b, undefined)
  assert.ok(old.isOpen)
  timelines.note(b, 6)
  assert.equal(old.isOpen, false)
  assert.equal(timelines.admit(a, connection(), 5), false)
  assert.ok(timelines.admit(b, connection(), 6))
})

test('a primary is used again once the server that was promoted in its place has given up', () => {
  const { timelines, connection } = setUp()
  timelines.note(b, 6)
  assert.equal(timelines.admit(a, connection(), 5), false)
  // The promoted server is a standby again.
  timelines.note(b, undefined)
  assert.ok(timelines.admit(a, connection(), 5))
})

test('the word of a primary that does not answer any more holds for half a minute', () => {
  const { timelines, connection, pass } = setUp()
  timelines.note(b, 6)
  pass(29_000)
  assert.equal(timelines.admit(a, connection(), 5), false)
  pass(2_000)
  assert.ok(timelines.admit(a, connection(), 5))
})

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

/** Texts of few characters, so that those which are kept otherwise meet each other. */
const texts = fc.string({ unit: fc.constantFrom('\u0000', '\u0001', '\u0002', 'a'), maxLength: 6 })

test('a text that is kept has no NUL, comes back, and sorts as it did', () => {
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      assert.ok(!encodeText(one).includes('\u0000'))
      assert.equal(decodeText(encodeText(one)), one)
      assert.equal(encodeText(one) < encodeText(other), one < other)
    }),
  )
})
