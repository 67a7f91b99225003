import assert from 'node:assert/strict'
import { test, mock } from 'node:test'
import type { RequestObservation } from '../../src/base/observation.ts'
import { RequestSums } from '../../src/access/quotas/history/request-sums.ts'
import { ordinaryRequest } from '../helpers/request-observation.ts'
import type { Authenticator } from '../../src/access/keys/authenticator.ts'
import type { PersistentCounters } from '../../src/access/quotas/counters.ts'
import type { RequestHistory } from '../../src/access/quotas/history/request-history.ts'
import type { Storage } from '../../src/store/port.ts'
import { sweepByAge } from '../../src/base/data/sweep.ts'
import { pets } from '../../src/resources/pets/table.ts'
import { startUpkeep } from '../../src/upkeep.ts'
import { countTurns } from '../helpers/event-loop.ts'

const minute = 29_394_000

const requestOf = (more: Partial<RequestObservation> = {}): RequestObservation => ({
  ...ordinaryRequest,
  minute,
  ...more,
})

const sumOf = {
  ownerId: 'key_1',
  minute,
  operation: 'listPets',
  status: 200,
  code: undefined,
  window: undefined,
  isDeprecated: false,
  count: 1,
}

test('requests with a key are one sum for each kind, whatever came between, and any difference makes another', () => {
  const sums = new RequestSums()
  const refused = { status: 429, code: 'rate_limit_exceeded', window: 'minute' } as const
  const others: ReadonlyArray<Partial<RequestObservation>> = [
    { operation: 'getPet', deprecated: true },
    { status: 304 },
    refused,
    { ...refused, window: 'day' },
    { ownerId: 'key_9' },
    { minute: minute + 1 },
  ]
  // It belongs to no sum.
  const withoutKey = { ownerId: undefined, keyId: undefined, status: 401 }
  for (let n = 0; n < 3; n += 1)
    for (const more of [{}, {}, ...others, withoutKey]) sums.note(requestOf(more))
  const { sums: taken, lost } = sums.take()
  assert.equal(lost, 0)
  const expected = others.map(({ deprecated = false, ...more }) => ({
    ...sumOf,
    ...more,
    isDeprecated: deprecated,
    count: 3,
  }))
  assert.deepEqual(taken, [{ ...sumOf, count: 6 }, ...expected])
  assert.deepEqual(sums.take(), { sums: [], lost: 0 })
})

test('what could not be stored is added to what came since', () => {
  const sums = new RequestSums()
  sums.note(requestOf())
  const { sums: failed } = sums.take()
  sums.note(requestOf())
  sums.note(requestOf({ status: 304 }))
  sums.giveBack(failed)
  assert.deepEqual(sums.take().sums, [
    { ...sumOf, count: 2 },
    { ...sumOf, status: 304 },
  ])
})

test('however many kinds there are, so many sums are held, and the rest is told as lost', () => {
  const sums = new RequestSums()
  for (let n = 0; n < 20_005; n += 1) sums.note(requestOf({ ownerId: `key_${n}` }))
  sums.note(requestOf({ ownerId: 'key_0' }))
  const { sums: taken, lost } = sums.take()
  assert.deepEqual([taken.length, lost, taken[0]?.count], [20_000, 5, 2])
  sums.note(requestOf({ ownerId: 'key_20_001' }))
  assert.equal(sums.take().sums.length, 1)
})

/** Background work whose timers only the test moves, and the times by which it forgot something. */
const setUp = async (add: RequestHistory['add'] = async () => {}) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const forgotten: number[] = []
  const left = { rows: 0 }
  const forget = async (before: number, most = 0) => {
    forgotten.push(before)
    const count = Math.min(left.rows, most)
    left.rows -= count
    return count
  }
  const keptTimes = { ages: -Infinity }
  let pages = 0
  const storage = {
    data: {
      page: async () => {
        pages += 1
        return { json: '[]', next: undefined }
      },
    },
    poll: async () => {},
    keys: { notifyExpiring: async () => false },
    facts: async () => ({ lastBackupAt: undefined, keysExpiring: 0, bytes: undefined }),
    idempotency: { forget },
    events: { forget },
    audit: { forget },
    history: { add, forget: async (now: number) => (await forget(now)) > 0 },
    counts: { lifts: async () => [] },
  }
  const failures: unknown[] = []
  const requests = new RequestSums()
  const stop = await startUpkeep({
    // Only these methods are called.
    authenticator: {
      refresh: async () => {},
      flushUses: async () => {},
    } as unknown as Authenticator,
    requests,
    // Only these parts are used without deadlines.
    storage: storage as unknown as Storage,
    counters: { flush: async () => {}, sweep: () => {} } as unknown as PersistentCounters,
    incidents: [],
    deadlines: [],
    sweeps: [sweepByAge(pets, () => ({ kind: 'pet.sweep' }))],
    clock: () => 0,
    ages: () => keptTimes.ages,
    eventDays: 30,
    observe: (seen) => {
      if (seen.kind === 'background_failed') failures.push(seen.error)
    },
  })
  const tick = async (milliseconds = 1_000): Promise<void> => {
    mock.timers.tick(milliseconds)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { forgotten, left, failures, keptTimes, requests, pages: () => pages, stop, tick }
}

test('while nothing is old yet, no store is asked to forget anything, nor for rows to remove', async (t) => {
  t.after(() => mock.timers.reset())
  const { forgotten, failures, keptTimes, pages, stop, tick } = await setUp()
  await tick()
  await tick(9_000)
  assert.deepEqual([forgotten, pages()], [[], 0])
  const days = 86_400_000
  keptTimes.ages = 500 * days
  await tick()
  await tick(9_000)
  assert.equal(pages(), 1)
  assert.deepEqual(new Set(forgotten), new Set([100 * days, 470 * days, 499 * days, 500 * days]))
  await stop()
  assert.deepEqual(failures, [])
})

test('an idle store is asked once a second whether anything is old, and ten times while there is more', async (t) => {
  t.after(() => mock.timers.reset())
  const { forgotten, left, keptTimes, stop, tick } = await setUp()
  keptTimes.ages = 100 * 86_400_000
  /** How often answers are forgotten in two seconds; they are kept for a day. */
  const askedInTwoSeconds = async (): Promise<number> => {
    const before = forgotten.length
    for (let tenth = 0; tenth < 20; tenth += 1) await tick(100)
    return forgotten.slice(before).filter((time) => time === 99 * 86_400_000).length
  }
  await tick()
  assert.equal(await askedInTwoSeconds(), 2)
  left.rows = 1_000_000
  await tick()
  assert.equal(await askedInTwoSeconds(), 20)
  await stop()
})

test('requests get their turn while the history of many callers is saved', async (t) => {
  t.after(() => mock.timers.reset())
  const turns = countTurns(t)
  const saved: Array<{ readonly sums: number; readonly turn: number }> = []
  const { requests, failures, stop } = await setUp(async (sums) => {
    saved.push({ sums: sums.length, turn: turns() })
  })
  for (let caller = 0; caller < 250; caller += 1) {
    requests.note({ ...ordinaryRequest, ownerId: `key_${caller}` })
  }
  await stop()
  assert.deepEqual(
    saved.map(({ sums }) => sums),
    [100, 100, 50],
  )
  assert.equal(new Set(saved.map(({ turn }) => turn)).size, 3)
  assert.deepEqual(failures, [])
})
