import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type IssuedKey, rotateKey } from '../../src/access/keys/life-cycle.ts'
import { memoryCounters } from '../../src/access/quotas/memory-counters.ts'
import { noScopes, scopesOf } from '../../src/access/keys/scopes.ts'
import { it, type Json, startApp, type TestApp, TestClock } from '../helpers/app.ts'
import { type Answer, linkOf } from '../helpers/http.ts'
import { addPets, patchOrder, placeOrder } from '../helpers/orders.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { poll } from '../helpers/poll.ts'
import { pagesOf, valuesOf } from '../helpers/pages.ts'

const start = '2026-11-20T12:00:30.000Z'
const minuteEnds = '2026-11-20T12:01:00.000Z'
const dayEnds = '2026-11-21T00:00:00.000Z'

const usageOf = (app: TestApp, key: string) => app.json('/usage', { key })

const remaining = ({ headers }: Answer): number => Number(headers['x-ratelimit-remaining'])

it('the usage of a key shows what it is, its windows and its open orders', async (app) => {
  const ends = Date.parse('2026-12-24T00:00:00Z')
  const { key, record } = await app.addKey('free', undefined, ends, scopesOf(['pets:read']))
  for (let n = 0; n < 3; n += 1) await app.call('/pets', { key })
  assert.deepEqual(await usageOf(app, key), {
    key: {
      id: record.id,
      name: 'A free key',
      plan: 'free',
      scopes: ['pets:read'],
      expiresAt: '2026-12-24T00:00:00.000Z',
    },
    windows: [
      { name: 'minute', limit: 60, used: 3, remaining: 57, resetsAt: minuteEnds },
      { name: 'day', limit: 1_000, used: 3, remaining: 997, resetsAt: dayEnds },
    ],
    openOrders: { limit: 5, used: 0 },
    deprecatedCalls: 0,
    lastEventId: 0,
  })
})

it('to ask for the usage needs no scope, spends nothing, and tells of the quota as it stands', async (app) => {
  const { key } = await app.addKey('free', undefined, undefined, noScopes)
  assert.equal((await app.call('/pets', { key })).status, 403)
  for (const method of ['GET', 'HEAD', 'GET']) {
    const answer = await app.call('/usage', { key, method })
    assert.equal(answer.status, 200)
    assert.equal(remaining(answer), 59)
    assert.equal(answer.headers['cache-control'], 'private, no-cache')
  }
  assert.equal((await usageOf(app, key)).windows[0].used, 1)
})

test('the body and the headers of an answer tell of the quota at the same moment', async (t) => {
  const counters = memoryCounters()
  const peek: typeof counters.peek = (...args) => {
    const state = counters.peek(...args)
    counters.spend(...args)
    return state
  }
  const app = await startApp(t, { counters: { ...counters, peek } })
  const { key } = await app.addKey('free')
  for (const left of [60, 59, 58]) {
    const answer = await app.call('/usage', { key })
    const [minuteWindow] = JSON.parse(answer.text).windows
    assert.deepEqual([remaining(answer), minuteWindow.remaining], [left, left])
  }
})

it('a key whose minute is used up, and one that is banned, can see it', async (app) => {
  const { key } = await app.addKey('enterprise', { perMinute: 3, perDay: 10 })
  for (let n = 0; n < 4; n += 1) await app.call('/pets', { key })
  const used = await usageOf(app, key)
  assert.deepEqual([used.windows[0].remaining, used.ban], [0, undefined])
  for (let n = 0; n < 2; n += 1) await app.call('/pets', { key })
  const banned = await app.call('/usage', { key })
  assert.equal(banned.status, 200)
  assert.equal(remaining(banned), 0)
  const { ban, windows } = JSON.parse(banned.text)
  assert.deepEqual(ban, { since: start, until: '2026-11-20T12:05:30.000Z' })
  assert.partialDeepStrictEqual(windows[1], { limit: 10, used: 3, remaining: 7 })
  assertRefused(await app.call('/pets', { key }), 'api_key_banned')
  app.clock.advance(300_000)
  assert.equal((await usageOf(app, key)).ban, undefined)
})

it('the usage may be asked 60 times a minute, and asking more often leads to no ban', async (app) => {
  const { key } = await app.addKey('free')
  for (let n = 0; n < 60; n += 1) await usageOf(app, key)
  for (let n = 0; n < 130; n += 1) {
    const refused = await app.call('/usage', { key })
    assertRefused(refused, 'rate_limit_exceeded', /^All 60 requests of this minute that cost no/)
    assert.equal(refused.headers['retry-after'], '30')
    assert.equal(remaining(refused), 60, 'the quota stands as it was')
  }
  assert.equal((await app.call('/pets', { key })).status, 200)
  assert.equal((await app.call('/usage')).status, 200, 'another key has a count of its own')
  app.clock.advance(30_000)
  assert.equal((await usageOf(app, key)).ban, undefined)
})

it('a key and the one that replaced it are asked for and counted together, and so are their open orders', async (app) => {
  const old = await app.addKey('pro')
  await addPets(app, 4)
  for (const petId of [1, 2, 3]) await placeOrder(app, { petId }, { key: old.key })
  await placeOrder(app, { petId: 4 })
  await patchOrder(app, 1, { status: 'approved' })
  const { time } = app.clock
  const next = await rotateKey(app.storage.keys, old.record, 'staging', 2 * 86_400_000, time)
  for (let n = 0; n < 30; n += 1) await usageOf(app, old.key)
  for (let n = 0; n < 30; n += 1) {
    const { key, windows, openOrders } = await usageOf(app, next.key)
    assert.deepEqual([key.id, windows[0].used], [next.record.id, 3])
    // Those that are placed and not overdue.
    assert.deepEqual(openOrders, { limit: 50, used: 2 })
  }
  assertRefused(await app.call('/usage', { key: old.key }), 'rate_limit_exceeded')
  // The service notes the end of a hold only a moment later.
  app.clock.advance(24 * 3_600_000)
  assert.deepEqual((await usageOf(app, next.key)).openOrders, { limit: 50, used: 0 })
})

const minute = '2026-11-20T12:00:00.000Z'

/** The history of the minute without what asked for it, once so many requests are saved. */
const historyWith = async (
  app: TestApp,
  { key, record }: Pick<IssuedKey, 'key' | 'record'>,
  count: number,
): Promise<readonly Json[]> => {
  // The store is asked, since the key may ask only 60 times a minute.
  await poll(async () => {
    const range = { from: 0, limit: 99 }
    const { history } = app.storage
    const saved = await history.entries(record.ownerId, 'minute', range, app.clock.time)
    const total = saved
      .filter(({ operation }) => operation !== 'getUsageHistory')
      .reduce((sum, entry) => sum + entry.count, 0)
    assert.ok(total <= count, `${total} requests are in the history, of ${count}`)
    return total === count ? true : undefined
  })
  const entries: readonly Json[] = await app.json('/usage/history?interval=minute', { key })
  return entries.filter(({ operation }) => operation !== 'getUsageHistory')
}

it('the history tells what was asked, how it was answered, and what stopped it', async (app) => {
  const issued = await app.addKey('enterprise', { perMinute: 6, perDay: 100 })
  const { key } = issued
  for (const path of ['/pets', '/pets?limit=5', '/pets/404', '/animals', '/pets?limit=0']) {
    await app.call(path, { key })
  }
  await app.call('/pets', { method: 'PUT', key })
  for (let n = 0; n < 7; n += 1) await app.call('/categories', { key })
  await app.call('/usage', { key })
  const stopped = { operation: 'listCategories', status: 429 }
  const kinds = [
    { operation: 'getPet', status: 404, code: 'pet_not_found', count: 1 },
    { operation: 'getUsage', status: 200, count: 1 },
    { ...stopped, code: 'api_key_banned', window: 'ban', count: 1 },
    { ...stopped, code: 'rate_limit_exceeded', window: 'minute', count: 6 },
    { operation: 'listPets', status: 200, count: 2 },
    { operation: 'listPets', status: 400, code: 'invalid_parameter', count: 1 },
    { operation: 'none', status: 404, code: 'route_not_found', count: 1 },
    { operation: 'none', status: 405, code: 'method_not_allowed', count: 1 },
  ]
  const expected = kinds.map((kind) => ({ start: minute, ...kind }))
  assert.deepEqual(await historyWith(app, issued, 14), expected)
  // What counts in the windows is what was not stopped, and cost a quota.
  const { windows, deprecatedCalls } = await app.json('/usage', { key })
  const spent = kinds.filter(({ status, operation }) => status !== 429 && operation !== 'getUsage')
  const sum = spent.reduce((total, { count }) => total + count, 0)
  assert.deepEqual([windows[0].used, deprecatedCalls], [sum, 1])
})

it('a day that is used up is told as what stopped a request', async (app) => {
  const issued = await app.addKey('enterprise', { perMinute: 9, perDay: 1 })
  for (let n = 0; n < 2; n += 1) await app.call('/pets', { key: issued.key })
  const [, stopped] = await historyWith(app, issued, 2)
  assert.partialDeepStrictEqual(stopped, { status: 429, window: 'day' })
})

test('requests count in the minute, the hour and the day of which they spent, over a restart', async (t) => {
  const first = await startApp(t, { clock: new TestClock('2026-11-20T23:59:30.000Z') })
  const { key } = await first.addKey('free')
  for (let n = 0; n < 3; n += 1) await first.call('/pets', { key })
  first.clock.advance(60_000)
  for (let n = 0; n < 2; n += 1) await first.call('/pets', { key })
  // The end saves what is not saved yet.
  const app = await first.restart()
  const assertCounts = async (query: string, expected: readonly unknown[]): Promise<void> => {
    const entries = await app.json(`/usage/history${query}`, { key })
    assert.deepEqual(valuesOf(entries, 'start', 'count'), expected, query)
  }
  const after = ['2026-11-21T00:00:00.000Z', 2]
  const hours = [['2026-11-20T23:00:00.000Z', 3], after]
  const days = [['2026-11-20T00:00:00.000Z', 3], after]
  await assertCounts('?interval=minute', [['2026-11-20T23:59:00.000Z', 3], after])
  await assertCounts('?interval=hour', hours)
  // Hours unless the query says otherwise.
  await assertCounts('', hours)
  await assertCounts('?interval=day&from=2026-11-20T02:00:00%2B02:00', days)
})

it('a key sees the history of its owner and of nobody else, without any scope and under a ban', async (app) => {
  const limits = { perMinute: 1, perDay: 9 }
  const { key, record } = await app.addKey('enterprise', limits, undefined, noScopes)
  for (let n = 0; n < 3; n += 1) await app.call('/pets', { key })
  await app.call('/pets')
  await historyWith(app, { key, record }, 3)
  const next = await rotateKey(app.storage.keys, record, 'staging', 86_400_000, app.clock.time)
  const seen = await historyWith(app, next, 3)
  const codes = ['insufficient_scope', 'api_key_banned', 'rate_limit_exceeded']
  assert.deepEqual(valuesOf(seen, 'code'), codes)
})

it('a history comes in pages, each with the entries behind the page before', async (app) => {
  const { key, record } = await app.addKey('enterprise', { perMinute: 99, perDay: 99 })
  const times = Array.from({ length: 60 }, (_, n) => Math.floor(Date.parse(start) / 60_000) - n)
  const of = { ownerId: record.ownerId, status: 200, code: undefined, window: undefined }
  const sumOf = (time: number, operation: string) => ({
    ...of,
    minute: time,
    operation,
    isDeprecated: false,
    count: 1,
  })
  const operations = Array.from('abcdefghijklmnopqrst', (letter) => `operation${letter}`)
  for (const time of times) {
    await app.storage.history.add(operations.map((operation) => sumOf(time, operation)))
  }
  const path = '/usage/history?interval=minute&from=2026-11-20T11:00:00Z'
  const first = await app.call(path, { key })
  // What comes meanwhile moves no entry to another page.
  await app.storage.history.add([sumOf(times.at(-1) ?? 0, 'later')])
  const rest = await pagesOf(app, linkOf(first, 'next') ?? '', key)
  const pages = [first, ...rest].map(({ text }) => {
    assert.ok(Buffer.byteLength(text) < 200_000)
    const entries: readonly Json[] = JSON.parse(text)
    return entries.filter(({ operation }) => operation.startsWith('operation'))
  })
  assert.deepEqual([pages.length, pages[0]?.length], [2, 1_000])
  const seen = pages.flat().map((entry) => `${entry.start} ${entry.operation}`)
  assert.equal(new Set(seen).size, 1_200)
  const foreign = linkOf(await app.call('/usage/history?limit=1&interval=minute', { key }), 'next')
  const cursor = new URL(foreign ?? '').searchParams.get('cursor')
  const wrong = await app.call(`/usage/history?interval=day&cursor=${cursor}`, { key })
  assertRefused(wrong, 'invalid_parameter', /^This cursor does not belong to/)
})
