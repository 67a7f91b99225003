import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rotateKey } from '../../src/access/keys/life-cycle.ts'
import type { Storage } from '../../src/store/port.ts'
import { startApp, type TestApp, TestClock, temporaryFolder } from '../helpers/app.ts'
import { poll } from '../helpers/poll.ts'
import { addWebhook, answered, answerPing, hookUrl, report } from '../helpers/webhooks.ts'
import { changeKey } from '../helpers/team.ts'

const start = '2026-11-20T12:00:30.000Z'
const day = 86_400_000

/** The own events of an owner, without their ids. */
const eventsOf = async ({ data }: Storage, ownerId: string): Promise<readonly unknown[]> => {
  const all = await data.events.after(0n, 1_000)
  return all
    .filter((event) => event.ownerId === ownerId)
    .map(({ json }) => {
      const { type, timestamp, data: told, by } = JSON.parse(json)
      assert.equal(by, undefined)
      return { type, timestamp, data: told }
    })
}

const until = async (app: TestApp, ownerId: string, count: number): Promise<readonly unknown[]> =>
  await poll(async () => {
    const events = await eventsOf(app.storage, ownerId)
    assert.ok(events.length <= count, JSON.stringify(events))
    return events.length === count ? events : undefined
  })

const thresholdOf = (percent: number, used: number, timestamp = start) => ({
  type: 'usage.threshold_reached',
  timestamp,
  data: { window: 'day', percent, limit: 10, used, resetsAt: '2026-11-21T00:00:00.000Z' },
})

test('80 and 100 percent of a day are told once each, over restarts, and anew on the next day', async (t) => {
  const clock = new TestClock(start)
  const dataDir = temporaryFolder(t)
  const limits = { perMinute: 1_000, perDay: 10 }
  const first = await startApp(t, { clock, dataDir })
  const { key, record } = await first.addKey('enterprise', limits)
  const { ownerId } = record
  for (let n = 0; n < 8; n += 1) await first.call('/pets', { key })
  assert.deepEqual(await until(first, ownerId, 1), [thresholdOf(80, 8)])
  await first.call('/pets', { key })
  await first.close()

  const second = await startApp(t, { clock, dataDir })
  await second.call('/pets', { key })
  const both = [thresholdOf(80, 8), thresholdOf(100, 10)]
  assert.deepEqual(await until(second, ownerId, 2), both)
  await second.call('/pets', { key })
  await second.close()

  const third = await startApp(t, { clock, dataDir })
  clock.advance(day)
  for (let n = 0; n < 7; n += 1) await third.call('/pets', { key })
  await third.call('/pets')
  await third.close()
  const last = await startApp(t, { clock, dataDir })
  assert.deepEqual(await eventsOf(last.storage, ownerId), both)
  await last.call('/pets', { key })
  assert.equal((await until(last, ownerId, 3)).length, 3)
})

test('each ban is told once, over a restart', async (t) => {
  const clock = new TestClock(start)
  const dataDir = temporaryFolder(t)
  const app = await startApp(t, { clock, dataDir })
  const { key, record } = await app.addKey('enterprise', { perMinute: 2, perDay: 1_000 })
  const askTooOften = async ({ call }: Pick<TestApp, 'call'>): Promise<void> => {
    for (let n = 0; n < 6; n += 1) await call('/pets', { key })
  }
  await askTooOften(app)
  const [banned] = await until(app, record.ownerId, 1)
  const data = { until: '2026-11-20T12:05:30.000Z' }
  assert.deepEqual(banned, { type: 'key.banned', timestamp: start, data })
  await app.close()
  const next = await startApp(t, { clock, dataDir })
  await askTooOften(next)
  clock.advance(300_000)
  await askTooOften(next)
  const [, again] = await until(next, record.ownerId, 2)
  assert.deepEqual(again, {
    type: 'key.banned',
    timestamp: '2026-11-20T12:05:30.000Z',
    data: { until: '2026-11-20T12:15:30.000Z' },
  })
})

test('the end of a key is told seven days before, once for each end', async (t) => {
  const clock = new TestClock(start)
  const app = await startApp(t, { clock })
  const { storage } = app
  const { record } = await app.addKey('free', undefined, clock.time + 10 * day)
  const { id, ownerId } = record
  const other = await app.addKey('free', undefined, clock.time + 1_000)
  const tell = async (): Promise<void> => {
    while (await storage.keys.notifyExpiring(clock.time)) {}
  }
  clock.advance(3 * day - 1)
  await tell()
  assert.deepEqual(await eventsOf(storage, ownerId), [])
  // This one ended before anybody could tell of it.
  assert.deepEqual(await eventsOf(storage, other.record.ownerId), [])
  clock.advance(1)
  for (let n = 0; n < 2; n += 1) await tell()
  const told = (expiresAt: number) => ({
    type: 'key.expiring',
    timestamp: new Date(clock.time).toISOString(),
    data: { keyId: id, keyName: 'A free key', expiresAt: new Date(expiresAt).toISOString() },
  })
  const expected = [told(clock.time + 7 * day)]
  assert.deepEqual(await eventsOf(storage, ownerId), expected)

  // Another end is another event; the key that replaced it never ends.
  const next = await rotateKey(
    storage.keys,
    { ...record, expiresAt: undefined },
    'staging',
    day,
    clock.time,
  )
  for (let n = 0; n < 2; n += 1) await tell()
  assert.deepEqual(await eventsOf(storage, ownerId), [...expected, told(clock.time + day)])
  assert.equal(next.record.expiresAt, undefined)
})

test('a running service tells of keys that expire, but not of those that are revoked', async (t) => {
  const clock = new TestClock(start)
  const dataDir = temporaryFolder(t)
  const first = await startApp(t, { clock, dataDir })
  const soon = clock.time + 8 * day
  const [good, revoked] = [
    await first.addKey('free', undefined, soon),
    await first.addKey('free', undefined, soon),
  ]
  await changeKey(first.storage.keys, revoked.record.id, { revokedAt: clock.time })
  await first.close()
  clock.advance(2 * day)
  const app = await startApp(t, { clock, dataDir })
  await until(app, good.record.ownerId, 1)
  assert.deepEqual(await eventsOf(app.storage, revoked.record.ownerId), [])
})

test('a webhook that fails, and one that is disabled, is an event for its owner alone', async (t) => {
  const app = await startApp(t)
  await addWebhook(app, { description: 'Stock' })
  await answerPing(app)
  for (const eventId of [1n, 2n, 3n]) {
    await report(app, 1n, [{ eventId, type: 'pet.created', ...answered(app, 500) }])
    app.clock.advance(day)
  }
  await app.patch('/webhooks/1', { state: 'disabled' })
  await app.patch('/webhooks/1', { description: 'More' })
  const path = '/events?type=webhook.failing,webhook.disabled'
  const [failing, disabled, ...more] = await app.json(path)
  assert.deepEqual(more, [])
  const webhook = { id: 1, url: hookUrl, description: 'Stock' }
  assert.equal(failing.type, 'webhook.failing')
  assert.equal('by' in failing, false)
  assert.match(failing.data.webhook.reason, /^Every attempt since /)
  const { reason } = failing.data.webhook
  assert.deepEqual(failing.data, {
    webhook: { ...webhook, state: 'failing', reason },
    previous: { state: 'enabled' },
  })
  assert.equal(disabled.type, 'webhook.disabled')
  assert.equal(typeof disabled.by, 'string')
  assert.deepEqual(disabled.data.previous, { state: 'failing', reason })
  assert.equal(disabled.data.webhook.state, 'disabled')
  const { key } = await app.addKey('pro')
  assert.equal((await app.call(path, { key })).text, '[]')
})
