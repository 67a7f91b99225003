import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { test } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { call, errorOf } from '../helpers/http.ts'
import { assertMarked, assertRefused } from '../helpers/refusal.ts'
import { addPet } from '../helpers/storage.ts'
import { addWebhook } from '../helpers/webhooks.ts'
import { operations } from '../helpers/openapi.ts'

const paths = [
  ['/pets', 'GET, HEAD, POST, OPTIONS'],
  ['/pets/batch', 'POST, PATCH, OPTIONS'],
  ['/pets/1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ['/store/orders', 'GET, HEAD, POST, OPTIONS'],
  ['/store/orders/1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ['/store/inventory', 'GET, HEAD, OPTIONS'],
  ['/events', 'GET, HEAD, OPTIONS'],
  ['/usage', 'GET, HEAD, OPTIONS'],
  ['/usage/history', 'GET, HEAD, OPTIONS'],
  ['/webhooks', 'GET, HEAD, POST, OPTIONS'],
  ['/webhooks/1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ['/webhooks/1/ping', 'POST, OPTIONS'],
  ['/webhooks/1/secret', 'POST, OPTIONS'],
  ['/webhooks/1/recover', 'POST, OPTIONS'],
  ['/webhooks/1/deliveries', 'GET, HEAD, OPTIONS'],
  ['/webhooks/1/deliveries/1', 'GET, HEAD, OPTIONS'],
  ['/webhooks/1/deliveries/1/redeliver', 'POST, OPTIONS'],
  ['/categories', 'GET, HEAD, OPTIONS'],
  ['/categories/3', 'GET, HEAD, PUT, DELETE, OPTIONS'],
] as const

/** The methods of RFC 9110 and RFC 5789. */
const ofHttp = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE'.split(' ')

for (const [path, allow] of paths) {
  test(`OPTIONS of ${path} tells its methods, with a key or without`, async (t) => {
    const app = await startApp(t)
    for (const key of [app.key, undefined, 'nonsense']) {
      const answer = await app.call(path, { method: 'OPTIONS', key })
      assert.equal(answer.status, 204)
      assert.equal(answer.headers['allow'], allow)
      assert.equal(
        answer.headers['accept-patch'],
        allow.includes('PATCH') ? 'application/merge-patch+json, application/json' : undefined,
      )
      assert.equal(answer.text, '')
      assert.equal(answer.headers['www-authenticate'], undefined)
      assertMarked(answer)
    }
  })

  test(`${path} refuses every other method with those that it takes`, async (t) => {
    const app = await startApp(t)
    const others = METHODS.filter(
      // An answer to HEAD has no body to look into.
      (method) => !allow.split(', ').includes(method) && method !== 'CONNECT' && method !== 'HEAD',
    )
    assert.ok(others.includes('TRACE') && others.includes('PROPFIND'))
    for (const method of others) {
      const answer = await app.call(path, { method })
      const isKnown = ofHttp.includes(method)
      const message = assertRefused(
        answer,
        isKnown ? 'method_not_allowed' : 'method_not_implemented',
      )
      assert.equal(answer.headers['allow'], isKnown ? allow : undefined)
      assert.equal(message, `/v1${path} does not take ${method}; it takes ${allow}.`)
    }
  })

  if (!allow.startsWith('GET')) continue

  test(`HEAD of ${path} has the headers of GET and no body`, async (t) => {
    const app = await startApp(t)
    await addPet(app.storage, { name: 'Rex', categoryId: 3n, status: 'available' })
    await app.call('/categories/3', { method: 'PUT', body: { name: 'Dogs' } })
    await app.call('/store/orders', { method: 'POST', body: { petId: 1 } })
    await addWebhook(app)
    const get = await app.call(path)
    const head = await app.call(path, { method: 'HEAD' })
    assert.equal(head.status, 200)
    assert.equal(head.text, '')
    assertMarked(head)
    for (const name of ['content-type', 'content-length', 'link', 'deprecation', 'sunset']) {
      assert.equal(head.headers[name], get.headers[name], name)
    }
  })
}

test('HEAD of what is refused has the status and the headers of its Error', async (t) => {
  const app = await startApp(t)
  for (const [path, key, status] of [
    ['/pets', undefined, 401],
    ['/pets/404', app.key, 404],
    ['/animals', app.key, 404],
    ['/pets?limit=0', app.key, 400],
  ] as const) {
    const head = await app.call(path, { method: 'HEAD', key })
    assert.equal(head.status, status)
    assert.equal(head.text, '')
    assert.equal(head.headers['content-type'], 'application/json')
    assertMarked(head)
  }
})

test('a page beside the interface refuses methods in the same way', async (t) => {
  const app = await startApp(t)
  for (const [method, code] of [
    ['POST', 'method_not_allowed'],
    ['PROPFIND', 'method_not_implemented'],
  ] as const) {
    assert.equal(errorOf(await call(`${app.origin}/healthz`, { method })).code, code)
  }
})

test('OPTIONS of an unknown path needs a key, as all under /v1 does', async (t) => {
  const app = await startApp(t)
  const method = 'OPTIONS'
  assertRefused(await app.call('/animals', { method, key: undefined }), 'missing_api_key')
  assertRefused(await app.call('/animals', { method }), 'route_not_found')
})

test('an unknown path is answered with the paths that there are', async (t) => {
  const app = await startApp(t)
  const known = new Set(operations.map(({ path }) => `/v1${path}`))
  for (const path of ['/pets/', '/Pets', '/store', '']) {
    const message = assertRefused(await app.call(path), 'route_not_found')
    assert.ok(message.includes(`The paths are ${[...known].join(', ')}, without`), message)
  }
  const outside = errorOf(await call(`${app.origin}/pets`))
  assert.equal(
    outside.message,
    'There is no path /pets. Operations are under /v1, and /docs describes them.',
  )
})

test('OPTIONS spends from the address and is refused once that is used up', async (t) => {
  const app = await startApp(t)
  for (let n = 0; n < 60; n += 1) {
    assert.equal((await call(`${app.baseUrl}/pets`, { method: 'OPTIONS' })).status, 204)
  }
  assertRefused(await call(`${app.baseUrl}/pets`, { method: 'OPTIONS' }), 'rate_limit_exceeded')
})

test('a GET or a HEAD with a body is refused for the body, not for its bytes', async (t) => {
  const app = await startApp(t)
  const answer = await app.call('/pets', { body: {} })
  assert.equal(
    assertRefused(answer, 'malformed_request'),
    'GET takes no body (RFC 9110, 9.3.1); send it without one.',
  )
  assert.equal((await app.call('/pets', { method: 'HEAD', body: {} })).status, 400)
})
