import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeKey } from '../../src/access/keys/key-format.ts'
import { startApp, type TestApp } from '../helpers/app.ts'
import { type Answer, call } from '../helpers/http.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { changeKey } from '../helpers/team.ts'

/** Calls with the given `Authorization` header. */
const present = async (app: TestApp, authorization?: string): Promise<Answer> =>
  await call(`${app.baseUrl}/pets`, {
    headers: authorization === undefined ? {} : { authorization },
  })

const challengeOf = (answer: Answer): unknown => answer.headers['www-authenticate']

test('without a key the challenge names the realm and no error', async (t) => {
  const app = await startApp(t)
  for (const header of [
    undefined,
    '',
    'Basic dXNlcjpwYXNz',
    `Token ${app.key}`,
    `Bearer${app.key}`,
    app.key,
    'Bearer',
  ]) {
    const answer = await present(app, header)
    assertRefused(answer, 'missing_api_key', /Send the header Authorization: Bearer <API_KEY>\.$/)
    assert.equal(challengeOf(answer), 'Bearer realm="petstore"')
  }
})

test('the scheme is case-insensitive, and may be followed by several spaces', async (t) => {
  const app = await startApp(t)
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEARER', 'Bearer   ']) {
    assert.equal((await present(app, `${scheme} ${app.key}`)).status, 200)
  }
})

test('a key that is not good is refused with the reason, and the challenge says so', async (t) => {
  const app = await startApp(t)
  const expired = await app.addKey('free', undefined, app.clock.time)
  const revoked = await app.addKey('free')
  await changeKey(app.storage.keys, revoked.record.id, { revokedAt: app.clock.time })
  const typo = app.key.slice(0, -1) + (app.key.endsWith('0') ? '1' : '0')
  for (const [key, reason] of [
    [makeKey('staging'), /unknown/],
    [typo, /malformed/],
    ['nonsense', /malformed/],
    [`${app.key} ${app.key}`, /malformed/],
    [expired.key, /expired/],
    [revoked.key, /revoked/],
  ] as const) {
    const answer = await present(app, `Bearer ${key}`)
    const message = assertRefused(answer, 'invalid_api_key', reason)
    assert.equal(
      challengeOf(answer),
      `Bearer realm="petstore", error="invalid_token", error_description="${message}"`,
    )
    assert.ok(!answer.text.includes(key))
  }
})

for (const [environment, other] of [
  ['production', 'staging'],
  ['staging', 'production'],
] as const) {
  test(`${environment} refuses a key of ${other} as such`, async (t) => {
    const app = await startApp(t, { environment })
    const answer = await present(app, `Bearer ${makeKey(other)}`)
    const message = assertRefused(answer, 'wrong_environment')
    assert.equal(
      message,
      `The API key belongs to ${other}, this is ${environment}. Send it to the base address of ${other}, or take a key of ${environment}.`,
    )
    assert.match(String(challengeOf(answer)), /error="invalid_token"/)
  })
}

test('a key in the query string is never read', async (t) => {
  const app = await startApp(t)
  for (const name of ['access_token', 'api_key', 'key', 'Authorization', 'token']) {
    const answer = await call(`${app.baseUrl}/pets?${name}=${app.key}`)
    assertRefused(answer, 'missing_api_key')
    assert.ok(!answer.text.includes(app.key))
  }
  const answer = await call(`${app.baseUrl}/pets`, { headers: { 'x-api-key': app.key } })
  assertRefused(answer, 'missing_api_key')
})

test('no key reaches an observation, whatever is done with it', async (t) => {
  const app = await startApp(t)
  await app.call('/pets')
  await app.call('/animals')
  await app.call('/pets', { method: 'POST', body: { name: 1 } })
  await present(app, `Bearer ${makeKey('staging').slice(0, -1)}`)
  await call(`${app.baseUrl}/pets?access_token=${app.key}`)
  await app.close()
  assert.ok(app.observations.length >= 5)
  const seen = JSON.stringify(app.observations)
  assert.doesNotMatch(seen, /pets_(?:test|live)_[0-9A-Za-z]/)
})

test('a request id of the client is taken if it is plain, and replaced if not', async (t) => {
  const app = await startApp(t)
  const idFor = async (id: string): Promise<unknown> =>
    (await app.call('/pets', { headers: { 'x-request-id': id } })).headers['x-request-id']
  assert.equal(await idFor('order-42:retry/1'), 'order-42:retry/1')
  for (const id of ['', 'a b', '<script>', 'x'.repeat(129), 'é']) {
    assert.match(
      String(await idFor(id)),
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/,
    )
  }
  assert.notEqual(await idFor(''), await idFor(''))
})
