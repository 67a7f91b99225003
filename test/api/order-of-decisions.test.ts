import assert from 'node:assert/strict'
import { makeKey } from '../../src/access/keys/key-format.ts'
import { it } from '../helpers/app.ts'
import { call, errorOf } from '../helpers/http.ts'
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

it('a caller without a key learns nothing else', async (app) => {
  for (const [what, method, path, body] of laterFaults) {
    const answer = await app.call(path, { method, key: undefined, body })
    assertRefused(answer, 'missing_api_key')
    const forged = await app.call(path, { method, key: makeKey('staging'), body })
    assert.equal(forged.status, 401, what)
  }
})

it('every authenticated request spends, refused ones too; over the quota a caller learns nothing else, and spends nothing, nor does a banned one', async (app) => {
  const limit = laterFaults.length
  const { key } = await app.addKey('enterprise', { perMinute: limit, perDay: 1_000 })
  for (const [at, [, method, path, body]] of laterFaults.entries()) {
    const answer = await app.call(path, { method, key, body })
    assert.equal(answer.headers['x-ratelimit-remaining'], String(limit - at - 1))
  }
  for (const code of ['rate_limit_exceeded', 'api_key_banned'] as const) {
    for (const [, method, path, body] of laterFaults) {
      assertRefused(await app.call(path, { method, key, body }), code)
    }
  }
  assert.equal((await app.json('/usage', { key })).windows[1].used, limit)
})

it('a wrong path is looked at before a wrong method, and both before parameters and body', async (app) => {
  assertRefused(await app.remove('/animals?limit=0'), 'route_not_found')
  assertRefused(await app.remove('/pets?limit=0'), 'method_not_allowed')
  assertRefused(await app.put('/pets', '{'), 'method_not_allowed')
})

it('outside /v1 no key is needed, and an unknown path is an Error', async (app) => {
  for (const path of ['/', '/docs', '/openapi.json', '/healthz', '/readyz']) {
    assert.equal((await call(app.origin + path)).status, 200, path)
    assert.equal((await call(app.origin + path, { method: 'HEAD' })).status, 200, path)
  }
  for (const path of ['/pets', '/v1x', '/V1/pets', '/favicon.ico', '/v2/pets']) {
    const answer = await call(app.origin + path)
    assert.deepEqual([answer.status, errorOf(answer).code], [404, 'route_not_found'], path)
  }
  for (const [method, status, code] of [
    ['POST', 405, 'method_not_allowed'],
    ['PROPFIND', 501, 'method_not_implemented'],
  ] as const) {
    const answer = await call(`${app.origin}/healthz`, { method })
    assert.deepEqual([answer.status, errorOf(answer).code], [status, code])
    assert.equal(answer.headers['allow'], status === 405 ? 'GET, HEAD, OPTIONS' : undefined)
  }
})
