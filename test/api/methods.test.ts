import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { test } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { call, errorOf } from '../helpers/http.ts'
import { assertMarked, assertRefused } from '../helpers/refusal.ts'
import { addPet } from '../helpers/storage.ts'
import { addWebhook } from '../helpers/webhooks.ts'
import { operations } from '../helpers/openapi.ts'

/** The methods of RFC 9110 and RFC 5789. */
const ofHttp = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE'.split(' ')

/** Each path of the document, of the first of what it names, with its methods in the order of `Allow`. */
const paths = Object.entries(Object.groupBy(operations, ({ path }) => path)).map(
  ([path, all = []]) => {
    const known = new Set(all.map(({ method }) => method.toUpperCase()).concat('OPTIONS'))
    if (known.has('GET')) known.add('HEAD')
    return [path.replaceAll(/\{\w+\}/g, '1'), ofHttp.filter((method) => known.has(method))] as const
  },
)

test('OPTIONS of a path tells its methods, and every other is refused with those that it takes', async (t) => {
  for (const [path, methods] of paths) {
    const app = await startApp(t)
    const allow = methods.join(', ')
    for (const key of [app.key, undefined, 'nonsense']) {
      const answer = await app.call(path, { method: 'OPTIONS', key })
      const { 'accept-patch': patch, 'www-authenticate': challenge, ...headers } = answer.headers
      assert.deepEqual([answer.status, headers.allow, answer.text], [204, allow, ''], path)
      const types = 'application/merge-patch+json, application/json'
      assert.equal(patch, methods.includes('PATCH') ? types : undefined)
      assert.equal(challenge, undefined)
      assertMarked(answer)
    }
    // An answer to HEAD has no body to look into.
    const others = METHODS.filter((each) => !['CONNECT', 'HEAD', ...methods].includes(each))
    assert.ok(others.includes('TRACE') && others.includes('PROPFIND'))
    for (const method of others) {
      const answer = await app.call(path, { method })
      const isKnown = ofHttp.includes(method)
      const code = isKnown ? 'method_not_allowed' : 'method_not_implemented'
      const message = assertRefused(answer, code)
      assert.equal(answer.headers['allow'], isKnown ? allow : undefined)
      assert.equal(message, `/v1${path} does not take ${method}; it takes ${allow}.`)
    }
    await app.close()
  }
})

test('HEAD has the headers of GET and no body', async (t) => {
  const app = await startApp(t)
  await addPet(app.storage, { name: 'Rex', categoryId: 3n, status: 'available' })
  await app.call('/categories/1', { method: 'PUT', body: { name: 'Dogs' } })
  await app.call('/store/orders', { method: 'POST', body: { petId: 1 } })
  await app.call('/contacts', { method: 'POST', body: { name: 'Jo' } })
  await addWebhook(app)
  let compared = 0
  for (const [path] of paths.filter(([, methods]) => methods.includes('GET'))) {
    const get = await app.call(path)
    if (get.status !== 200) continue
    const head = await app.call(path, { method: 'HEAD' })
    assert.deepEqual([head.status, head.text], [200, ''])
    assertMarked(head)
    for (const name of ['content-type', 'content-length', 'link', 'deprecation', 'sunset']) {
      assert.equal(head.headers[name], get.headers[name], `${path}: ${name}`)
    }
    compared += 1
  }
  assert.ok(compared >= 16, `${compared} paths`)
})

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
