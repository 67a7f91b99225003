import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '../helpers/app.ts'
import { exactPets } from '../helpers/exact-json.ts'
import type { Answer, Call } from '../helpers/http.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { givenFields } from '../helpers/pet-fields.ts'

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

for (const [what, body, message] of [
  ['none', [], 'The body must be an array of 1 to 100 items, not of 0.'],
  ['101', times(101, rex), 'The body must be an array of 1 to 100 items, not of 101.'],
  ['one that is no array', rex, 'The body is an object; send NewPets as a JSON array.'],
  ['a number', '7', 'The body is a number; send NewPets as a JSON array.'],
  ['null', 'null', 'The body is null; send NewPets as a JSON array.'],
  ['an item that is no object', [rex, 7, [rex]], /^\[1\] must be an object, not 7; \[2\] must be/],
  [
    'faults in several places',
    [rex, rex, rex, { name: '', categoryId: 3 }, { name: 'A', id: 1, colour: 'red' }],
    `[3].name must be a string of 1 to 200 characters, not of 0; [4].categoryId is required; [4].id is assigned by the service, so leave it out; [4].colour is not a field of a NewPet, which takes ${givenFields}.`,
  ],
  [
    'a field twice',
    '[{"name":"A","categoryId":3,"n\\u0061me":"B"}]',
    '[0].name is given more than once, but may be given only once.',
  ],
  ['a status that is null', [{ ...rex, status: null }], /^\[0\]\.status must be one of /],
  ['an integer too large', '[{"name":"A","categoryId":9223372036854775808}]', /^\[0\]\.categoryId/],
] as const) {
  test(`all or none: a batch of ${what} is refused, and adds nothing`, async (t) => {
    const app = await startApp(t)
    const refused = await add(app, body)
    const told = assertRefused(refused, 'invalid_body')
    if (typeof message === 'string') assert.equal(told, message)
    else assert.match(told, message)
    assert.deepEqual(await namesOf(app), [])
  })
}

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

  assertRefused(await add(app, [rex], { headers }), 'idempotency_key_reused', /another request/)
  const one = { method: 'POST', body: rex, headers }
  assertRefused(await app.call('/pets', one), 'idempotency_key_reused', /another request/)
  assert.deepEqual(await namesOf(app), ['Max'])
})

test('no animal has the id batch, and the path takes POST and PATCH alone', async (t) => {
  const app = await startApp(t)
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
    const answer = await app.call('/pets/batch', { method })
    assert.deepEqual([answer.status, answer.headers['allow']], [405, 'POST, PATCH, OPTIONS'])
  }
  const { status, headers } = await app.call('/pets/b%61tch', { method: 'OPTIONS' })
  assert.deepEqual([status, headers['allow']], [204, 'POST, PATCH, OPTIONS'])
})
