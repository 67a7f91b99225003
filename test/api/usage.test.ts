import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rotateKey } from '../../src/access/keys/life-cycle.ts'
import { memoryCounters } from '../../src/access/quotas/memory-counters.ts'
import { noScopes, scopesOf } from '../../src/access/keys/scopes.ts'
import { it, startApp, type TestApp } from '../helpers/app.ts'
import type { Answer } from '../helpers/http.ts'
import { addPets, patchOrder, placeOrder } from '../helpers/orders.ts'
import { assertRefused } from '../helpers/refusal.ts'

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

it('who asks again and again sees each request that was spent, and each window that began', async (app) => {
  const { key } = await app.addKey('free')
  const assertWindows = async (...expected: ReadonlyArray<readonly [number, string]>) => {
    const { windows } = await usageOf(app, key)
    assert.deepEqual(
      windows.map(({ used, resetsAt }: Readonly<Record<string, unknown>>) => [used, resetsAt]),
      expected,
    )
  }
  for (const used of [1, 2]) {
    await app.call('/pets', { key })
    for (let n = 0; n < 2; n += 1) await assertWindows([used, minuteEnds], [used, dayEnds])
  }
  app.clock.advance(30_000)
  await assertWindows([0, '2026-11-20T12:02:00.000Z'], [2, dayEnds])
  app.clock.advance(60_000)
  await assertWindows([0, '2026-11-20T12:03:00.000Z'], [2, dayEnds])
  app.clock.advance(24 * 3_600_000)
  await assertWindows([0, '2026-11-21T12:03:00.000Z'], [0, '2026-11-22T00:00:00.000Z'])
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
    assert.deepEqual(
      [remaining(answer), JSON.parse(answer.text).windows[0].remaining],
      [left, left],
    )
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
