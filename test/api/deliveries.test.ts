import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { maxSettled, sweeps } from '../../src/resources/webhooks/retention.ts'
import { deliveries, webhookProgress } from '../../src/resources/webhooks/table.ts'
import { startApp, temporaryFolder, type TestApp } from '../helpers/app.ts'
import { type Answer, call, type Call, linkOf } from '../helpers/http.ts'
import { idsOn } from '../helpers/pages.ts'
import { needsFile } from '../helpers/postgres-places.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addWebhook, answered, answerPing, report } from '../helpers/webhooks.ts'

const shownOf = ({ text }: Answer) => JSON.parse(text)

const post = async (app: TestApp, path: string, options: Call = {}): Promise<Answer> =>
  await app.post(path, undefined, { ...options })

const noon = '2026-11-20T12:00:30.000Z'

const addPet = async (app: TestApp): Promise<void> => {
  const body = { name: 'Rex', categoryId: 3 }
  assert.equal((await post(app, '/pets', { body })).status, 201)
}

/** A webhook that is enabled, and events 1 to 3. */
const appWithEvents = async (t: TestContext, dataDir = temporaryFolder(t)): Promise<TestApp> => {
  const app = await startApp(t, { dataDir })
  await addWebhook(app)
  await answerPing(app)
  for (let n = 0; n < 3; n += 1) await addPet(app)
  return app
}

const pet = (eventId: bigint) => ({ eventId, type: 'pet.created' })

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
  const listed = await app.call('/webhooks/1/deliveries')
  assert.deepEqual(shownOf(listed), [ping])
  assert.equal(linkOf(listed, 'first'), `${app.baseUrl}/webhooks/1/deliveries?limit=20`)
  await answerPing(app, 1n, 500)
  const { nextAttemptAt: _, ...done } = ping
  assert.deepEqual(shownOf(await app.call('/webhooks/1/deliveries/1')), {
    ...done,
    status: 'failed',
    attempts: [{ at: noon, duration: 87, status: 500, body: 'ok' }],
  })
  assert.deepEqual(
    shownOf(await app.call('/webhooks/1')).reason,
    `The ping at ${noon} was answered with the status 500.`,
  )
})

test('a ping is asked for, one at a time, and its delivery is where the answer says', async (t) => {
  const app = await startApp(t)
  await addWebhook(app)
  await answerPing(app)
  const asked = await post(app, '/webhooks/1/ping')
  assert.equal(asked.status, 202)
  assert.equal(shownOf(asked).id, 2)
  const place = asked.headers.location ?? ''
  assert.equal(place, `${app.baseUrl}/webhooks/1/deliveries/2`)
  assert.equal((await call(place, { key: app.key })).text, asked.text)
  assert.equal((await post(app, '/webhooks/1/ping')).text, asked.text)
  await answerPing(app)
  assert.equal(shownOf(await post(app, '/webhooks/1/ping')).id, 3)
})

test('deliveries come in pages, by their status, and the newest first if asked', async (t) => {
  const app = await appWithEvents(t)
  await report(app, 1n, [
    { ...pet(1n), ...answered(app, 200) },
    { ...pet(2n), ...answered(app, 503), retryAfter: 60_000 },
    { ...pet(3n), ...answered(app, 200) },
  ])
  const idsOf = (query: string) => idsOn(app, `/webhooks/1/deliveries?${query}`)
  for (const limit of [1, 2, 20]) {
    assert.deepEqual(await idsOf(`limit=${limit}`), [1, 2, 3, 4])
    assert.deepEqual(await idsOf(`limit=${limit}&sort=-id`), [4, 3, 2, 1])
    assert.deepEqual(await idsOf(`limit=${limit}&status=delivered`), [1, 2, 4])
    assert.deepEqual(await idsOf(`limit=${limit}&status=pending,failed`), [3])
  }
  const [pending] = shownOf(await app.call('/webhooks/1/deliveries?status=pending'))
  assert.equal(pending.eventId, 2)
  assert.equal(pending.nextAttemptAt, '2026-11-20T12:01:30.000Z')
  for (const query of ['status=lost', 'sort=id', 'eventId=1', 'cursor=x']) {
    assertRefused(await app.call(`/webhooks/1/deliveries?${query}`), 'invalid_parameter')
  }
})

test('a delivery of another webhook is not found', async (t) => {
  const app = await startApp(t)
  await addWebhook(app)
  await addWebhook(app)
  for (const [path, method] of [
    ['/webhooks/1/deliveries/2', 'GET'],
    ['/webhooks/1/deliveries/2/redeliver', 'POST'],
    ['/webhooks/1/deliveries/404', 'GET'],
    ['/webhooks/1/deliveries/404/redeliver', 'POST'],
  ] as const) {
    const answer = await app.call(path, { method })
    assertRefused(answer, 'delivery_not_found', /^The webhook 1 has no delivery with the id /)
  }
  const head = await app.call('/webhooks/1/deliveries/2', { method: 'HEAD' })
  assert.equal(head.status, 404)
})

test('a message is sent again on request, whatever became of it', async (t) => {
  const app = await appWithEvents(t)
  const outcome = { ...pet(1n), ...answered(app, 200) }
  await report(app, 1n, [outcome])
  app.clock.advance(1_000)
  const asked = await post(app, '/webhooks/1/deliveries/2/redeliver')
  assert.equal(asked.status, 202)
  const delivery = shownOf(asked)
  assert.equal(delivery.status, 'pending')
  assert.equal(delivery.nextAttemptAt, '2026-11-20T12:00:31.000Z')
  assert.equal(delivery.attempts.length, 1)
  assert.equal(asked.headers.location, `${app.baseUrl}/webhooks/1/deliveries/2`)
  assert.deepEqual(shownOf(await app.call('/webhooks/1/deliveries/2')), delivery)
})

test('a webhook that is sent nothing tells why, and how it is enabled', async (t) => {
  const app = await startApp(t)
  await addWebhook(app)
  const recover = { body: { sinceEventId: 0 } }
  assertRefused(
    await post(app, '/webhooks/1/recover', recover),
    'webhook_disabled',
    /^The webhook 1 is unverified \(No ping was answered yet\), so it is sent nothing but pings\. Send one: POST \/webhooks\/1\/ping\./,
  )
  await answerPing(app)
  await addPet(app)
  await report(app, 1n, [{ ...pet(1n), ...answered(app, 410) }])
  const gone = /^The webhook 1 is disabled \(The receiver answered with the status 410 \(Gone\) at /
  assertRefused(await post(app, '/webhooks/1/recover', recover), 'webhook_disabled', gone)
  const again = await post(app, '/webhooks/1/deliveries/2/redeliver')
  assertRefused(again, 'webhook_disabled', gone)
})

for (const [body, from] of [
  [{ sinceEventId: 9 }, 4n],
  [{ since: '2026-11-20T14:00:30Z' }, 2n],
  [{ since: '2026-11-20T14:30:00+00:00' }, 3n],
  [{ sinceEventId: 1 }, 1n],
  [{ since: '2020-01-01T00:00:00Z' }, 0n],
] as const) {
  test(`a webhook goes back by ${JSON.stringify(body)}, and never forward`, async (t) => {
    const app = await startApp(t)
    for (let n = 0; n < 4; n += 1) {
      await addPet(app)
      app.clock.advance(3_600_000)
    }
    await addWebhook(app)
    await answerPing(app)
    const answer = await post(app, '/webhooks/1/recover', { body })
    assert.equal(answer.status, 202)
    assert.equal(shownOf(answer).state, 'enabled')
    const progress = await app.storage.whole.find(webhookProgress, 1n)
    assert.equal(progress?.row.position, from)
  })
}

test('one recovery of a webhook is under way: going further back is refused until it is through', async (t) => {
  const app = await appWithEvents(t)
  await report(
    app,
    1n,
    [1n, 2n, 3n].map((id) => ({ ...pet(id), ...answered(app, 200) })),
  )
  const recover = async (sinceEventId: number): Promise<Answer> =>
    await post(app, '/webhooks/1/recover', { body: { sinceEventId } })
  assert.equal((await recover(1)).status, 202)
  assert.equal((await recover(2)).status, 202, 'nothing more is to be done')
  assertRefused(
    await recover(0),
    'recovery_under_way',
    /^The webhook 1 is being sent the events up to 3 again already, and has come to 1\. Wait/,
  )
})

test('a webhook cannot go back behind events that are gone', { skip: needsFile }, async (t) => {
  const dataDir = temporaryFolder(t)
  const app = await appWithEvents(t, dataDir)
  const database = new DatabaseSync(join(dataDir, 'staging.sqlite'))
  database.exec('DELETE FROM events WHERE id < 3')
  database.close()
  await app.storage.poll()
  for (const body of [{ sinceEventId: 1 }, { since: '2026-11-20T12:00:00Z' }]) {
    const answer = await post(app, '/webhooks/1/recover', { body })
    assertRefused(
      answer,
      'invalid_body',
      /^The oldest stored event is 3, of 2026-11-20T12:00:30\.000Z\. Recover from there with \{"sinceEventId":2\}/,
    )
  }
  assert.equal((await post(app, '/webhooks/1/recover', { body: { sinceEventId: 2 } })).status, 202)
})

const one = /a Recovery must have exactly 1 of sinceEventId, since/
for (const [body, told] of [
  [{}, one],
  [{ sinceEventId: 1, since: noon }, one],
  [{ sinceEventId: 'x' }, /^sinceEventId must be an integer/],
  [{ from: 1 }, /from is not a field of a Recovery/],
] as const) {
  test(`nothing is recovered from ${JSON.stringify(body)}`, async (t) => {
    const app = await appWithEvents(t)
    assertRefused(await post(app, '/webhooks/1/recover', { body }), 'invalid_body', told)
  })
}

test('deliveries go with age, the oldest first and some at a time, and younger ones stay', async (t) => {
  const app = await startApp(t)
  const { data } = app.storage
  await addWebhook(app)
  await answerPing(app)
  const outcomes = Array.from({ length: 130 }, (_, n) => ({
    ...pet(BigInt(n + 1)),
    ...answered(app, 200),
  }))
  await report(app, 1n, outcomes)
  app.clock.advance(86_400_000)
  await report(app, 1n, [{ ...pet(131n), ...answered(app, 200) }])
  const [byAge] = sweeps
  const sweep = byAge?.start(data)
  assert.ok(sweep)
  const forget = async (before: number): Promise<boolean> =>
    await sweep({ before, contactsBefore: 0, now: app.clock.time })
  assert.equal(await forget(app.clock.time - 86_400_000), false)
  assert.equal(await forget(app.clock.time), true)
  assert.equal(await forget(app.clock.time), false)
  const left = shownOf(await app.call('/webhooks/1/deliveries'))
  assert.deepEqual(
    left.map(({ eventId }: { eventId: number }) => eventId),
    [131],
  )
})

test('of each webhook the latest deliveries are kept, and none of a deleted one', async (t) => {
  const app = await startApp(t)
  const { data } = app.storage
  for (const id of [1n, 2n]) {
    await addWebhook(app)
    await answerPing(app, id)
  }
  const outcomes = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => ({
      ...pet(BigInt(from + n)),
      ...answered(app, 200),
    }))
  for (let from = 1; from < maxSettled + 150; from += 250) {
    const to = Math.min(from + 250, maxSettled + 150)
    await report(app, 1n, outcomes(from, to))
  }
  await report(app, 2n, outcomes(1, 31))
  const [, byNumber] = sweeps
  const sweep = byNumber?.start(data)
  assert.ok(sweep)
  const all = async (): Promise<void> => {
    while (await sweep({ before: 0, contactsBefore: 0, now: app.clock.time })) {}
  }
  const left = async (id: bigint): Promise<number> =>
    await data.count({
      table: deliveries,
      where: { webhookId: id, status: 'delivered' },
      max: 10_000,
    })
  await all()
  assert.equal(await left(1n), maxSettled)
  const [newest] = shownOf(await app.call('/webhooks/1/deliveries?sort=-id'))
  assert.equal(newest.eventId, maxSettled + 149)
  assert.equal(await left(2n), 31)
  await app.remove('/webhooks/2')
  await all()
  assert.equal(await left(1n), maxSettled)
  assert.equal(await left(2n), 0)
})
