import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '../../src/base/errors/catalogue.ts'
import { it, startApp } from '../helpers/app.ts'
import { type Answer, call, errorOf, sendBytes } from '../helpers/http.ts'
import { OutcomeUnknown } from '../../src/base/errors/storage-errors.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { overData } from '../helpers/storage.ts'

const problem = 'application/problem+json'
const headers = { Accept: problem }

const typeOf = (answer: Answer): string => String(answer.headers['content-type'])

it('a client that prefers problem details gets them, with the place of every code in a page', async (app) => {
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
  for (const code of errorCodes) assert.ok(page.text.includes(` id="error-${code}"`), code)
  // Pages beside the interface answer errors alike. Brackets have no place in a path of RFC 3986.
  const beside = JSON.parse((await call(`${app.origin}/a[b]`, { headers })).text)
  assert.equal(beside.code, 'route_not_found')
  assert.match(beside.instance, /^\/#/)
})

it('without a preference an error is the Error of the interface, byte for byte', async (app) => {
  const plain =
    '{"code":"pet_not_found","message":"There is no animal with the id 7.","status":404}'
  for (const accept of [
    undefined,
    '*/*',
    'application/json',
    'application/json, application/problem+json',
    `${problem};q=0.5, application/json`,
    `${problem};q=2`,
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    '',
  ]) {
    const answer = await app.call('/pets/7', accept === undefined ? {} : { headers: { accept } })
    assert.equal(answer.text, plain, String(accept))
    assert.equal(typeOf(answer), 'application/json', String(accept))
    assert.equal(answer.headers['vary'], 'Accept')
  }
  // Several headers are one list.
  const accept = ['application/json;q=0.5', problem]
  assert.equal(typeOf(await app.call('/pets/7', { headers: { accept } })), problem)
})

it('success looks the same whatever Accept prefers, and so does a 304', async (app) => {
  await app.post('/pets', { name: 'Rex', categoryId: 1 })
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
    assert.deepEqual([late.status, typeOf(late)], [412, problem])
  }
})

it('one refusal again and again has both forms, each with its own request', async (app) => {
  const { key } = await app.addKey('enterprise', { perMinute: 1, perDay: 1 })
  await app.call('/pets', { key })
  for (const id of ['one', 'two', 'three']) {
    const own = { 'X-Request-Id': id }
    const asked = await app.call('/pets?limit=1', { key, headers: { ...headers, ...own } })
    assert.equal(JSON.parse(asked.text).instance, `/v1/pets#${id}`)
    const plain = errorOf(await app.call('/pets', { key, headers: own }))
    assert.deepEqual(Object.keys(plain), ['code', 'message', 'status'])
  }
})

it('what the wire refuses is refused with problem details if the headers could be read', async (app) => {
  const host = 'Host: a\r\n'
  for (const [line, fields, status, code, type = problem] of [
    [`GET /v1/pets?a=${'a'.repeat(8_200)} HTTP/1.1`, host, 414, 'uri_too_long'],
    ['GET /v1/pets/%zz HTTP/1.1', host, 400, 'malformed_request'],
    ['GET /v1/pets HTTP/1.1', `${host}Content-Length: 1\r\n`, 400, 'malformed_request'],
    [
      'GET /v1/pets HTTP/1.1',
      `${host}X-Large: ${'a'.repeat(16_400)}\r\n`,
      431,
      'header_fields_too_large',
    ],
    // Bytes that are no request get an Error, which says that there is another form.
    ['GET', '', 400, 'malformed_request', 'application/json'],
  ] as const) {
    const received = await sendBytes(app.port, `${line}\r\nAccept: ${problem}\r\n${fields}\r\n`)
    assert.match(received, new RegExp(`^HTTP/1\\.1 ${status} `))
    assert.match(received, /\r\nVary: Accept\r\n/)
    assert.ok(received.includes(`\r\nContent-Type: ${type}\r\n`), code)
    const body = JSON.parse(received.slice(received.indexOf('\r\n\r\n')))
    assert.deepEqual([body.code, body.status], [code, status])
  }
})

test('a fault is answered 500 with the quota and without its words, an unknown outcome not at all, and each is observed', async (t) => {
  let error = new Error('A fault of the code.')
  const apply = async () => await Promise.reject(error)
  const app = await startApp(t, { wrapStorage: overData(() => ({ apply })) })
  const create = async () => await app.post('/pets', { name: 'Rex', categoryId: 3 })
  const answer = await create()
  assertRefused(answer, 'internal_error')
  assert.doesNotMatch(answer.text, /fault of the code/)
  assert.equal(answer.headers['x-ratelimit-remaining'], '999999')
  error = new OutcomeUnknown('Nobody knows.')
  await assert.rejects(create(), /socket hang up|ECONNRESET/)
  const observed = app.observations
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('request'))
  assert.deepEqual(observed, ['request_failed', 'request', 'request_failed', 'request'])
})
