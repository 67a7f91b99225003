import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '../helpers/app.ts'
import { exactPets } from '../helpers/exact-json.ts'
import type { Answer } from '../helpers/http.ts'
import { addPets, patchOrder, placeOrder } from '../helpers/orders.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addPet } from '../helpers/storage.ts'

const change = async (app: TestApp, body: unknown, key = app.key): Promise<Answer> =>
  await app.call('/pets/batch', {
    method: 'PATCH',
    body,
    key,
    headers: { 'Content-Type': 'application/json' },
  })

const eventsOf = async (app: TestApp): Promise<readonly string[]> => {
  const { text } = await app.call('/events?type=pet.updated&limit=100')
  const events: ReadonlyArray<{ by?: string; data: { pet: { id: number; status: string } } }> =
    JSON.parse(text)
  return events.map(({ by, data: { pet } }) => `${pet.id} ${pet.status} by ${by}`)
}

test('a hundred animals are changed by one request of the quota, in the order of the ids', async (t) => {
  const app = await startApp(t)
  await addPets(app, 100)
  const { key } = await app.addKey('enterprise', { perMinute: 5, perDay: 100 })
  const ids = Array.from({ length: 100 }, (_, at) => 100 - at)
  const changed = await change(app, { ids, patch: { status: 'sold' } }, key)
  assert.equal(changed.status, 200, changed.text)
  assert.equal(changed.headers['x-ratelimit-remaining'], '4')
  assert.deepEqual(
    exactPets(changed.text).map(({ id, status }) => `${id} ${status}`),
    ids.map((id) => `${id} sold`),
  )
  assert.equal(
    (await app.call('/pets?status=sold&limit=100')).headers['link']?.includes('next'),
    false,
  )
})

test('each animal that changes has an event, and a repeated request changes nothing', async (t) => {
  const app = await startApp(t)
  await addPets(app, 2)
  await addPet(app.storage, { name: 'Kit', categoryId: 3n, status: 'sold' })
  const body = '{"ids":[3,1,2],"patch":{"status":"sold","categoryId":9223372036854775807}}'
  const expected = (id: number, name: string): string =>
    `{"id":${id},"name":"${name}","categoryId":9223372036854775807,"status":"sold"}`
  for (let n = 0; n < 2; n += 1) {
    const { text } = await change(app, body)
    assert.equal(text, `[${expected(3, 'Kit')},${expected(1, 'Rex')},${expected(2, 'Rex')}]`)
    const by = 'sold by A enterprise key'
    assert.deepEqual(await eventsOf(app), [`3 ${by}`, `1 ${by}`, `2 ${by}`])
  }
  assert.deepEqual(await change(app, { ids: [1], patch: {} }).then(({ status }) => status), 200)
})

test('all or none: a refusal names every animal that is in the way and why, with the code of the first', async (t) => {
  const app = await startApp(t)
  await addPets(app, 3)
  await addPet(app.storage, { name: 'Kit', categoryId: 3n, status: 'sold' })
  await placeOrder(app, { petId: 2 })
  await patchOrder(app, 1, { status: 'delivered' })
  const before = (await app.call('/pets')).text
  const events = await eventsOf(app)
  const reasons = {
    2: '2 has the order 1, which alone decides its status',
    4: '4 is sold, which cannot become pending',
    9: '9 does not exist',
  }
  const patch = { status: 'pending', name: 'Max' }
  for (const [ids, code] of [
    [[1, 4, 9, 2, 3], 'transition_not_allowed'],
    [[9, 1, 4], 'pet_not_found'],
    [[1, 4], 'transition_not_allowed'],
    [[1, 2, 9], 'pet_has_order'],
  ] as const) {
    const message = assertRefused(await change(app, { ids, patch }), code)
    const named = ids.flatMap((id) => (id in reasons ? reasons[id as keyof typeof reasons] : []))
    assert.equal(message, `None of the animals was changed: ${named.join('; ')}.`)
  }
  assert.equal((await app.call('/pets')).text, before)
  assert.deepEqual(await eventsOf(app), events)
  // The order decides the status alone.
  assert.equal((await change(app, { ids: [1, 2], patch: { name: 'Max' } })).status, 200)
})

test('a message names a hundred animals, whatever their ids and orders are', async (t) => {
  const app = await startApp(t)
  const ids = Array.from({ length: 100 }, (_, at) => `-92233720368547757${10 + (at % 90)}`)
  const unique = [
    ...new Set(ids),
    ...Array.from({ length: 10 }, (_, at) => `-922337203685477460${at}`),
  ]
  const body = `{"ids":[${unique.join()}],"patch":{}}`
  const message = assertRefused(await change(app, body), 'pet_not_found')
  for (const id of unique) assert.ok(message.includes(`${id} does not exist`), id)
})
