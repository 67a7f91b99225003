import assert from 'node:assert/strict'
import { makeKey } from '../../src/access/keys/key-format.ts'
import { scopesOf } from '../../src/access/keys/scopes.ts'
import { it } from '../helpers/app.ts'
import { call, errorOf } from '../helpers/http.ts'
import { assertRefused } from '../helpers/refusal.ts'

/** Requests with a fault that is checked after the key and the quota, and the code of those that need no scope. */
const laterFaults = [
  ['an unknown path', 'DELETE', '/animals?limit=0', undefined, 'route_not_found'],
  ['the base itself', 'GET', '', undefined, 'route_not_found'],
  ['an unknown method', 'DELETE', '/pets?limit=0', undefined, 'method_not_allowed'],
  ['another method', 'PUT', '/pets', '{', 'method_not_allowed'],
  ['an unknown parameter', 'GET', '/pets?colour=red', undefined],
  ['a wrong body', 'POST', '/pets', '{'],
  ['a body that is too large', 'POST', '/pets', 'a'.repeat(70_000)],
  ['a wrong media type', 'POST', '/pets', 'name=Rex'],
  ['an id that is none', 'GET', '/pets/rex', undefined],
  ['an id of nothing', 'DELETE', '/pets/404', undefined],
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

it('a key that lacks the scope is refused after its quota, path and method, and before the rest', async (app) => {
  const { key } = await app.addKey('enterprise', undefined, undefined, scopesOf(['orders:read']))
  for (const [at, fault] of laterFaults.entries()) {
    const [, method, path, body, code = 'insufficient_scope'] = fault
    const answer = await app.call(path, { method, key, body })
    assertRefused(answer, code)
    assert.equal(answer.headers['x-ratelimit-remaining'], `${999_999 - at}`)
  }
  const ends = app.clock.time + 1_000
  const limits = { perMinute: 1, perDay: 9 }
  const short = await app.addKey('enterprise', limits, ends, scopesOf(['orders:read']))
  const ask = async () => await app.call('/pets', { key: short.key })
  const expected = ['insufficient_scope', 'rate_limit_exceeded', 'api_key_banned'] as const
  for (const code of expected) assertRefused(await ask(), code)
  app.clock.advance(1_000)
  assertRefused(await ask(), 'invalid_api_key')
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
