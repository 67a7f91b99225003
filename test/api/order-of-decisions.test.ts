import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeKey } from '../../src/access/keys/key-format.ts'
import { startApp, TestClock } from '../helpers/app.ts'
import { call } from '../helpers/http.ts'
import { assertRefused } from '../helpers/refusal.ts'

/** Requests with a fault that is checked after the key and the quota. */
const laterFaults = [
  ['an unknown path', 'GET', '/animals', undefined],
  ['the base itself', 'GET', '', undefined],
  ['an unknown method', 'DELETE', '/pets', undefined],
  ['an unknown parameter', 'GET', '/pets?colour=red', undefined],
  ['a wrong body', 'POST', '/pets', '{'],
  ['a wrong media type', 'POST', '/pets', 'name=Rex'],
  ['an id that is none', 'GET', '/pets/rex', undefined],
] as const

test('a caller without a key learns nothing else', async (t) => {
  const app = await startApp(t)
  for (const [what, method, path, body] of laterFaults) {
    const answer = await app.call(path, { method, key: undefined, body })
    assertRefused(answer, 'missing_api_key')
    const forged = await app.call(path, { method, key: makeKey('staging'), body })
    assert.equal(forged.status, 401, what)
  }
})

test('a caller over the quota learns nothing else, nor does a banned one', async (t) => {
  const app = await startApp(t)
  const limits = { perMinute: laterFaults.length, perDay: 1_000 }
  const { key } = await app.addKey('enterprise', limits)
  for (let n = 0; n < limits.perMinute; n += 1) await app.call('/pets', { key })
  for (const [, method, path, body] of laterFaults) {
    assertRefused(await app.call(path, { method, key, body }), 'rate_limit_exceeded')
  }
  for (const [, method, path, body] of laterFaults) {
    assertRefused(await app.call(path, { method, key, body }), 'api_key_banned')
  }
})

test('every authenticated request spends, refused ones too, but for those answered 429', async (t) => {
  const app = await startApp(t)
  const { key } = await app.addKey('enterprise', { perMinute: 100, perDay: 1_000 })
  let remaining = 100
  for (const [, method, path, body] of laterFaults) {
    const answer = await app.call(path, { method, key, body })
    remaining -= 1
    assert.equal(answer.headers['x-ratelimit-remaining'], String(remaining))
  }
})

test('a wrong path is looked at before a wrong method, and both before parameters and body', async (t) => {
  const app = await startApp(t)
  assertRefused(await app.call('/animals?limit=0', { method: 'DELETE' }), 'route_not_found')
  assertRefused(await app.call('/pets?limit=0', { method: 'DELETE' }), 'method_not_allowed')
  assertRefused(await app.call('/pets', { method: 'PUT', body: '{' }), 'method_not_allowed')
})

test('a removed operation is gone before its parameters are looked at, and 405 stays 405', async (t) => {
  const app = await startApp(t, { clock: new TestClock('2031-01-01T00:00:00Z') })
  assertRefused(await app.call('/pets/rex?colour=red'), 'operation_removed')
  assertRefused(await app.call('/pets/1', { method: 'PUT' }), 'method_not_allowed')
})

test('outside /v1 no key is needed, and an unknown path is an Error', async (t) => {
  const app = await startApp(t)
  for (const path of ['/', '/docs', '/openapi.json', '/healthz', '/readyz']) {
    assert.equal((await call(app.origin + path)).status, 200, path)
    assert.equal((await call(app.origin + path, { method: 'HEAD' })).status, 200, path)
  }
  for (const path of ['/pets', '/v1x', '/V1/pets', '/favicon.ico', '/v2/pets']) {
    const answer = await call(app.origin + path)
    assert.equal(answer.status, 404, path)
    assert.equal(answer.headers['content-type'], 'application/json')
    assert.ok(answer.headers['x-request-id'])
    assert.equal(JSON.parse(answer.text).code, 'route_not_found')
  }
  const answer = await call(`${app.origin}/healthz`, { method: 'POST' })
  assert.equal(answer.status, 405)
  assert.equal(answer.headers['allow'], 'GET, HEAD, OPTIONS')
})
