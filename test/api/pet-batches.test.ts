import assert from 'node:assert/strict'
import { it, type TestApp } from '../helpers/app.ts'
import { exactPets } from '../helpers/exact-json.ts'
import type { Answer, Call } from '../helpers/http.ts'
import { addPets, patchOrder, placeOrder } from '../helpers/orders.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addPet } from '../helpers/storage.ts'

const rex = { name: 'Rex', categoryId: 3 }

const times = <T>(length: number, value: T): readonly T[] => Array.from({ length }, () => value)

const add = (app: TestApp, body: unknown, headers: Call['headers'] = {}): Promise<Answer> =>
  app.post('/pets/batch', body, { headers: { 'Content-Type': 'application/json', ...headers } })

const change = (app: TestApp, body: unknown): Promise<Answer> =>
  app.patch('/pets/batch', body, { headers: { 'Content-Type': 'application/json' } })

const changesOf = async (app: TestApp): Promise<readonly string[]> =>
  (await app.json('/events?type=pet.updated&limit=100')).map(
    ({ by, data: { pet } }: { by?: string; data: { pet: { id: number; status: string } } }) =>
      `${pet.id} ${pet.status} by ${by}`,
  )

it('animals are added in their order, each with its own id, and one of them is enough', async (app) => {
  await app.post('/pets', rex)
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

it('a hundred animals are added or changed by one request of the quota, in the order that it names', async (app) => {
  const { key } = await app.addKey('enterprise', { perMinute: 5, perDay: 100 })
  const added = await app.post('/pets/batch', times(100, rex), { key })
  assert.equal(added.headers['x-ratelimit-remaining'], '4')
  const ids = Array.from({ length: 100 }, (_, at) => 100 - at)
  const changed = await app.patch('/pets/batch', { ids, patch: { status: 'sold' } }, { key })
  assert.equal(changed.headers['x-ratelimit-remaining'], '3')
  assert.deepEqual(
    exactPets(changed.text).map(({ id, status }) => `${id} ${status}`),
    ids.map((id) => `${id} sold`),
  )
  assert.equal((await app.json('/pets?status=sold&limit=100')).length, 100)
})

it('a batch with more faults than a message holds names some, and counts the rest', async (app) => {
  const message = assertRefused(await add(app, times(100, {})), 'invalid_body')
  assert.match(message, /^\[0\]\.name is required; \[0\]\.categoryId is required; \[1\]\.name/)
  assert.match(message, /; and 175 more faults\.$/)
})

it('a body of 64 KiB is taken, and a larger one is told to be fewer', async (app) => {
  const text = JSON.stringify(times(100, { name: 'x'.repeat(200), categoryId: 3 }))
  assert.equal((await add(app, text.padEnd(65_536))).status, 201)
  const tooLarge = /larger than 65536 bytes; send fewer NewPets at once\./
  assertRefused(await add(app, text.padEnd(65_537)), 'body_too_large', tooLarge)
})

it('each animal that changes has an event, and a repeated request changes nothing', async (app) => {
  await addPets(app, 2)
  await addPet(app.storage, { name: 'Kit', categoryId: 3n, status: 'sold' })
  const body = '{"ids":[3,1,2],"patch":{"status":"sold","categoryId":9223372036854775807}}'
  const expected = (id: number, name: string): string =>
    `{"id":${id},"name":"${name}","categoryId":9223372036854775807,"status":"sold"}`
  for (let n = 0; n < 2; n += 1) {
    const { text } = await change(app, body)
    assert.equal(text, `[${expected(3, 'Kit')},${expected(1, 'Rex')},${expected(2, 'Rex')}]`)
    const by = 'sold by A enterprise key'
    assert.deepEqual(await changesOf(app), [`3 ${by}`, `1 ${by}`, `2 ${by}`])
  }
  assert.equal((await change(app, { ids: [1], patch: {} })).status, 200)
})

it('all or none: a refusal names every animal that is in the way and why, with the code of the first', async (app) => {
  await addPets(app, 3)
  await addPet(app.storage, { name: 'Kit', categoryId: 3n, status: 'sold' })
  await placeOrder(app, { petId: 2 })
  await patchOrder(app, 1, { status: 'delivered' })
  const before = (await app.call('/pets')).text
  const events = await changesOf(app)
  const ordered = '2 has the order 1, which alone decides its status'
  const sold = '4 is sold, which cannot become pending'
  const missing = '9 does not exist'
  const patch = { status: 'pending', name: 'Max' }
  for (const [ids, code, ...reasons] of [
    [[1, 4, 9, 2, 3], 'transition_not_allowed', sold, missing, ordered],
    [[9, 1, 4], 'pet_not_found', missing, sold],
    [[1, 4], 'transition_not_allowed', sold],
    [[1, 2, 9], 'pet_has_order', ordered, missing],
  ] as const) {
    const message = assertRefused(await change(app, { ids, patch }), code)
    assert.equal(message, `None of the animals was changed: ${reasons.join('; ')}.`)
  }
  assert.equal((await app.call('/pets')).text, before)
  assert.deepEqual(await changesOf(app), events)
  // The order decides the status alone.
  assert.equal((await change(app, { ids: [1, 2], patch: { name: 'Max' } })).status, 200)
})

it('a message names a hundred animals, whatever their ids and orders are', async (app) => {
  const ids = Array.from({ length: 100 }, (_, at) => `-9223372036854775${707 + at}`)
  const refused = await change(app, `{"ids":[${ids.join()}],"patch":{}}`)
  const message = assertRefused(refused, 'pet_not_found')
  for (const id of ids) assert.ok(message.includes(`${id} does not exist`), id)
})
