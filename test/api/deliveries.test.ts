import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxSettled, sweeps } from '../../src/resources/webhooks/retention.ts'
import { deliveries, webhookProgress } from '../../src/resources/webhooks/table.ts'
import { startApp, type TestApp, testOf } from '../helpers/app.ts'
import { type Answer, call } from '../helpers/http.ts'
import { idsOn } from '../helpers/pages.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addWebhook, answered, answerPing, report } from '../helpers/webhooks.ts'

const shownOf = ({ text }: Answer) => JSON.parse(text)

const noon = '2026-11-20T12:00:30.000Z'
const day = 86_400_000

const addPet = async (app: TestApp) => await app.post('/pets', { name: 'Rex', categoryId: 3 })

/** A test of a webhook that is enabled, and of the events 1 to 3. */
const it = testOf(async (t) => {
  const app = await startApp(t)
  await addWebhook(app)
  await answerPing(app)
  for (let n = 0; n < 3; n += 1) await addPet(app)
  return app
})

/** Reports that a webhook was sent these events, and answered each with a status. */
const reportEvents = async (app: TestApp, ids: readonly number[], status = 200, webhook = 1n) => {
  const outcome = { type: 'pet.created', ...answered(app, status) }
  const attempts = ids.map((id) => ({ eventId: BigInt(id), ...outcome }))
  await report(app, webhook, attempts)
}

/** So many numbers from one on. */
const range = (from: number, length: number) => Array.from({ length }, (_, n) => from + n)

test('a new webhook has a ping that is pending, and what became of it', async (t) => {
  const app = await startApp(t)
  await addWebhook(app)
  const ping = {
    id: 1,
    webhookId: 1,
    type: 'webhook.ping',
    status: 'pending',
    attempts: [],
    nextAttemptAt: noon,
    createdAt: noon,
  }
  assert.deepEqual(await app.json('/webhooks/1/deliveries'), [ping])
  await answerPing(app, 1n, 500)
  const { nextAttemptAt: _, ...done } = ping
  assert.deepEqual(await app.json('/webhooks/1/deliveries/1'), {
    ...done,
    status: 'failed',
    attempts: [{ at: noon, duration: 87, status: 500, body: 'ok' }],
  })
  const reason = `The ping at ${noon} was answered with the status 500.`
  assert.equal((await app.json('/webhooks/1')).reason, reason)
})

it('a ping is asked for, one at a time, and its delivery is where the answer says', async (app) => {
  const asked = await app.post('/webhooks/1/ping')
  assert.deepEqual([asked.status, shownOf(asked).id], [202, 2])
  assert.equal((await call(asked.headers.location ?? '', { key: app.key })).text, asked.text)
  assert.equal((await app.post('/webhooks/1/ping')).text, asked.text)
  await answerPing(app)
  assert.equal(shownOf(await app.post('/webhooks/1/ping')).id, 3)
})

it('deliveries come in pages, by their status, and the newest first if asked', async (app) => {
  const retried = { eventId: 2n, type: 'pet.created', ...answered(app, 503), retryAfter: 60_000 }
  await reportEvents(app, [1])
  await report(app, 1n, [retried])
  await reportEvents(app, [3])
  for (const limit of [1, 2, 20]) {
    for (const [query, ids] of [
      ['', [1, 2, 3, 4]],
      ['&sort=-id', [4, 3, 2, 1]],
      ['&status=delivered', [1, 2, 4]],
      ['&status=pending,failed', [3]],
    ] as const) {
      assert.deepEqual(await idsOn(app, `/webhooks/1/deliveries?limit=${limit}${query}`), ids)
    }
  }
  const [pending] = await app.json('/webhooks/1/deliveries?status=pending')
  assert.deepEqual([pending.eventId, pending.nextAttemptAt], [2, '2026-11-20T12:01:30.000Z'])
  for (const query of ['status=lost', 'sort=id', 'eventId=1', 'cursor=x']) {
    assertRefused(await app.call(`/webhooks/1/deliveries?${query}`), 'invalid_parameter')
  }
})

it('a delivery of another webhook is not found', async (app) => {
  await addWebhook(app)
  const told = /^The webhook 1 has no delivery with the id /
  for (const id of [2, 404]) {
    const path = `/webhooks/1/deliveries/${id}`
    assertRefused(await app.call(path), 'delivery_not_found', told)
    assertRefused(await app.post(`${path}/redeliver`), 'delivery_not_found', told)
    assert.equal((await app.call(path, { method: 'HEAD' })).status, 404)
  }
})

it('a message is sent again on request, whatever became of it', async (app) => {
  await reportEvents(app, [1])
  app.clock.advance(1_000)
  const asked = await app.post('/webhooks/1/deliveries/2/redeliver')
  assert.equal(asked.status, 202)
  const { status, nextAttemptAt, attempts } = shownOf(asked)
  assert.deepEqual([status, nextAttemptAt], ['pending', '2026-11-20T12:00:31.000Z'])
  assert.equal(attempts.length, 1)
  assert.equal((await call(asked.headers.location ?? '', { key: app.key })).text, asked.text)
})

it('a webhook that is sent nothing tells why, and how it is enabled', async (app) => {
  await addWebhook(app)
  const recover = (id: number) => app.post(`/webhooks/${id}/recover`, { sinceEventId: 0 })
  assertRefused(
    await recover(2),
    'webhook_disabled',
    /^The webhook 2 is unverified \(No ping was answered yet\), so it is sent nothing but pings\. Send one: POST \/webhooks\/2\/ping\./,
  )
  await reportEvents(app, [1], 410)
  const gone = /^The webhook 1 is disabled \(The receiver answered with the status 410 \(Gone\) at /
  assertRefused(await recover(1), 'webhook_disabled', gone)
  const again = await app.post('/webhooks/1/deliveries/3/redeliver')
  assertRefused(again, 'webhook_disabled', gone)
})

test('a webhook goes back by an id or a time, and never forward', async (t) => {
  const app = await startApp(t)
  for (let n = 0; n < 4; n += 1) {
    await addPet(app)
    app.clock.advance(3_600_000)
  }
  for (const [at, [body, from]] of (
    [
      [{ sinceEventId: 9 }, 4n],
      [{ since: '2026-11-20T14:00:30Z' }, 2n],
      [{ since: '2026-11-20T14:30:00+00:00' }, 3n],
      [{ sinceEventId: 1 }, 1n],
      [{ since: '2020-01-01T00:00:00Z' }, 0n],
    ] as const
  ).entries()) {
    await addWebhook(app)
    await answerPing(app, BigInt(at + 1))
    const answer = await app.post(`/webhooks/${at + 1}/recover`, body)
    assert.deepEqual([answer.status, shownOf(answer).state], [202, 'enabled'])
    const progress = await app.storage.whole.find(webhookProgress, BigInt(at + 1))
    assert.equal(progress?.row.position, from, JSON.stringify(body))
  }
})

it('one recovery of a webhook is under way: going further back is refused until it is through', async (app) => {
  await reportEvents(app, [1, 2, 3])
  const recover = (sinceEventId: number) => app.post('/webhooks/1/recover', { sinceEventId })
  assert.equal((await recover(1)).status, 202)
  assert.equal((await recover(2)).status, 202, 'nothing more is to be done')
  assertRefused(
    await recover(0),
    'recovery_under_way',
    /^The webhook 1 is already being sent the events up to 3 again, and has reached 1\. Wait/,
  )
})

it('a webhook cannot go back behind events that are gone', async (app) => {
  await app.storage.events.forget(app.clock.time + 1, 2)
  const told =
    /^The oldest stored event is 3, of 2026-11-20T12:00:30\.000Z\. Recover from there with \{"sinceEventId":2\}/
  for (const body of [{ sinceEventId: 1 }, { since: '2026-11-20T12:00:00Z' }]) {
    assertRefused(await app.post('/webhooks/1/recover', body), 'invalid_body', told)
  }
  assert.equal((await app.post('/webhooks/1/recover', { sinceEventId: 2 })).status, 202)
})

it('nothing is recovered from what does not say where to begin, or says it twice', async (app) => {
  const one = /a Recovery must have exactly 1 of sinceEventId, since/
  for (const [body, told] of [
    [{}, one],
    [{ sinceEventId: 1, since: noon }, one],
    [{ sinceEventId: 'x' }, /^sinceEventId must be an integer/],
    [{ from: 1 }, /from is not a field of a Recovery/],
  ] as const) {
    assertRefused(await app.post('/webhooks/1/recover', body), 'invalid_body', told)
  }
})

/** Starts one of the two sweeps of deliveries: by age, and by number. */
const startSweep = ({ storage, clock }: TestApp, at: 0 | 1) => {
  const sweep = sweeps[at]?.start(storage.data)
  assert.ok(sweep)
  return (before: number) => sweep({ before, contactsBefore: 0, now: clock.time })
}

it('deliveries go with age, the oldest first and some at a time, and younger ones stay', async (app) => {
  await reportEvents(app, range(1, 130))
  app.clock.advance(day)
  await reportEvents(app, [131])
  const forget = startSweep(app, 0)
  assert.equal(await forget(app.clock.time - day), false)
  assert.equal(await forget(app.clock.time), true)
  assert.equal(await forget(app.clock.time), false)
  const [left, ...more] = await app.json('/webhooks/1/deliveries')
  assert.deepEqual([left.eventId, more], [131, []])
})

it('of each webhook the latest deliveries are kept, and none of a deleted one', async (app) => {
  await addWebhook(app)
  await answerPing(app, 2n)
  const last = maxSettled + 149
  for (let from = 1; from <= last; from += 250) {
    await reportEvents(app, range(from, Math.min(250, last - from + 1)))
  }
  await reportEvents(app, range(1, 30), 200, 2n)
  const sweep = startSweep(app, 1)
  const left = async (webhookId: bigint): Promise<number> => {
    while (await sweep(0)) {}
    const where = { webhookId, status: 'delivered' }
    return await app.storage.data.count({ table: deliveries, where, max: 10_000 })
  }
  assert.equal(await left(1n), maxSettled)
  const [newest] = await app.json('/webhooks/1/deliveries?sort=-id')
  assert.equal(newest.eventId, last)
  assert.equal(await left(2n), 31)
  await app.remove('/webhooks/2')
  assert.equal(await left(1n), maxSettled)
  assert.equal(await left(2n), 0)
})
