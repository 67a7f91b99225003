import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { rotateKey } from '../../src/access/keys/life-cycle.ts'
import { startApp, type TestApp, temporaryFolder } from '../helpers/app.ts'
import { type Answer, call } from '../helpers/http.ts'
import { needsFile } from '../helpers/postgres-places.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addWebhook, answerPing, hookUrl } from '../helpers/webhooks.ts'

const shownOf = ({ text }: Answer) => JSON.parse(text)

const read = async (app: TestApp, id = 1): Promise<Record<string, unknown>> =>
  shownOf(await app.call(`/webhooks/${id}`))

const tagOf = ({ headers }: Answer): string => headers.etag ?? assert.fail('There is no ETag.')

test('a webhook is added with a secret, which no later answer has', async (t) => {
  const app = await startApp(t)
  const body = { types: ['pet.updated', 'order.placed'], description: 'Stock ' }
  const created = await addWebhook(app, body)
  assert.equal(created.status, 201)
  const { secret, ...webhook } = shownOf(created)
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.deepEqual(webhook, {
    id: 1,
    url: hookUrl,
    ...body,
    state: 'unverified',
    reason: 'No ping was answered yet.',
    createdAt: '2026-11-20T12:00:30.000Z',
  })
  assert.equal(created.headers['cache-control'], 'no-store')
  const place = created.headers.location ?? ''
  assert.equal(place, `${app.baseUrl}/webhooks/1`)
  const single = await call(place, { key: app.key })
  assert.deepEqual(shownOf(single), webhook)
  assert.equal(tagOf(single), tagOf(created))
  assert.deepEqual(shownOf(await app.call('/webhooks')), [webhook])
  assert.notEqual(shownOf(await addWebhook(app)).secret, secret)
})

test('a webhook signs with a secret of one’s own, of 24 to 64 bytes', async (t) => {
  const app = await startApp(t)
  const own = (bytes: number): string => `whsec_${randomBytes(bytes).toString('base64')}`
  for (const bytes of [24, 25, 64]) {
    const secret = own(bytes)
    const headers = { 'Idempotency-Key': `k-${bytes}` }
    assert.equal(shownOf(await addWebhook(app, { secret }, { headers })).secret, secret)
    const again = await addWebhook(app, { secret }, { headers })
    assert.deepEqual([again.status, shownOf(again).secret], [201, undefined])
    assertRefused(await addWebhook(app, { secret: own(24) }, { headers }), 'idempotency_key_reused')
  }
  for (const secret of [
    own(23),
    own(65),
    own(66),
    'whsec_',
    own(24).slice(6),
    own(25).slice(0, -1),
  ]) {
    const message = assertRefused(await addWebhook(app, { secret }), 'invalid_body')
    assert.match(message, /secret .*24 to 64 bytes/)
    assert.ok(secret.length < 10 || !message.includes(secret.slice(6)))
  }
})

test('no file of the store has a secret, and no observation', { skip: needsFile }, async (t) => {
  const dataDir = temporaryFolder(t)
  const app = await startApp(t, { dataDir })
  const headers = { 'Idempotency-Key': 'a' }
  const secrets = [
    shownOf(await addWebhook(app, {}, { headers })).secret,
    shownOf(await addWebhook(app, { secret: `whsec_${randomBytes(32).toString('base64')}` }))
      .secret,
    shownOf(await app.post('/webhooks/1/secret')).secret,
  ].map((secret: string) => secret.replace('whsec_', ''))
  const kept = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name)))
  const seen = JSON.stringify(app.observations)
  // A control: what is not secret is there.
  assert.ok(kept.some((bytes) => bytes.includes(hookUrl)))
  for (const secret of secrets) {
    assert.equal(secret.length, 44)
    assert.ok(!kept.some((bytes) => bytes.includes(secret)), 'a file has a secret as text')
    const raw = Buffer.from(secret, 'base64')
    assert.ok(!kept.some((bytes) => bytes.includes(raw)), 'a file has the bytes of a secret')
    assert.ok(!seen.includes(secret))
  }
})

test('a new secret is told with the time until which the one before signs too', async (t) => {
  const app = await startApp(t)
  await addWebhook(app)
  const renewed = await app.post('/webhooks/1/secret')
  assert.equal(renewed.status, 201)
  const { secret, ...webhook } = shownOf(renewed)
  assert.match(secret, /^whsec_/)
  assert.equal(webhook.previousSecretUntil, '2026-11-21T12:00:30.000Z')
  assert.deepEqual(await read(app), webhook)
})

test('a type that is repeated is refused by its place and its name', async (t) => {
  const app = await startApp(t)
  const types = ['pet.updated', 'pet.created', 'pet.updated']
  const message = /^types\[2\] repeats "pet\.updated"; name each once\.$/
  assertRefused(await addWebhook(app, { types }), 'invalid_body', message)
  await addWebhook(app)
  const changed = await app.patch('/webhooks/1', { types })
  assertRefused(changed, 'invalid_body', message)
})

test('a webhook for some types is sent all again after a patch with an empty array', async (t) => {
  const app = await startApp(t)
  await addWebhook(app, { types: ['pet.updated'] })
  const widen = async (): Promise<Answer> => await app.patch('/webhooks/1', { types: [] })
  const widened = await widen()
  assert.equal(widened.status, 200)
  assert.equal('types' in shownOf(widened), false)
  assert.deepEqual(await read(app), shownOf(widened))
  // Nothing is left to change.
  assert.equal(tagOf(await widen()), tagOf(widened))
})

test('the keys of one chain have ten webhooks together, and one that is deleted makes room', async (t) => {
  const app = await startApp(t)
  const made = await Promise.all(Array.from({ length: 16 }, async () => await addWebhook(app)))
  assert.equal(made.filter(({ status }) => status === 201).length, 10)
  for (const answer of made.filter(({ status }) => status !== 201)) {
    assertRefused(answer, 'webhook_limit_reached', /have 10 webhooks, which is the limit/)
  }
  const other = await app.addKey('free')
  assert.equal((await addWebhook(app, {}, { key: other.key })).status, 201)
  assert.equal((await app.remove('/webhooks/3')).status, 204)
  assert.equal((await addWebhook(app)).status, 201)
})

test('a rotated key has the webhooks of the key before it', async (t) => {
  const app = await startApp(t)
  const first = await app.addKey('free')
  await addWebhook(app, {}, { key: first.key })
  const { keys } = app.storage
  const { key } = await rotateKey(keys, first.record, 'staging', 60_000, app.clock.time)
  assert.equal((await app.call('/webhooks/1', { key })).status, 200)
  assert.equal(shownOf(await app.call('/webhooks', { key })).length, 1)
})

test('a webhook of another key is not found, in whatever way it is asked for', async (t) => {
  const app = await startApp(t)
  await addWebhook(app)
  await answerPing(app)
  const before = await read(app)
  const { key } = await app.addKey('business')
  const post = { method: 'POST', key }
  for (const [path, options] of [
    ['/webhooks/1', { key }],
    ['/webhooks/1', { key, method: 'HEAD' }],
    ['/webhooks/1', { key, method: 'PATCH', body: { description: 'Mine' } }],
    ['/webhooks/1', { key, method: 'PATCH', body: {}, headers: { 'If-Match': '"a"' } }],
    ['/webhooks/1', { key, method: 'DELETE' }],
    ['/webhooks/1/ping', post],
    ['/webhooks/1/secret', post],
    ['/webhooks/1/recover', { ...post, body: { sinceEventId: 0 } }],
    ['/webhooks/1/deliveries', { key }],
    ['/webhooks/1/deliveries/1', { key }],
    ['/webhooks/1/deliveries/1/redeliver', post],
  ] as const) {
    const answer = await app.call(path, options)
    assert.equal(answer.status, 404)
    if (answer.method !== 'HEAD') {
      assertRefused(answer, 'webhook_not_found', /^You have no webhook with the id 1\.$/)
    }
  }
  assert.equal((await app.call('/webhooks', { key })).text, '[]')
  assert.deepEqual(await read(app), before)
})

for (const [url, message] of [
  ['shop.example/hooks', /^url must have the form https:\/\/host\/path/],
  ['ftp://shop.example/', /^url must have the form/],
  ['HTTPS://shop.example/', /^url must have the form/],
  ['https://ann:word@shop.example/', /no user name/],
  ['https://ann@shop.example/', /no user name/],
  ['https://shop.example\\@10.0.0.1/', /^url must have the form/],
  ['https://shop.example/#part', /no #fragment/],
  ['https://shop.example/a b', /visible ASCII/],
  ['https://shöp.example/', /visible ASCII/],
  [`https://shop.example/${'a'.repeat(1_980)}`, /9 to 2000 characters, not of 2001/],
  ['https://', /9 to 2000 characters/],
  ['https://shop.example:99999/', /^url is no URL: its host or its port cannot be read\.$/],
  ['https://[::1/', /^url is no URL/],
  ['https://shop.example:0/', /^url has the port 0, .*leave it out for the port 443\.$/],
  ['https://%00.example/', /^url is no URL/],
  ['https://10.0.0.7/', /^url must lead to a public address\.$/],
  ['https://0xa9fea9fe/', /^url must lead to a public address\.$/],
  ['https://2130706433:8080/', undefined],
  ['https://[::ffff:10.0.0.7]/', /^url must lead to a public address\.$/],
  ['https://[fd00::1]/', /^url must lead to a public address\.$/],
  ['https://localhost/', /^url must lead to a public address\.$/],
  ['http://127.0.0.1:9000/', undefined],
  ['http://10.0.0.7/', /^url must /],
  [17, /^url must be a string, not 17/],
  [null, /^url must be a string, not null/],
] as const) {
  test(`a webhook at ${String(url).slice(0, 40)} is ${message === undefined ? 'taken' : 'refused'}`, async (t) => {
    const app = await startApp(t)
    const answer = await addWebhook(app, { url })
    if (message === undefined) {
      assert.equal(answer.status, 201, answer.text)
      // Kept exactly as sent.
      assert.equal(shownOf(answer).url, url)
      return
    }
    assertRefused(answer, 'invalid_body', message)
    await addWebhook(app)
    const patch = { method: 'PATCH', body: { url } }
    assertRefused(await app.call('/webhooks/1', patch), 'invalid_body', message)
    assert.equal(shownOf(await app.call('/webhooks')).length, 1)
  })
}

test('a patch changes what it names, and with another URL a ping is due', async (t) => {
  const app = await startApp(t)
  await addWebhook(app, { types: ['pet.updated'] })
  await answerPing(app)
  const before = await app.call('/webhooks/1')
  assert.equal(shownOf(before).state, 'enabled')
  const patch = async (body: object): Promise<Answer> => await app.patch('/webhooks/1', body)
  const changed = await patch({ description: 'Stock', types: ['order.placed'] })
  assert.equal(changed.status, 200)
  assert.deepEqual(shownOf(changed), {
    ...shownOf(before),
    description: 'Stock',
    types: ['order.placed'],
  })
  const moved = shownOf(await patch({ url: `${hookUrl}/2` }))
  assert.deepEqual([moved.state, moved.url], ['unverified', `${hookUrl}/2`])
  const [ping, pending] = shownOf(await app.call('/webhooks/1/deliveries'))
  assert.deepEqual(
    [ping.status, pending.status, pending.type],
    ['delivered', 'pending', 'webhook.ping'],
  )
  await answerPing(app)
  assert.equal((await read(app))['state'], 'enabled')
})

test('a webhook that is deleted is gone with its deliveries, and its id never comes back', async (t) => {
  const app = await startApp(t)
  await addWebhook(app)
  assert.equal((await app.remove('/webhooks/1')).status, 204)
  for (const path of ['', '/deliveries', '/deliveries/1']) {
    assertRefused(await app.call(`/webhooks/1${path}`), 'webhook_not_found')
  }
  assert.equal(shownOf(await addWebhook(app)).id, 2)
})
