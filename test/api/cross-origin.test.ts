import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, testOf } from '../helpers/app.ts'
import { type Answer, call, sendBytes } from '../helpers/http.ts'
import { commonHeaders, deprecatedHeaders, operations, operationsAt } from '../helpers/openapi.ts'

const shop = 'https://shop.example.com'
const evil = 'https://evil.example.com'
const corsOrigins = [shop, 'http://localhost:5173']

/** A test of an application that lets pages of these origins in. */
const it = testOf((t) => startApp(t, { corsOrigins }))

const listOf = ({ headers }: Answer, name: string): readonly string[] =>
  String(headers[name] ?? '')
    .toLowerCase()
    .split(', ')

/** What a browser asks before a page may send a request. */
const preflight = (origin: string) => ({
  method: 'OPTIONS',
  key: undefined,
  headers: { Origin: origin, 'Access-Control-Request-Method': 'PATCH' },
})

const assertNothingTold = ({ headers }: Answer, vary?: string): void => {
  assert.ok(!Object.keys(headers).some((name) => name.startsWith('access-control-')))
  assert.equal(headers['vary'], vary)
}

test('other origins, several at once and null are told nothing, and if none is named no answer differs', async (t) => {
  const alike = [`${shop}:8443`, `${shop}.evil.example`, `${shop}, ${shop}`, `${shop}/`]
  for (const [named, vary, ...origins] of [
    [[], undefined, shop],
    [corsOrigins, 'Origin', evil, 'http://shop.example.com', ...alike, 'null', '*', ''],
  ] as const) {
    const app = await startApp(t, { corsOrigins: named })
    for (const origin of origins) {
      assertNothingTold(await app.call('/pets', preflight(origin)), vary)
      assertNothingTold(await app.call('/pets', { headers: { Origin: origin } }), vary)
    }
  }
})

it('a page of a named origin reads every answer, errors too, with every header that the document gives one', async (app) => {
  const documented = new Set(
    [
      commonHeaders,
      deprecatedHeaders,
      ...operations.flatMap(({ responses }) => [...responses.values()].map((one) => one.headers)),
    ].flatMap(Object.keys),
  )
  assert.ok(documented.has('Sunset') && documented.has('Retry-After'))
  for (const origin of corsOrigins) {
    const headers = { Origin: origin }
    const large = `"${'a'.repeat(70_000)}"`
    for (const [answer, status, vary] of [
      [await app.call('/pets', { headers }), 200, 'Origin'],
      [await app.post('/pets', { name: 'Rex', categoryId: 1 }, { headers }), 201, 'Origin'],
      [await app.call('/pets', { key: undefined, headers }), 401],
      [await app.call('/pets?limit=0', { headers }), 400],
      [await app.call('/nothing', { headers }), 404],
      [await app.remove('/pets', { headers }), 405],
      [await app.post('/pets', large, { headers }), 415],
      [await call(`${app.origin}/openapi.json`, { headers }), 200, 'Origin, Accept-Encoding'],
      [await call(`${app.origin}/nothing`, { headers }), 404],
    ] as const) {
      assert.equal(answer.status, status)
      assert.equal(answer.headers['access-control-allow-origin'], origin)
      assert.equal(answer.headers['vary'], vary ?? 'Origin, Accept')
      assert.equal(answer.headers['access-control-allow-credentials'], undefined)
      const exposed = listOf(answer, 'access-control-expose-headers')
      for (const name of documented) assert.ok(exposed.includes(name.toLowerCase()), name)
    }
  }
})

it('a preflight allows the methods and headers that the document has for its path', async (app) => {
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const taking = operationsAt(path)
    const answer = await app.call(path.replaceAll(/\{\w+\}/g, '1'), preflight(shop))
    assert.equal(answer.status, 204)
    assert.equal(answer.headers['access-control-allow-origin'], shop)
    assert.equal(answer.headers['access-control-max-age'], '7200')
    assert.deepEqual(
      listOf(answer, 'access-control-allow-methods').toSorted(),
      taking.map(({ method }) => method.toLowerCase()).toSorted(),
      path,
    )
    const allowed = listOf(answer, 'access-control-allow-headers')
    const sent = taking.flatMap(({ parameters }) =>
      parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name),
    )
    for (const name of ['Authorization', 'Content-Type', 'X-Request-Id', ...sent]) {
      assert.ok(allowed.includes(name.toLowerCase()), `${path}: ${name}`)
    }
  }
})

it('preflights of named origins cost nothing, and are answered when the quota is used up', async (app) => {
  for (let count = 0; count < 70; count += 1) {
    const { headers } = await app.call('/pets', preflight(shop))
    assert.equal(headers['x-ratelimit-remaining'], '60')
  }
  // Anything else without a key uses up the quota of the address.
  for (let count = 0; count < 60; count += 1) {
    assert.equal((await app.call('/pets', { method: 'OPTIONS', key: undefined })).status, 204)
  }
  assert.equal((await app.call('/pets', preflight(evil))).status, 429)
  const unknown = await app.call('/nothing', preflight(shop))
  assert.equal(unknown.status, 429)
  assert.equal(unknown.headers['access-control-allow-origin'], shop)
  const asked = await app.call('/pets', preflight(shop))
  assert.deepEqual([asked.status, asked.headers['x-ratelimit-remaining']], [204, '0'])
})

it('a page can read what the wire refuses, if its headers could be read, and an answer has one Vary line', async (app) => {
  const { text } = await call(`${app.origin}/docs`)
  const [file] = /docs\/[\w./-]+\.css/.exec(text) ?? []
  for (const [target, status, vary] of [
    [`/v1/pets?a=${'a'.repeat(8_200)}`, 414, 'Origin, Accept'],
    ['/v1/pets', 401, 'Origin, Accept'],
    ['/healthz', 200, 'Origin'],
    [`/${file}`, 200, 'Origin, Accept-Encoding'],
  ] as const) {
    const received = await sendBytes(
      app.port,
      `GET ${target} HTTP/1.1\r\nHost: a\r\nOrigin: ${shop}\r\nConnection: close\r\n\r\n`,
    )
    assert.match(received, new RegExp(`^HTTP/1\\.1 ${status} `))
    assert.match(received, /\r\nAccess-Control-Allow-Origin: https:\/\/shop\./)
    const varied = [...received.matchAll(/^Vary: (.*)\r$/gm)].map(([, fields]) => fields)
    assert.deepEqual(varied, [vary])
  }
})
