import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { it } from '../helpers/app.ts'
import { call, errorOf } from '../helpers/http.ts'
import { operations } from '../helpers/openapi.ts'
import { poll } from '../helpers/poll.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addWebhook } from '../helpers/webhooks.ts'

/** The methods of RFC 9110 and RFC 5789. */
const ofHttp = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE'.split(' ')

/** Each path of the document, of the first of what it names, with its methods in the order of `Allow`. */
const paths = Object.entries(Object.groupBy(operations, ({ path }) => path)).map(
  ([path, all = []]) => {
    const known = new Set(all.map(({ method }) => method).concat('OPTIONS'))
    if (known.has('GET')) known.add('HEAD')
    return [path.replaceAll(/\{\w+\}/g, '1'), ofHttp.filter((method) => known.has(method))] as const
  },
)

it('OPTIONS of a path tells its methods, and every other is refused with those that it takes', async (app) => {
  for (const [path, methods] of paths) {
    // Each minute has its requests without a key.
    app.clock.advance(60_000)
    const allow = methods.join(', ')
    for (const key of [app.key, undefined, 'nonsense']) {
      const { status, headers, text } = await app.call(path, { method: 'OPTIONS', key })
      assert.deepEqual([status, headers.allow, text], [204, allow, ''], path)
      const types = 'application/merge-patch+json, application/json'
      assert.equal(headers['accept-patch'], methods.includes('PATCH') ? types : undefined)
      assert.equal(headers['www-authenticate'], undefined)
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
  }
})

it('HEAD has the status and the headers of GET, and no body', async (app) => {
  await app.post('/pets', { name: 'Rex', categoryId: 3 })
  await app.put('/categories/1', { name: 'Dogs' })
  await app.post('/store/orders', { petId: 1 })
  await app.post('/contacts', { name: 'Jo' })
  await addWebhook(app)
  // The use of the key is shown once it is saved.
  await poll(async () => (await app.call('/keys')).text.includes('lastUsedAt') || undefined)
  let found = 0
  const read = paths.flatMap(([path, methods]) => (methods.includes('GET') ? path : []))
  const problem = { accept: 'application/problem+json', 'x-request-id': 'same' }
  for (const [path, headers = {}] of [
    ...read.map((each) => [each] as const),
    ['/pets/404', problem],
    ['/animals'],
    ['/pets?limit=0'],
  ] as const) {
    // Some answers become longer by themselves: HEAD is compared with a GET before it and a GET after it that are alike.
    const [get, head] = await poll(async () => {
      const before = await app.call(path, { headers })
      const between = await app.call(path, { method: 'HEAD', headers })
      const after = await app.call(path, { headers })
      const isSame = before.headers['content-length'] === after.headers['content-length']
      return isSame ? ([before, between] as const) : undefined
    })
    assert.deepEqual([head.status, head.text], [get.status, ''])
    for (const name of 'content-type content-length link deprecation sunset vary'.split(' ')) {
      assert.equal(head.headers[name], get.headers[name], `${path}: ${name}`)
    }
    if (head.status === 200) found += 1
  }
  assert.ok(found >= 16, `${found} paths`)
})

it('an unknown path is answered with the paths that there are, and its OPTIONS needs a key too', async (app) => {
  const known = new Set(operations.map(({ path }) => `/v1${path}`))
  for (const path of ['/pets/', '/Pets', '/store', '']) {
    const message = assertRefused(await app.call(path), 'route_not_found')
    assert.ok(message.includes(`The paths are ${[...known].join(', ')}, without`), message)
  }
  assert.equal(
    errorOf(await call(`${app.origin}/pets`)).message,
    'There is no path /pets. Operations are under /v1, and /docs describes them.',
  )
  const method = 'OPTIONS'
  assertRefused(await app.call('/animals', { method, key: undefined }), 'missing_api_key')
  assertRefused(await app.call('/animals', { method }), 'route_not_found')
})

it('a GET or a HEAD with a body is refused for the body, not for its bytes', async (app) => {
  assert.equal(
    assertRefused(await app.call('/pets', { body: {} }), 'malformed_request'),
    'GET takes no body (RFC 9110, 9.3.1); send it without one.',
  )
  assert.equal((await app.call('/pets', { method: 'HEAD', body: {} })).status, 400)
})
