import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { type Answer, call, sendBytes } from '../helpers/http.ts'
import { commonHeaders, deprecatedHeaders, operations, operationsAt } from '../helpers/openapi.ts'

const shop = 'https://shop.example.com'
const corsOrigins = [shop, 'http://localhost:5173']

const listOf = (answer: Answer, name: string): readonly string[] =>
  String(answer.headers[name] ?? '')
    .toLowerCase()
    .split(', ')

const corsOf = ({ headers }: Answer): readonly string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

/** What a browser asks before a page may send a request. */
const preflight = (origin: string, method = 'GET', key?: string) => ({
  method: 'OPTIONS',
  key,
  headers: { Origin: origin, 'Access-Control-Request-Method': method },
})

test('without origins no answer differs by them, and no page of another origin reads any', async (t) => {
  const app = await startApp(t)
  const asked = await app.call('/pets', preflight(shop))
  assert.deepEqual(asked.headers['vary'], undefined)
  for (const answer of [asked, await app.call('/pets', { headers: { Origin: shop } })]) {
    assert.deepEqual(corsOf(answer), [])
    assert.equal(answer.headers['vary'], undefined)
  }
})

test('a page of a named origin reads every answer, errors too', async (t) => {
  const app = await startApp(t, { corsOrigins })
  for (const origin of corsOrigins) {
    const headers = { Origin: origin }
    const body = { name: 'Rex', categoryId: 1 }
    const answers = [
      await app.call('/pets', { headers }),
      await app.call('/pets', { method: 'POST', body, headers }),
      await app.call('/pets', { key: undefined, headers }),
      await app.call('/pets?limit=0', { headers }),
      await app.call('/nothing', { headers }),
      await app.call('/pets', { method: 'DELETE', headers }),
      await app.call('/pets', { method: 'POST', body: `"${'a'.repeat(70_000)}"`, headers }),
      await call(`${app.origin}/openapi.json`, { headers }),
      await call(`${app.origin}/nothing`, { headers }),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 201, 401, 400, 404, 405, 415, 200, 404],
    )
    const document = answers[7]
    for (const answer of answers) {
      assert.equal(answer.headers['access-control-allow-origin'], origin)
      const vary = answer === document ? ', Accept-Encoding' : answer.status < 400 ? '' : ', Accept'
      assert.equal(answer.headers['vary'], `Origin${vary}`)
      assert.equal(answer.headers['access-control-allow-credentials'], undefined)
    }
  }
})

test('every header that the document gives an answer can be read by a page', async (t) => {
  const app = await startApp(t, { corsOrigins })
  const answer = await app.call('/pets', { headers: { Origin: shop } })
  const exposed = listOf(answer, 'access-control-expose-headers')
  const documented = [
    ...Object.keys({ ...commonHeaders, ...deprecatedHeaders }),
    ...operations.flatMap(({ responses }) =>
      [...responses.values()].flatMap(({ headers }) => Object.keys(headers)),
    ),
  ]
  assert.ok(documented.includes('Sunset') && documented.includes('Retry-After'))
  for (const name of documented) assert.ok(exposed.includes(name.toLowerCase()), name)
})

test('other origins, several at once and null are told nothing', async (t) => {
  const app = await startApp(t, { corsOrigins })
  const others = [
    'https://evil.example.com',
    'http://shop.example.com',
    `${shop}:8443`,
    `${shop}.evil.example`,
    `${shop}, ${shop}`,
    `${shop}/`,
    'null',
    '*',
    '',
  ]
  for (const origin of others) {
    const read = await app.call('/pets', { headers: { Origin: origin } })
    const asked = await app.call('/pets', preflight(origin))
    for (const answer of [read, asked]) {
      assert.deepEqual(corsOf(answer), [], origin)
      assert.equal(answer.headers['vary'], 'Origin')
    }
  }
})

for (const path of new Set(operations.map((operation) => operation.path))) {
  test(`a preflight of ${path} allows the methods and headers that the document has`, async (t) => {
    const app = await startApp(t, { corsOrigins })
    const taking = operationsAt(path)
    const answer = await app.call(path.replaceAll(/\{\w+\}/g, '1'), preflight(shop, 'PATCH'))
    assert.equal(answer.status, 204)
    assert.equal(answer.headers['access-control-allow-origin'], shop)
    assert.deepEqual(
      listOf(answer, 'access-control-allow-methods').toSorted(),
      taking.map(({ method }) => method.toLowerCase()).toSorted(),
    )
    const allowed = listOf(answer, 'access-control-allow-headers')
    const sent = taking.flatMap(({ parameters }) =>
      parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name),
    )
    for (const name of ['Authorization', 'Content-Type', 'X-Request-Id', ...sent]) {
      assert.ok(allowed.includes(name.toLowerCase()), name)
    }
    assert.equal(answer.headers['access-control-max-age'], '7200')
  })
}

test('preflights of named origins cost nothing, and are answered when the quota is used up', async (t) => {
  const app = await startApp(t, { corsOrigins })
  const remaining = async (): Promise<unknown> =>
    (await app.call('/pets', preflight(shop))).headers['x-ratelimit-remaining']
  for (let count = 0; count < 70; count += 1) assert.equal(await remaining(), '60')
  // Anything else without a key uses up the quota of the address.
  for (let count = 0; count < 60; count += 1) {
    assert.equal((await app.call('/pets', { method: 'OPTIONS', key: undefined })).status, 204)
  }
  const other = await app.call('/pets', preflight('https://evil.example.com'))
  assert.equal(other.status, 429)
  const unknown = await app.call('/nothing', preflight(shop))
  assert.equal(unknown.status, 429)
  assert.equal(unknown.headers['access-control-allow-origin'], shop)
  const asked = await app.call('/pets', preflight(shop))
  assert.equal(asked.status, 204)
  assert.equal(asked.headers['x-ratelimit-remaining'], '0')
})

test('a page can read what the wire refuses, if its headers could be read', async (t) => {
  const app = await startApp(t, { corsOrigins })
  const received = await sendBytes(
    app.port,
    `GET /v1/pets?a=${'a'.repeat(8_200)} HTTP/1.1\r\nHost: a\r\nOrigin: ${shop}\r\n\r\n`,
  )
  assert.match(received, /^HTTP\/1\.1 414 /)
  assert.match(received, /\r\nAccess-Control-Allow-Origin: https:\/\/shop\./)
})

test('an answer has one Vary line', async (t) => {
  const app = await startApp(t, { corsOrigins })
  const { text } = await call(`${app.origin}/docs`)
  const [file] = /docs\/[\w./-]+\.css/.exec(text) ?? []
  const varyOf = async (target: string): Promise<readonly string[]> => {
    const received = await sendBytes(
      app.port,
      `GET ${target} HTTP/1.1\r\nHost: a\r\nOrigin: ${shop}\r\nConnection: close\r\n\r\n`,
    )
    return [...received.matchAll(/^Vary: (.*)\r$/gm)].map(([, fields = '']) => fields)
  }
  assert.deepEqual(await varyOf('/v1/pets'), ['Origin, Accept'])
  assert.deepEqual(await varyOf('/healthz'), ['Origin'])
  assert.deepEqual(await varyOf(`/${file}`), ['Origin, Accept-Encoding'])
})
