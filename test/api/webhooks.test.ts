import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rotateKey } from '../../src/access/keys/life-cycle.ts'
import { it } from '../helpers/app.ts'
import type { Answer } from '../helpers/http.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addWebhook, answerPing, hookUrl } from '../helpers/webhooks.ts'

const shownOf = ({ text }: Answer) => JSON.parse(text)

it('a webhook is added with a secret, which no later answer has, and gets another while the one before signs too', async (app) => {
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
  assert.deepEqual(await app.json('/webhooks/1'), webhook)
  assert.deepEqual(await app.json('/webhooks'), [webhook])
  const { secret: next, ...renewed } = shownOf(await app.post('/webhooks/1/secret'))
  assert.match(next, /^whsec_/)
  assert.deepEqual(renewed, { ...webhook, previousSecretUntil: '2026-11-21T12:00:30.000Z' })
  assert.deepEqual(await app.json('/webhooks/1'), renewed)
  const { secret: other } = shownOf(await addWebhook(app))
  assert.equal(new Set([secret, next, other]).size, 3)
})

const ownSecret = (bytes: number): string => `whsec_${randomBytes(bytes).toString('base64')}`

it('a webhook signs with a secret of one’s own, of 24 to 64 bytes', async (app) => {
  for (const bytes of [24, 25, 64]) {
    const secret = ownSecret(bytes)
    const headers = { 'Idempotency-Key': `k-${bytes}` }
    assert.equal(shownOf(await addWebhook(app, { secret }, { headers })).secret, secret)
    const again = await addWebhook(app, { secret }, { headers })
    assert.deepEqual([again.status, shownOf(again).secret], [201, undefined])
    const other = await addWebhook(app, { secret: ownSecret(24) }, { headers })
    assertRefused(other, 'idempotency_key_reused')
  }
  const [short, cut] = [ownSecret(24).slice(6), ownSecret(25).slice(0, -1)]
  for (const secret of [...[23, 65, 66].map(ownSecret), 'whsec_', short, cut]) {
    const refused = await addWebhook(app, { secret })
    const message = assertRefused(refused, 'invalid_body', /secret .*24 to 64 bytes/)
    assert.ok(secret.length < 10 || !message.includes(secret.slice(6)))
  }
})

it('the keys of one chain have ten webhooks together, and one that is deleted makes room', async (app) => {
  const { key, record } = await app.addKey('free')
  const made = await Promise.all(Array.from({ length: 16 }, () => addWebhook(app, {}, { key })))
  const [refused, taken] = [409, 201].map((wanted) =>
    made.filter(({ status }) => status === wanted),
  )
  assert.deepEqual([refused?.length, taken?.length], [6, 10])
  const limit = /have 10 webhooks, which is the limit/
  for (const answer of refused ?? []) assertRefused(answer, 'webhook_limit_reached', limit)
  assert.equal((await addWebhook(app)).status, 201)
  const { keys } = app.storage
  const rotated = await rotateKey(keys, record, 'staging', 60_000, app.clock.time)
  assert.equal((await app.json('/webhooks', { key: rotated.key })).length, 10)
  assert.equal((await app.remove('/webhooks/3', { key: rotated.key })).status, 204)
  assert.equal((await addWebhook(app, {}, { key: rotated.key })).status, 201)
})

it('a webhook of another key is not found, in whatever way it is asked for', async (app) => {
  await addWebhook(app)
  await answerPing(app)
  const before = await app.json('/webhooks/1')
  const { key } = await app.addKey('business')
  for (const [method, path, body, headers = {}] of [
    ['GET', ''],
    ['PATCH', '', { description: 'Mine' }],
    ['PATCH', '', {}, { 'If-Match': '"a"' }],
    ['DELETE', ''],
    ['POST', '/ping'],
    ['POST', '/secret'],
    ['POST', '/recover', { sinceEventId: 0 }],
    ['GET', '/deliveries'],
    ['GET', '/deliveries/1'],
    ['POST', '/deliveries/1/redeliver'],
  ] as const) {
    const answer = await app.call(`/webhooks/1${path}`, { key, method, body, headers })
    assertRefused(answer, 'webhook_not_found', /^You have no webhook with the id 1\.$/)
  }
  assert.equal((await app.call('/webhooks/1', { key, method: 'HEAD' })).status, 404)
  assert.equal((await app.call('/webhooks', { key })).text, '[]')
  assert.deepEqual(await app.json('/webhooks/1'), before)
})

it('a webhook has a URL that may be called, kept as it is sent, and others are refused', async (app) => {
  for (const url of ['https://2130706433:8080/', 'http://127.0.0.1:9000/']) {
    assert.equal(shownOf(await addWebhook(app, { url })).url, url)
  }
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
    ['https://shop.example:99999/', /^url is not a URL: its host or its port cannot be read\.$/],
    ['https://[::1/', /^url is not a URL/],
    ['https://shop.example:0/', /^url has the port 0, .*leave it out for the port 443\.$/],
    ['https://%00.example/', /^url is not a URL/],
    ['https://10.0.0.7/', /^url must lead to a public address\.$/],
    [17, /^url must be a string, not 17/],
    [null, /^url must be a string, not null/],
  ] as const) {
    assertRefused(await addWebhook(app, { url }), 'invalid_body', message)
    assertRefused(await app.patch('/webhooks/1', { url }), 'invalid_body', message)
  }
  assert.equal((await app.json('/webhooks')).length, 2)
})

it('types are named once each, and an empty array of them sends all again', async (app) => {
  const types = ['pet.updated', 'pet.created', 'pet.updated']
  const message = /^types\[2\] repeats "pet\.updated"; name each once\.$/
  assertRefused(await addWebhook(app, { types }), 'invalid_body', message)
  await addWebhook(app, { types: ['pet.updated'] })
  assertRefused(await app.patch('/webhooks/1', { types }), 'invalid_body', message)
  const widened = await app.patch('/webhooks/1', { types: [] })
  assert.equal('types' in shownOf(widened), false)
  assert.deepEqual(await app.json('/webhooks/1'), shownOf(widened))
  // Nothing is left to change.
  const again = await app.patch('/webhooks/1', { types: [] })
  assert.equal(again.headers.etag, widened.headers.etag)
})
