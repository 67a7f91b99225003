import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import {
  type Interval,
  maxKinds,
  type RequestHistory,
  type RequestSum,
} from '../../src/access/quotas/history/request-history.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { noPostgres } from '../helpers/postgres.ts'
import { openStorage } from '../helpers/storage.ts'
import { newDatabase } from './postgres-server.ts'

/** How each store opens an empty history, which ends with the test. */
const stores: Readonly<Record<string, (t: TestContext) => Promise<RequestHistory>>> = {
  SQLite: async (t) => {
    const storage = openStorage(join(temporaryFolder(t), 'staging.sqlite'))
    t.after(() => storage.close())
    return storage.history
  },
  PostgreSQL: async (t) => (await (await newDatabase(t)).open()).history,
}

const now = Date.parse('2026-11-20T12:30:30Z')

const sum = (time: string, more: Partial<RequestSum> = {}): RequestSum => ({
  ownerId: 'key_1',
  minute: Date.parse(time) / 60_000,
  operation: 'listPets',
  status: 200,
  code: undefined,
  window: undefined,
  isDeprecated: false,
  count: 1,
  ...more,
})

const refused = { status: 429, code: 'rate_limit_exceeded', window: 'minute' } as const

/** The entries of an owner from a moment on, as lines. */
const linesOf = async (
  history: RequestHistory,
  interval: Interval,
  { from = 0, of = 'key_1' } = {},
): Promise<readonly string[]> => {
  // Reads of one turn of the event loop may share a moment.
  await new Promise(setImmediate)
  const entries = await history.entries(of, interval, { from, limit: 99 }, now)
  return entries.map(({ start, operation, status, count }) => {
    const time = new Date(start * 1_000).toISOString().slice(0, 16)
    return `${time} ${operation} ${status} ${count}`
  })
}

for (const [store, open] of Object.entries(stores)) {
  const skip = store === 'PostgreSQL' && noPostgres()
  const it = (what: string, run: (history: RequestHistory) => Promise<void>): void => {
    test(`${store}: ${what}`, { skip }, async (t) => await run(await open(t)))
  }

  it('only the intervals that are kept show, and those from a moment on', async (history) => {
    const times = {
      minute: ['2026-11-20T11:30:00Z', '2026-11-20T11:31:00Z', '2026-11-20T12:30:00Z'],
      hour: ['2026-11-13T12:00:00Z', '2026-11-13T13:00:00Z', '2026-11-20T12:30:00Z'],
      day: ['2026-08-22T23:59:00Z', '2026-08-23T00:00:00Z', '2026-11-20T12:30:00Z'],
    }
    for (const interval of ['minute', 'hour', 'day'] as const) {
      const ownerId = `key_${interval}`
      await history.add(times[interval].map((time) => sum(time, { ownerId })))
      const last = { of: ownerId }
      assert.equal((await linesOf(history, interval, last)).length, 2, interval)
      const from = Date.parse(times[interval][1] ?? '') / 1_000
      assert.equal((await linesOf(history, interval, { ...last, from })).length, 2)
      assert.equal((await linesOf(history, interval, { ...last, from: from + 1 })).length, 1)
      assert.deepEqual(
        await linesOf(history, interval, { ...last, from: now / 1_000 + 86_400 }),
        [],
      )
    }
  })

  it('what is too old is forgotten, little by little, and all else stays', async (history) => {
    const chains = Array.from({ length: 600 }, (_, n) => `key_${n}`)
    for (let from = 0; from < chains.length; from += 200) {
      const some = chains.slice(from, from + 200)
      await history.add(
        some.map((ownerId) => sum('2026-11-20T12:30:00Z', { ownerId, isDeprecated: true })),
      )
    }
    const left = async (interval: Interval): Promise<number> => {
      const all = chains.map(async (of) => (await linesOf(history, interval, { of })).length)
      return (await Promise.all(all)).reduce((total, length) => total + length, 0)
    }
    const later = (span: number): number => now + span
    assert.equal(await history.forget(now), false)
    const hour = 3_600_000
    assert.equal(await history.forget(later(hour)), true)
    const afterOne = await left('minute')
    assert.ok(afterOne > 0 && afterOne < 600, `${afterOne} are left`)
    while (await history.forget(later(hour))) {}
    assert.deepEqual([await left('minute'), await left('hour')], [0, 600])
    while (await history.forget(later(7 * 24 * hour))) {}
    assert.deepEqual([await left('hour'), await left('day')], [0, 600])
    assert.equal(await history.deprecatedCalls('key_0', now), 1n)
    while (await history.forget(later(90 * 24 * hour))) {}
    assert.equal(await left('day'), 0)
    assert.equal(await history.deprecatedCalls('key_0', now), 0n)
  })

  it('an interval has so many kinds, and all others are one more operation', async (history) => {
    const time = '2026-11-20T12:30:00Z'
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
    const names = letters.flatMap((one) => letters.slice(0, 4).map((two) => one + two))
    await history.add(names.map((operation) => sum(time, { operation })))
    await history.add(names.map((operation) => sum(time, { operation })))
    await history.add([sum(time, { operation: 'zz', ...refused })])
    for (const interval of ['minute', 'hour', 'day'] as const) {
      const lines = await linesOf(history, interval)
      assert.equal(lines.length, maxKinds + 2)
      const others = lines.filter((line) => line.includes(' other '))
      const count = 2 * (names.length - maxKinds)
      assert.deepEqual(
        others.map((line) => line.slice(17)),
        [`other 200 ${count}`, 'other 429 1'],
      )
    }
  })

  it('calls of deprecated operations are counted over the days that are kept', async (history) => {
    const old = { operation: 'getPet', isDeprecated: true, count: 5 }
    await history.add([
      sum('2026-11-20T12:30:00Z', old),
      sum('2026-11-20T12:31:00Z', { ...old, status: 404, count: 1 }),
      sum('2026-11-20T12:30:00Z'),
      sum('2026-08-23T00:00:00Z', old),
      sum('2026-08-22T23:59:00Z', old),
      sum('2026-11-20T12:30:00Z', { ...old, ownerId: 'key_2' }),
    ])
    assert.equal(await history.deprecatedCalls('key_1', now), 11n)
    await history.add([sum('2026-11-20T12:32:00Z', { ...old, count: 1 })])
    assert.equal(await history.deprecatedCalls('key_1', now), 12n)
    assert.equal(await history.deprecatedCalls('key_3', now), 0n)
  })
}
