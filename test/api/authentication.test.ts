import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeKey } from '../../src/access/keys/key-format.ts'
import { it, startApp } from '../helpers/app.ts'
import { isOnPostgres } from '../helpers/on-postgres.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { changeKey } from '../helpers/team.ts'

const bearer = (key: string) => ({ key: undefined, headers: { authorization: `Bearer ${key}` } })

it('without a key the challenge names the realm and no error, and a key in the query string is never read', async (app) => {
  const { key } = app
  const wrong = ['', 'Basic dXNlcjpwYXNz', `Token ${key}`, `Bearer${key}`, key, 'Bearer']
  const elsewhere = ['access_token', 'api_key', 'key', 'Authorization', 'token']
  for (const [query, headers] of [
    ...wrong.map((authorization) => ['', { authorization }] as const),
    ...elsewhere.map((name) => [`?${name}=${key}`, { 'x-api-key': key }] as const),
  ]) {
    const answer = await app.call(`/pets${query}`, { key: undefined, headers })
    assertRefused(answer, 'missing_api_key', /Send the header Authorization: Bearer <API_KEY>\.$/)
    assert.equal(answer.headers['www-authenticate'], 'Bearer realm="petstore"')
    assert.ok(!answer.text.includes(key))
  }
})

it('the scheme is case-insensitive, and may be followed by several spaces', async (app) => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEARER', 'Bearer   ']) {
    const headers = { authorization: `${scheme} ${app.key}` }
    assert.equal((await app.call('/pets', { key: undefined, headers })).status, 200)
  }
})

it('a key that is not good is refused with the reason, and the challenge says so', async (app) => {
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
    const answer = await app.call('/pets', bearer(key))
    const message = assertRefused(answer, 'invalid_api_key', reason)
    assert.equal(
      answer.headers['www-authenticate'],
      `Bearer realm="petstore", error="invalid_token", error_description="${message}"`,
    )
    assert.ok(!answer.text.includes(key))
  }
})

test('a key that was revoked is refused a second later', async (t) => {
  // Only the test moves the timers, so that a busy machine changes nothing.
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const app = await startApp(t)
  const { key, record } = await app.addKey('pro')
  assert.equal((await app.call('/pets', { key })).status, 200)
  await changeKey(app.storage.keys, record.id, { revokedAt: app.clock.time })
  for (let tenth = 0; tenth < 10; tenth += 1) {
    t.mock.timers.tick(100)
    // The work of a timer ends before the next timer.
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    if (isOnPostgres) await app.storage.ping()
  }
  assert.equal((await app.call('/pets', { key })).status, 401)
})

for (const [environment, other] of [
  ['production', 'staging'],
  ['staging', 'production'],
] as const) {
  test(`${environment} refuses a key of ${other} as such`, async (t) => {
    const app = await startApp(t, { environment })
    const answer = await app.call('/pets', bearer(makeKey(other)))
    assert.equal(
      assertRefused(answer, 'wrong_environment'),
      `The API key belongs to ${other}, this is ${environment}. Send it to the base address of ${other}, or take a key of ${environment}.`,
    )
    assert.match(String(answer.headers['www-authenticate']), /error="invalid_token"/)
  })
}

it('a request id of the client is taken if it is plain, and replaced if not', async (app) => {
  const idFor = async (id: string): Promise<string> =>
    String((await app.call('/pets', { headers: { 'x-request-id': id } })).headers['x-request-id'])
  assert.equal(await idFor('order-42:retry/1'), 'order-42:retry/1')
  const made = new Set<string>()
  for (const id of ['', '', 'a b', '<script>', 'x'.repeat(129), 'é']) made.add(await idFor(id))
  assert.equal(made.size, 6)
  for (const id of made) assert.match(id, /^[0-9a-f-]{36}$/)
})
