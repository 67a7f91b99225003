import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '../helpers/app.ts'
import { exactPets } from '../helpers/exact-json.ts'
import type { Answer, Call } from '../helpers/http.ts'
import { assertRefused } from '../helpers/refusal.ts'

const rex = { name: 'Rex', categoryId: 3 }

const times = <T>(length: number, value: T): readonly T[] => Array.from({ length }, () => value)

const add = async (app: TestApp, body: unknown, options: Call = {}): Promise<Answer> =>
  await app.call('/pets/batch', {
    method: 'POST',
    body,
    ...options,
    headers: { 'Content-Type': 'application/json', ...options.headers },
  })

const namesOf = async (app: TestApp): Promise<readonly string[]> =>
  exactPets((await app.call('/pets?limit=100')).text).map(({ name }) => name)

test('animals are added in their order, each with its own id, and one of them is enough', async (t) => {
  const app = await startApp(t)
  await app.call('/pets', { method: 'POST', body: rex })
  const body =
    '[{"name":"Zoë 🐈","categoryId":9223372036854775807,"status":"sold"},\n {"categoryId":-0, "name":"Tom"}]'
  const { status, text, headers } = await add(app, body)
  assert.equal(status, 201)
  const expected =
    '[{"id":2,"name":"Zoë 🐈","categoryId":9223372036854775807,"status":"sold"},{"id":3,"name":"Tom","categoryId":0,"status":"available"}]'
  assert.equal(text, expected)
  assert.deepEqual([headers['location'], headers['etag']], [undefined, undefined])
  assert.equal((await app.call('/pets?id=2,3')).text, expected)
  assert.equal((await add(app, [rex])).status, 201)
})

test('a hundred animals are one request of the quota', async (t) => {
  const app = await startApp(t)
  const { key } = await app.addKey('enterprise', { perMinute: 5, perDay: 100 })
  const added = await add(app, times(100, rex), { key })
  assert.equal(added.status, 201)
  assert.equal(added.headers['x-ratelimit-remaining'], '4')
  assert.equal(new Set(exactPets(added.text).map(({ id }) => id)).size, 100)
})

test('a batch with more faults than a message holds names some, and counts the rest', async (t) => {
  const app = await startApp(t)
  const message = assertRefused(await add(app, times(100, {})), 'invalid_body')
  assert.match(message, /^\[0\]\.name is required; \[0\]\.categoryId is required; \[1\]\.name/)
  assert.match(message, /; and 175 faults more\.$/)
})

test('a body of 64 KiB is taken, and a larger one is told to be fewer', async (t) => {
  const app = await startApp(t)
  const animals = times(100, { name: 'x'.repeat(200), categoryId: 3 })
  const text = JSON.stringify(animals)
  assert.equal((await add(app, text.padEnd(65_536))).status, 201)
  assertRefused(
    await add(app, text.padEnd(65_537)),
    'body_too_large',
    /larger than 65536 bytes; send fewer NewPets at once\./,
  )
})

test('a batch with an Idempotency-Key is added once, and its answer comes back to the byte', async (t) => {
  const app = await startApp(t)
  const headers = { 'Idempotency-Key': 'delivery-1' }
  const first = await add(app, [rex, { name: 'Zoë', categoryId: 4, status: 'sold' }], { headers })
  assert.equal(first.status, 201)
  await app.call('/pets/1', { method: 'PATCH', body: { name: 'Max' } })
  await app.call('/pets/2', { method: 'DELETE' })
  // The same content, spelled differently.
  const again = await add(
    app,
    '[ {"categoryId":3.0,"status":"available","name":"R\\u0065x"}, {"status":"sold","name":"Zoë","categoryId":4} ]',
    { headers },
  )
  assert.deepEqual([again.status, again.text], [201, first.text])
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.deepEqual(await namesOf(app), ['Max'])
  const one = { method: 'POST', body: rex, headers }
  assertRefused(await app.call('/pets', one), 'idempotency_key_reused', /another request/)
})
