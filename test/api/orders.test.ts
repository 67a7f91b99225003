import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rotateKey } from '../../src/access/keys/life-cycle.ts'
import { startApp, type TestApp } from '../helpers/app.ts'
import { errorOf } from '../helpers/http.ts'
import { addPets, orderOf, patchOrder, petStatusOf, placeOrder } from '../helpers/orders.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addPet } from '../helpers/storage.ts'

const now = '2026-11-20T12:00:30.000Z'
const tomorrow = '2026-11-21T12:00:30.000Z'

const idsOf = (text: string): readonly number[] =>
  JSON.parse(text).map(({ id }: { id: number }) => id)

test('an order is placed, and read as it was answered', async (t) => {
  const app = await startApp(t)
  await addPets(app, 2)
  const placed = await placeOrder(app, { petId: 2, reference: 'walk-in 12' })
  assert.equal(placed.status, 201)
  assert.equal(
    placed.text,
    `{"id":1,"petId":2,"status":"placed","reference":"walk-in 12","by":"A enterprise key","placedAt":"${now}","expiresAt":"${tomorrow}"}`,
  )
  assert.equal(placed.headers.location, `${app.baseUrl}/store/orders/1`)
  const read = await app.call('/store/orders/1')
  assert.equal(read.text, placed.text)
  assert.equal(read.headers.etag, placed.headers.etag)
  assert.equal((await app.call('/store/orders')).text, `[${placed.text}]`)
  assert.equal(await petStatusOf(app, 2), 'pending')
  assert.equal(await petStatusOf(app, 1), 'available')
})

test('an animal that is not available, or that is none, cannot be ordered', async (t) => {
  const app = await startApp(t)
  for (const status of ['pending', 'sold'] as const) {
    await addPet(app.storage, { name: 'Rex', categoryId: 3n, status })
  }
  const messageOf = async (petId: number): Promise<string> =>
    assertRefused(await placeOrder(app, { petId }), 'pet_not_available')
  assert.equal(await messageOf(1), 'The animal 1 is pending.')
  assert.equal(await messageOf(2), 'The animal 2 is sold.')
  for (const petId of [3, -1]) {
    assertRefused(await placeOrder(app, { petId }), 'pet_not_found', /no animal with the id -?\d/)
  }
  assert.equal((await app.call('/store/orders')).text, '[]')
})

test('who comes second is told who has the animal, and whether that is himself', async (t) => {
  const app = await startApp(t)
  await addPets(app, 1)
  await placeOrder(app, { petId: 1 })
  const messageOf = async (key = app.key): Promise<string> =>
    assertRefused(await placeOrder(app, { petId: 1 }, { key }), 'pet_not_available')
  const { key } = await app.addKey('free')
  assert.equal(
    await messageOf(key),
    `The animal 1 is pending: the order 1 holds it until ${tomorrow}, unless it is approved before.`,
  )
  assert.equal(
    await messageOf(),
    'The animal 1 is pending: your own order 1, which is placed, has it.',
  )
  await patchOrder(app, 1, { status: 'approved' })
  assert.equal(
    await messageOf(key),
    'The animal 1 is pending: the order 1, which is approved, has it.',
  )
  await patchOrder(app, 1, { status: 'delivered' })
  assert.equal(
    await messageOf(),
    'The animal 1 is sold: your own order 1, which is delivered, has it.',
  )
})

test('a hold ends from 60 seconds to 7 days ahead, by any offset, and is shown in UTC', async (t) => {
  const app = await startApp(t)
  await addPets(app, 3)
  for (const expiresAt of ['2026-11-20T12:01:29.999Z', '2026-11-27T12:00:30.001Z']) {
    assert.equal(
      assertRefused(await placeOrder(app, { petId: 1, expiresAt }), 'invalid_body'),
      `expiresAt must be from 2026-11-20T12:01:30.000Z to 2026-11-27T12:00:30.000Z, which is 60 seconds to 7 days ahead, not ${expiresAt}.`,
    )
  }
  for (const [petId, expiresAt, shown] of [
    [1, '2026-11-20T12:01:30Z', '2026-11-20T12:01:30.000Z'],
    [2, '2026-11-27T12:00:30.0Z', '2026-11-27T12:00:30.000Z'],
    [3, '2026-11-20t14:31:30.5+02:30', '2026-11-20T12:01:30.500Z'],
  ] as const) {
    const placed = await placeOrder(app, { petId, expiresAt })
    assert.equal(JSON.parse(placed.text).expiresAt, shown)
  }
})

test('one key places an order once, and a retry is answered as the first time, whatever became of it', async (t) => {
  const app = await startApp(t)
  await addPets(app, 2)
  const headers = { 'Idempotency-Key': 'order-1' }
  const body = { petId: 1, expiresAt: '2026-11-20T12:01:30Z' }
  const first = await placeOrder(app, body, { headers })
  assert.equal(first.headers['idempotent-replayed'], undefined)
  await patchOrder(app, 1, { status: 'cancelled' })
  // Its end is no longer far enough ahead for a new order.
  app.clock.advance(30_000)
  const again = await placeOrder(app, body, { headers })
  assert.deepEqual([again.status, again.text], [201, first.text])
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal(again.headers.etag, first.headers.etag)
  assert.equal(again.headers.location, first.headers.location)
  assert.equal(await petStatusOf(app, 1), 'available')
  assertRefused(await placeOrder(app, { petId: 2 }, { headers }), 'idempotency_key_reused')
  assert.equal(idsOf((await app.call('/store/orders')).text).length, 1)
})

test('a plan limits the orders that all keys of a chain have placed', async (t) => {
  const app = await startApp(t)
  await addPets(app, 7)
  const { key: first, record } = await app.addKey('free')
  for (const petId of [1, 2, 3, 4]) {
    assert.equal((await placeOrder(app, { petId }, { key: first })).status, 201)
  }
  const { key } = await rotateKey(app.storage.keys, record, 'staging', 60_000, app.clock.time)
  assert.equal((await placeOrder(app, { petId: 5 }, { key })).status, 201)
  assert.equal(
    assertRefused(await placeOrder(app, { petId: 6 }, { key }), 'order_limit_reached'),
    'Your keys have reached the limit of orders placed at once, which is 5 for their plan. Approve, deliver or cancel one first, or wait until one expires.',
  )
  assert.equal(await petStatusOf(app, 6), 'available')
  await patchOrder(app, 1, { status: 'approved' })
  assert.equal((await placeOrder(app, { petId: 6 }, { key })).status, 201)
  assertRefused(await placeOrder(app, { petId: 7 }, { key }), 'order_limit_reached')
  assert.equal((await placeOrder(app, { petId: 7 })).status, 201)
})

test('of the conditions 404 comes first, then 412, then 409', async (t) => {
  const app = await startApp(t)
  await addPets(app, 1)
  const old = { 'If-Match': (await placeOrder(app, { petId: 1 })).headers.etag ?? '' }
  const approved = await patchOrder(app, 1, { status: 'approved' }, { headers: old })
  assert.equal(approved.status, 200)
  const returned = { status: 'returned' }
  assertRefused(await patchOrder(app, 1, returned, { headers: old }), 'precondition_failed')
  const path = '/store/orders/1'
  assertRefused(await app.remove(path, { headers: old }), 'precondition_failed')
  const headers = { 'If-Match': approved.headers.etag ?? '' }
  assertRefused(await patchOrder(app, 1, returned, { headers }), 'transition_not_allowed')
  assertRefused(await app.remove(path, { headers }), 'order_not_deletable')
  const read = await app.call(path, { headers: { 'If-None-Match': headers['If-Match'] } })
  assert.equal(read.status, 304)
  assertRefused(await app.call(path, { headers: old }), 'precondition_failed')
})

test('while an order has the animal, the order alone moves its status, and names itself', async (t) => {
  const app = await startApp(t)
  await addPets(app, 1)
  await placeOrder(app, { petId: 1 })
  const patchPet = (body: object) => app.patch('/pets/1', body)
  for (const status of ['placed', 'approved', 'delivered'] as const) {
    await patchOrder(app, 1, { status })
    assert.equal(
      assertRefused(await patchPet({ status: 'available', name: 'Max' }), 'pet_has_order'),
      'The animal 1 has the order 1, which alone decides its status. Change that order: PATCH /store/orders/1.',
    )
    const renamed = await patchPet({ name: status, categoryId: 4 })
    assert.equal(JSON.parse(renamed.text).name, status)
    if (status === 'delivered') continue
    assert.equal(
      assertRefused(await app.remove('/pets/1'), 'pet_has_order'),
      'The animal 1 has the order 1, which alone decides whether it may be deleted. Change that order: PATCH /store/orders/1.',
    )
  }
  await patchOrder(app, 1, { status: 'returned' })
  assert.equal((await patchPet({ status: 'sold' })).status, 200)
})

test('a sold animal may be deleted; its order stays, and it cannot come back', async (t) => {
  const app = await startApp(t)
  await addPets(app, 1)
  await placeOrder(app, { petId: 1 })
  const { text } = await patchOrder(app, 1, { status: 'delivered' })
  assert.equal((await app.remove('/pets/1')).status, 204)
  const answer = await patchOrder(app, 1, { status: 'returned' })
  assert.equal(
    assertRefused(answer, 'transition_not_allowed'),
    'The animal 1 of the order 1 was deleted, so it cannot come back. The order stays as it is, as a record.',
  )
  // No advice that cannot be followed.
  assert.doesNotMatch(
    assertRefused(await patchOrder(app, 1, { status: 'cancelled' }), 'transition_not_allowed'),
    /returned/,
  )
  assert.equal(
    assertRefused(await app.remove('/store/orders/1'), 'order_not_deletable'),
    'The order 1 is delivered and its animal was deleted, so the order stays as a record.',
  )
  assert.equal((await app.call('/store/orders/1')).text, text)
})

test('a placed order that is deleted lets its animal go; what is approved or delivered stays', async (t) => {
  const app = await startApp(t)
  await addPets(app, 3)
  for (const petId of [1, 2, 3]) await placeOrder(app, { petId })
  await patchOrder(app, 2, { status: 'approved' })
  await patchOrder(app, 3, { status: 'delivered' })
  const remove = (id: number) => app.remove(`/store/orders/${id}`)
  const removed = await remove(1)
  assert.deepEqual([removed.status, removed.text], [204, ''])
  assertRefused(await remove(1), 'order_not_found')
  assert.equal(await petStatusOf(app, 1), 'available')
  assert.equal(
    errorOf(await remove(2)).message,
    'The order 2 is approved. Cancel it first: PATCH it with {"status":"cancelled"}.',
  )
  assert.equal(
    assertRefused(await remove(3), 'order_not_deletable'),
    'The order 3 is delivered. If its animal comes back, mark it as returned first: PATCH it with {"status":"returned"}.',
  )
  await patchOrder(app, 2, { status: 'cancelled' })
  assert.equal((await remove(2)).status, 204)
  // Its id is never given again.
  assert.equal(JSON.parse((await placeOrder(app, { petId: 1 })).text).id, 4)
  assert.equal((await orderOf(app, 3))['status'], 'delivered')
})

const inventoryOf = async (app: TestApp): Promise<unknown> => await app.json('/store/inventory')

test('the inventory counts the animals of each status, whatever changes them', async (t) => {
  const app = await startApp(t)
  assert.deepEqual(await inventoryOf(app), { available: 0, pending: 0, sold: 0 })
  await addPets(app, 4)
  await addPet(app.storage, { name: 'Rex', categoryId: 3n, status: 'sold' })
  assert.deepEqual(await inventoryOf(app), { available: 4, pending: 0, sold: 1 })
  for (const petId of [1, 2, 3]) await placeOrder(app, { petId })
  await patchOrder(app, 1, { status: 'delivered' })
  await patchOrder(app, 2, { status: 'cancelled' })
  assert.deepEqual(await inventoryOf(app), { available: 2, pending: 1, sold: 2 })
  await app.remove('/pets/1')
  await app.patch('/pets/4', { status: 'pending' })
  assert.deepEqual(await inventoryOf(app), { available: 1, pending: 2, sold: 1 })
  assertRefused(await app.call('/store/inventory?status=sold'), 'invalid_parameter')
})
