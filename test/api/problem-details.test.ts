import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue, errorCodes } from '../../src/base/errors/catalogue.ts'
import { titleOf } from '../../src/base/errors/problem.ts'
import { startApp } from '../helpers/app.ts'
import { type Answer, call, errorOf, sendBytes } from '../helpers/http.ts'

const problem = 'application/problem+json'
const headers = { Accept: problem }

const typeOf = (answer: Answer): string => String(answer.headers['content-type'])

test('a client that prefers problem details gets them, with a page about the code', async (t) => {
  const app = await startApp(t)
  const { text, ...answer } = await app.call('/pets/404', {
    headers: { ...headers, 'X-Request-Id': 'a/b:c' },
  })
  assert.equal(answer.headers['content-type'], problem)
  assert.equal(answer.headers['vary'], 'Accept')
  const body = JSON.parse(text)
  assert.deepEqual(body, {
    type: `${app.origin}/docs#error-pet_not_found`,
    title: 'Pet not found',
    status: 404,
    detail: 'There is no animal with the id 404.',
    instance: '/v1/pets/404#a/b:c',
    code: 'pet_not_found',
  })
  const page = await call(body.type)
  assert.equal(page.status, 200)
  assert.ok(page.text.includes(` id="${new URL(body.type).hash.slice(1)}"`))
})

test('every code has its place in the page that problem details refer to, and a title', async (t) => {
  const app = await startApp(t)
  const page = await call(`${app.origin}/docs`)
  const titles = new Set(errorCodes.map(titleOf))
  assert.equal(titles.size, errorCodes.length)
  for (const title of titles) assert.match(title, /^[A-Z][A-Za-z ]+$/)
  assert.ok(titles.has('Invalid API key') && titles.has('URI too long'))
  for (const code of errorCodes) assert.ok(page.text.includes(` id="error-${code}"`), code)
})

test('without a preference an error is the Error of the interface, byte for byte', async (t) => {
  const app = await startApp(t)
  const plain =
    '{"code":"pet_not_found","message":"There is no animal with the id 7.","status":404}'
  const accepted = [
    undefined,
    '*/*',
    'application/json',
    'application/json, application/problem+json',
    `${problem};q=0.5, application/json`,
    `${problem};q=2`,
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    '',
  ]
  for (const accept of accepted) {
    const asked = accept === undefined ? {} : { headers: { accept } }
    const answer = await app.call('/pets/7', asked)
    assert.equal(answer.text, plain, String(accept))
    assert.equal(typeOf(answer), 'application/json', String(accept))
    assert.equal(answer.headers['vary'], 'Accept')
  }
})

test('several Accept headers are one list', async (t) => {
  const app = await startApp(t)
  const accept = ['application/json;q=0.5', problem]
  assert.equal(typeOf(await app.call('/pets/7', { headers: { accept } })), problem)
})

test('success looks the same whatever Accept prefers, and so does a 304', async (t) => {
  const app = await startApp(t)
  await app.call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1 } })
  // The second and third are answered from the cache.
  for (const round of [1, 2, 3]) {
    const plain = await app.call('/pets')
    const asked = await app.call('/pets', { headers })
    assert.equal(asked.text, plain.text, `round ${round}`)
    assert.equal(typeOf(asked), 'application/json')
    assert.equal(asked.headers['vary'], undefined)
    const { etag } = plain.headers
    const same = await app.call('/pets', { headers: { ...headers, 'If-None-Match': etag } })
    assert.equal(same.status, 304)
    const late = await app.call('/pets', { headers: { ...headers, 'If-Match': '"other"' } })
    assert.equal(late.status, 412)
    assert.equal(typeOf(late), problem)
  }
})

test('one refusal again and again has both forms, each with its own request', async (t) => {
  const app = await startApp(t)
  const { key } = await app.addKey('enterprise', { perMinute: 1, perDay: 1 })
  await app.call('/pets', { key })
  for (const id of ['one', 'two', 'three']) {
    const own = { 'X-Request-Id': id }
    const asked = await app.call('/pets?limit=1', { key, headers: { ...headers, ...own } })
    assert.equal(JSON.parse(asked.text).instance, `/v1/pets#${id}`)
    assert.deepEqual(Object.keys(errorOf(await app.call('/pets', { key, headers: own }))), [
      'code',
      'message',
      'status',
    ])
  }
})

test('HEAD has the headers of the problem details that GET has', async (t) => {
  const app = await startApp(t)
  const own = { ...headers, 'X-Request-Id': 'same' }
  const get = await app.call('/pets/404', { headers: own })
  const head = await app.call('/pets/404', { method: 'HEAD', headers: own })
  assert.equal(head.text, '')
  for (const name of ['content-type', 'content-length', 'vary']) {
    assert.equal(head.headers[name], get.headers[name], name)
  }
})

test('pages beside the interface answer errors alike', async (t) => {
  const app = await startApp(t)
  const answer = await call(`${app.origin}/a[b]`, { headers })
  assert.equal(JSON.parse(answer.text).code, 'route_not_found')
  // Brackets have no place in a path of RFC 3986.
  assert.match(JSON.parse(answer.text).instance, /^\/#/)
})

const refused = {
  'a target that is too long': [`GET /v1/pets?a=${'a'.repeat(8_200)} HTTP/1.1`, '', 'uri_too_long'],
  'a broken target': ['GET /v1/pets/%zz HTTP/1.1', '', 'malformed_request'],
  'a GET with a body': ['GET /v1/pets HTTP/1.1', 'Content-Length: 1\r\n', 'malformed_request'],
  'headers that are too large': [
    'GET /v1/pets HTTP/1.1',
    `X-Large: ${'a'.repeat(16_400)}\r\n`,
    'header_fields_too_large',
  ],
} as const

for (const [what, [line, fields, code]] of Object.entries(refused)) {
  test(`${what} is refused with problem details if the headers could be read`, async (t) => {
    const app = await startApp(t)
    const received = await sendBytes(
      app.port,
      `${line}\r\nHost: a\r\nAccept: ${problem}\r\n${fields}\r\n`,
    )
    assert.match(received, /^HTTP\/1\.1 4\d\d /)
    assert.match(received, /\r\nVary: Accept\r\n/)
    assert.match(received, /\r\nContent-Type: application\/problem\+json\r\n/)
    const body = JSON.parse(received.slice(received.indexOf('\r\n\r\n')))
    assert.equal(body.code, code)
    assert.equal(body.status, catalogue[code].status)
  })
}

test('bytes that are no request are refused with an Error, which says that there is another form', async (t) => {
  const app = await startApp(t)
  const received = await sendBytes(app.port, `GET\r\nAccept: ${problem}\r\n\r\n`)
  assert.match(received, /\r\nVary: Accept\r\n/)
  assert.match(received, /\r\nContent-Type: application\/json\r\n/)
})
