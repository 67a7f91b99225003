import assert from 'node:assert/strict'
import { rotateKey } from '../../src/access/keys/life-cycle.ts'
import type { Storage } from '../../src/store/port.ts'
import { it, type TestApp } from '../helpers/app.ts'
import { poll } from '../helpers/poll.ts'
import { addWebhook, answered, answerPing, hookUrl, report } from '../helpers/webhooks.ts'
import { changeKey } from '../helpers/team.ts'

const start = '2026-11-20T12:00:30.000Z'
const day = 86_400_000

/** The own events of an owner, without their ids. */
const eventsOf = async ({ data }: Storage, ownerId: string): Promise<readonly unknown[]> =>
  (await data.events.after(0n, 1_000))
    .filter((event) => event.ownerId === ownerId)
    .map(({ json }) => {
      const { id: _, ...event } = JSON.parse(json)
      return event
    })

const until = async (app: TestApp, ownerId: string, count: number): Promise<readonly unknown[]> =>
  await poll(async () => {
    const events = await eventsOf(app.storage, ownerId)
    assert.ok(events.length <= count, JSON.stringify(events))
    return events.length === count ? events : undefined
  })

const thresholdOf = (percent: number, used: number) => ({
  type: 'usage.threshold_reached',
  timestamp: start,
  data: { window: 'day', percent, limit: 10, used, resetsAt: '2026-11-21T00:00:00.000Z' },
})

it('80 and 100 percent of a day are told once each, over restarts, and anew on the next day', async (first) => {
  const { key, record } = await first.addKey('enterprise', { perMinute: 1_000, perDay: 10 })
  const { ownerId } = record
  for (let n = 0; n < 8; n += 1) await first.call('/pets', { key })
  assert.deepEqual(await until(first, ownerId, 1), [thresholdOf(80, 8)])
  await first.call('/pets', { key })

  const second = await first.restart()
  await second.call('/pets', { key })
  const both = [thresholdOf(80, 8), thresholdOf(100, 10)]
  assert.deepEqual(await until(second, ownerId, 2), both)
  await second.call('/pets', { key })

  const third = await second.restart()
  third.clock.advance(day)
  for (let n = 0; n < 7; n += 1) await third.call('/pets', { key })
  const last = await third.restart()
  assert.deepEqual(await eventsOf(last.storage, ownerId), both)
  await last.call('/pets', { key })
  assert.equal((await until(last, ownerId, 3)).length, 3)
})

it('each ban is told once, over a restart', async (app) => {
  const { key, record } = await app.addKey('enterprise', { perMinute: 2, perDay: 1_000 })
  const askTooOften = async (of: TestApp): Promise<void> => {
    for (let n = 0; n < 6; n += 1) await of.call('/pets', { key })
  }
  const bannedOf = (timestamp: string, end: string) => ({
    type: 'key.banned',
    timestamp,
    data: { until: end },
  })
  const first = bannedOf(start, '2026-11-20T12:05:30.000Z')
  await askTooOften(app)
  assert.deepEqual(await until(app, record.ownerId, 1), [first])
  const next = await app.restart()
  await askTooOften(next)
  next.clock.advance(300_000)
  await askTooOften(next)
  const second = bannedOf('2026-11-20T12:05:30.000Z', '2026-11-20T12:15:30.000Z')
  assert.deepEqual(await until(next, record.ownerId, 2), [first, second])
})

it('the end of a key is told seven days before, once for each end, and by a running service', async (app) => {
  const { clock, storage } = app
  const { record } = await app.addKey('free', undefined, clock.time + 10 * day)
  const { id, ownerId } = record
  const tell = async (): Promise<void> => {
    while (await storage.keys.notifyExpiring(clock.time)) {}
  }
  const ended = await app.addKey('free', undefined, clock.time + 1_000)
  clock.advance(3 * day - 1)
  await tell()
  assert.deepEqual(await eventsOf(storage, ownerId), [])
  // This one ended before anybody could tell of it.
  assert.deepEqual(await eventsOf(storage, ended.record.ownerId), [])
  clock.advance(1)
  for (let n = 0; n < 2; n += 1) await tell()
  const told = (end: number) => ({
    type: 'key.expiring',
    timestamp: new Date(clock.time).toISOString(),
    data: { keyId: id, keyName: 'A free key', expiresAt: new Date(end).toISOString() },
  })
  const expected = [told(clock.time + 7 * day)]
  assert.deepEqual(await eventsOf(storage, ownerId), expected)

  // Another end is another event; the key that replaced it never ends.
  const lasting = { ...record, expiresAt: undefined }
  const next = await rotateKey(storage.keys, lasting, 'staging', day, clock.time)
  for (let n = 0; n < 2; n += 1) await tell()
  assert.deepEqual(await eventsOf(storage, ownerId), [...expected, told(clock.time + day)])
  assert.equal(next.record.expiresAt, undefined)

  const ends = clock.time + 8 * day
  const [good, revoked] = [
    await app.addKey('free', undefined, ends),
    await app.addKey('free', undefined, ends),
  ]
  await changeKey(storage.keys, revoked.record.id, { revokedAt: clock.time })
  const later = await app.restart(2 * day)
  await until(later, good.record.ownerId, 1)
  assert.deepEqual(await eventsOf(later.storage, revoked.record.ownerId), [])
})

it('a webhook that fails, and one that is disabled, is an event for its owner alone', async (app) => {
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
  const { reason } = failing.data.webhook
  assert.match(reason, /^Every attempt since /)
  const webhook = { id: 1, url: hookUrl, description: 'Stock', state: 'failing', reason }
  assert.deepEqual(failing.data, { webhook, previous: { state: 'enabled' } })
  assert.deepEqual([failing.type, failing.by], ['webhook.failing', undefined])
  assert.deepEqual([disabled.type, typeof disabled.by], ['webhook.disabled', 'string'])
  assert.deepEqual(disabled.data.previous, { state: 'failing', reason })
  assert.equal(disabled.data.webhook.state, 'disabled')
  const { key } = await app.addKey('pro')
  assert.equal((await app.call(path, { key })).text, '[]')
})
