import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultScopes } from '../../src/access/keys/scopes.ts'
import { memoryCounters } from '../../src/access/quotas/memory-counters.ts'
import { it, startApp, type TestApp } from '../helpers/app.ts'
import type { Call } from '../helpers/http.ts'
import { valuesOf } from '../helpers/pages.ts'
import { assertRefused } from '../helpers/refusal.ts'

const hour = 3_600_000

const move = (app: TestApp, body: unknown, options?: Call) => app.post('/lab/clock', body, options)

it('the clock goes forward by a duration or to a time, and answers tell of it while it is ahead', async (app) => {
  assert.equal((await app.call('/pets')).headers['x-lab-clock'], undefined)
  const moved = await move(app, { advance: 'P1DT2H' })
  assert.deepEqual(JSON.parse(moved.text), { now: '2026-11-21T14:00:30.000Z', ahead: 26 * 3_600 })
  for (const { headers } of [
    moved,
    await app.call('/nowhere'),
    await app.call('/pets', { key: '' }),
  ]) {
    assert.equal(headers['x-lab-clock'], '2026-11-21T14:00:30Z')
    assert.equal(headers['date'], 'Sat, 21 Nov 2026 14:00:30 GMT')
  }
  const { headers } = await app.call('/pets')
  assert.equal(Number(headers['x-ratelimit-reset']) * 1_000, Date.parse('2026-11-22T00:00:00Z'))
  const refused = await move(app, { to: '2026-11-21T14:00:30Z' })
  assertRefused(refused, 'invalid_body', /The clock says 2026-11-21T14:00:30.000Z.*forward/)
  assertRefused(await move(app, { to: '2100-01-01T00:00:01Z' }), 'invalid_body', /2100-01-01/)
  assert.equal((await move(app, { to: '2100-01-01T00:00:00Z' })).status, 200)
  assertRefused(await move(app, { advance: 'PT1S' }), 'invalid_body', /no further/)
})

it('a move that is not one is refused, and needs the scope', async (app) => {
  for (const body of [{}, { advance: 'PT1H', to: '2027-01-01T00:00:00Z' }])
    assertRefused(await move(app, body), 'invalid_body', /Give either advance.*or to/)
  const none = '1h P PT P1M P1Y -PT1H PT-1H PT9999999999999999S'
  for (const advance of ['', ...none.split(' ')]) {
    assertRefused(await move(app, { advance }), 'invalid_body', /like P5DT30M/)
  }
  assertRefused(await move(app, { advance: 'PT1S\0' }), 'invalid_body', /no control character/)
  assertRefused(await move(app, { advance: 'PT0S' }), 'invalid_body', /forward/)
  const { key } = await app.addKey('free', undefined, undefined, defaultScopes)
  assertRefused(await move(app, { advance: 'PT1H' }, { key }), 'insufficient_scope', /scope lab/)
})

it('moves at once add up, and a retry moves nothing again', async (app) => {
  const start = app.clock.time
  await Promise.all([1, 2, 3].map(async () => await move(app, { advance: 'PT1H' })))
  const { text } = await move(app, { advance: 'PT1H' })
  assert.equal(JSON.parse(text).now, new Date(start + 4 * hour).toISOString())
  // Although answers are kept for less time than the move takes.
  const far = { headers: { 'Idempotency-Key': 'next week' } }
  const moved = await move(app, { advance: 'P7D' }, far)
  assert.equal((await move(app, { advance: 'P7D' }, far)).text, moved.text)
})

it('what falls due on the way happens in its order, at its time', async (app) => {
  const ends = [5, 2, 26].map((hours) => new Date(app.clock.time + hours * hour).toISOString())
  for (const [at, expiresAt] of ends.entries()) {
    await app.post('/pets', { name: `Pet ${at}`, categoryId: 1 })
    const placed = await app.post('/store/orders', { petId: at + 1, expiresAt })
    assert.equal(placed.status, 201, placed.text)
  }
  await move(app, { advance: 'P2D' })
  const events = await app.json('/events?type=order.expired')
  const expected = ends.toSorted().map((end) => [end, undefined])
  assert.deepEqual(valuesOf(events, 'timestamp', 'by'), expected)
})

test('where others count by a clock of their own, it stays as it is', async (t) => {
  const counters = memoryCounters({ version: 0 })
  const app = await startApp(t, {
    counters: Object.assign(counters, { keyRevision: async () => '1' }),
  })
  assertRefused(await move(app, { advance: 'PT1H' }), 'staging_only', /Valkey/)
})

test('production refuses the clock whatever the key may do, and no header moves its time', async (t) => {
  const app = await startApp(t, { environment: 'production' })
  const { key } = await app.addKey('free', undefined, undefined, defaultScopes)
  for (const options of [{}, { key }]) {
    assertRefused(await move(app, { advance: 'PT24H' }, options), 'staging_only')
    assertRefused(await move(app, { nothing: 1 }, options), 'staging_only')
  }
  assertRefused(await move(app, { advance: 'PT24H' }, { key: undefined }), 'missing_api_key')
  const { headers } = await app.call('/pets', {
    headers: { 'X-Lab-Clock': '2030-12-05T00:00:00Z' },
  })
  assert.equal(headers['x-lab-clock'], undefined)
  assert.ok(Number(headers['x-ratelimit-reset']) * 1_000 - app.clock.time <= 24 * hour)
})
