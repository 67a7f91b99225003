import assert from 'node:assert/strict'
import { rotateKey } from '../../src/access/keys/life-cycle.ts'
import { startApp, testOf, wideLimits } from '../helpers/app.ts'
import { addPets, orderOf, patchOrder, petStatusOf, placeOrder } from '../helpers/orders.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addPet } from '../helpers/storage.ts'
import { idsOn } from '../helpers/pages.ts'
import { poll } from '../helpers/poll.ts'
import { changeKey } from '../helpers/team.ts'

const now = '2026-11-20T12:00:30.000Z'
const tomorrow = '2026-11-21T12:00:30.000Z'

/** A test of an application with seven animals that are available. */
const it = testOf(async (t) => {
  const app = await startApp(t)
  await addPets(app, 7)
  return app
})

it('an order is placed, and read as it was answered', async (app) => {
  const placed = await placeOrder(app, { petId: 2, reference: 'walk-in 12' })
  assert.equal(placed.status, 201)
  assert.equal(
    placed.text,
    `{"id":1,"petId":2,"status":"placed","reference":"walk-in 12","by":"A enterprise key","placedAt":"${now}","expiresAt":"${tomorrow}"}`,
  )
  assert.equal((await app.call('/store/orders')).text, `[${placed.text}]`)
  assert.deepEqual([await petStatusOf(app, 1), await petStatusOf(app, 2)], ['available', 'pending'])
})

it('an animal that is not available cannot be ordered, and who comes second is told who has it, and whether that is himself', async (app) => {
  for (const status of ['pending', 'sold'] as const) {
    const { id } = await addPet(app.storage, { name: 'Rex', categoryId: 3n, status })
    const refused = await placeOrder(app, { petId: id })
    assert.equal(assertRefused(refused, 'pet_not_available'), `The animal ${id} is ${status}.`)
  }
  assertRefused(await placeOrder(app, { petId: -1 }), 'pet_not_found', /no animal with the id -1/)
  await placeOrder(app, { petId: 1 })
  const { key: other } = await app.addKey('free')
  for (const [status, key, message] of [
    [
      'placed',
      other,
      `pending: the order 1 holds it until ${tomorrow}, unless it is approved before.`,
    ],
    ['placed', app.key, 'pending: your own order 1, which is placed, has it.'],
    ['approved', other, 'pending: the order 1, which is approved, has it.'],
    ['delivered', app.key, 'sold: your own order 1, which is delivered, has it.'],
  ] as const) {
    await patchOrder(app, 1, { status })
    const refused = await placeOrder(app, { petId: 1 }, { key })
    assert.equal(assertRefused(refused, 'pet_not_available'), `The animal 1 is ${message}`)
  }
})

it('a hold ends from 60 seconds to 7 days ahead, by any offset, and is shown in UTC', async (app) => {
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
    await placeOrder(app, { petId, expiresAt })
    assert.equal((await orderOf(app, petId))['expiresAt'], shown)
  }
})

it('one key places an order once, and a retry is answered as the first time, whatever became of it', async (app) => {
  const headers = { 'Idempotency-Key': 'order-1' }
  const body = { petId: 1, expiresAt: '2026-11-20T12:01:30Z' }
  const first = await placeOrder(app, body, { headers })
  await patchOrder(app, 1, { status: 'cancelled' })
  // Its end is no longer far enough ahead for a new order.
  app.clock.advance(30_000)
  const again = await placeOrder(app, body, { headers })
  assert.deepEqual([again.status, again.text], [201, first.text])
  assert.equal(again.headers.etag, first.headers.etag)
  assert.equal((await app.json('/store/orders')).length, 1)
})

it('of 64 that order one animal at once, one gets it', async (app) => {
  const placing = Array.from({ length: 64 }, async () => await placeOrder(app, { petId: 1 }))
  const { 201: placed, 409: late } = Object.groupBy(
    await Promise.all(placing),
    (each) => each.status,
  )
  assert.deepEqual([placed?.length, late?.length], [1, 63])
})

it('a plan limits the orders that all keys of a chain have placed', async (app) => {
  const limits = { ...wideLimits, openOrders: 5 }
  const { key: first, record } = await app.addKey('enterprise', limits)
  const place = async (petId: number, key: string) => await placeOrder(app, { petId }, { key })
  for (const petId of [1, 2, 3, 4]) assert.equal((await place(petId, first)).status, 201)
  const { key } = await rotateKey(app.storage.keys, record, 'staging', 60_000, app.clock.time)
  assert.equal((await place(5, key)).status, 201)
  assert.equal(
    assertRefused(await place(6, key), 'order_limit_reached'),
    'Your keys have reached the limit of orders placed at once, which is 5 for their plan. Approve, deliver or cancel one first, or wait until one expires.',
  )
  assert.equal(await petStatusOf(app, 6), 'available')
  await patchOrder(app, 1, { status: 'approved' })
  assert.equal((await place(6, key)).status, 201)
  assertRefused(await place(7, key), 'order_limit_reached')
  // After a change to a smaller plan there are more, and the refusal names the limit.
  const smaller = { ...limits, openOrders: 3 }
  await changeKey(app.storage.keys, record.id, { plan: 'enterprise', limits: smaller })
  await poll(async () => (await place(7, key)).text.includes('once, which is 3 for their plan.'))
  assert.equal((await place(7, app.key)).status, 201)
})

it('an order says when it ends or ended', async (app) => {
  await placeOrder(app, { petId: 1 })
  const assertTimes = async (...expected: ReadonlyArray<string | undefined>): Promise<void> => {
    const { placedAt, expiresAt, closedAt } = await orderOf(app, 1)
    assert.deepEqual([placedAt, expiresAt, closedAt], [now, ...expected])
  }
  await assertTimes(tomorrow, undefined)
  await patchOrder(app, 1, { expiresAt: '2026-11-22T12:00:30+01:00' })
  await assertTimes('2026-11-22T11:00:30.000Z', undefined)
  await patchOrder(app, 1, { status: 'approved' })
  await assertTimes(undefined, undefined)
  for (const [body, what] of [
    [{ expiresAt: tomorrow }, 'is approved'],
    [{ status: 'approved', expiresAt: tomorrow }, 'is approved'],
    [{ status: 'delivered', expiresAt: tomorrow }, 'would be delivered'],
  ] as const) {
    assert.equal(
      assertRefused(await patchOrder(app, 1, body), 'transition_not_allowed'),
      `The order 1 ${what}; only a placed order has an expiresAt that can change.`,
    )
  }
  app.clock.advance(1_000)
  await patchOrder(app, 1, { status: 'delivered' })
  await assertTimes(undefined, '2026-11-20T12:00:31.000Z')
  app.clock.advance(1_000)
  await patchOrder(app, 1, { status: 'returned', reference: 'too lively' })
  await assertTimes(undefined, '2026-11-20T12:00:32.000Z')
  assert.equal((await orderOf(app, 1))['reference'], 'too lively')
})

it('while an order has the animal, the order alone moves its status, and names itself', async (app) => {
  await placeOrder(app, { petId: 1 })
  const byOrder = (what: string): string =>
    `The animal 1 has the order 1, which alone decides ${what}. Change that order: PATCH /store/orders/1.`
  for (const status of ['placed', 'approved', 'delivered'] as const) {
    await patchOrder(app, 1, { status })
    const moved = await app.patch('/pets/1', { status: 'available', name: 'Max' })
    assert.equal(assertRefused(moved, 'pet_has_order'), byOrder('its status'))
    const renamed = await app.patch('/pets/1', { name: status, categoryId: 4 })
    assert.equal(JSON.parse(renamed.text).name, status)
    if (status === 'delivered') continue
    const deleted = await app.remove('/pets/1')
    assert.equal(assertRefused(deleted, 'pet_has_order'), byOrder('whether it may be deleted'))
  }
  await patchOrder(app, 1, { status: 'returned' })
  assert.equal((await app.patch('/pets/1', { status: 'sold' })).status, 200)
})

it('a sold animal may be deleted and counts no more; its order stays, and it cannot come back', async (app) => {
  const inventory = () => app.json('/store/inventory')
  await placeOrder(app, { petId: 1 })
  const { text } = await patchOrder(app, 1, { status: 'delivered' })
  assert.deepEqual(await inventory(), { available: 6, pending: 0, sold: 1 })
  assert.equal((await app.remove('/pets/1')).status, 204)
  assert.deepEqual(await inventory(), { available: 6, pending: 0, sold: 0 })
  assert.equal(
    assertRefused(await patchOrder(app, 1, { status: 'returned' }), 'transition_not_allowed'),
    'The animal 1 of the order 1 was deleted, so it cannot come back. The order stays as it is, as a record.',
  )
  // No advice that cannot be followed.
  const cancelled = await patchOrder(app, 1, { status: 'cancelled' })
  assert.doesNotMatch(assertRefused(cancelled, 'transition_not_allowed'), /returned/)
  assert.equal(
    assertRefused(await app.remove('/store/orders/1'), 'order_not_deletable'),
    'The order 1 is delivered and its animal was deleted, so the order stays as a record.',
  )
  assert.equal((await app.call('/store/orders/1')).text, text)
})

it('a placed order that is deleted lets its animal go; what is approved or delivered stays', async (app) => {
  for (const petId of [1, 2, 3]) await placeOrder(app, { petId })
  await patchOrder(app, 2, { status: 'approved' })
  await patchOrder(app, 3, { status: 'delivered' })
  const removed = await app.remove('/store/orders/1')
  assert.deepEqual([removed.status, removed.text], [204, ''])
  assertRefused(await app.remove('/store/orders/1'), 'order_not_found')
  assert.equal(await petStatusOf(app, 1), 'available')
  for (const [id, message] of [
    [2, 'approved. Cancel it first: PATCH it with {"status":"cancelled"}.'],
    [
      3,
      'delivered. If its animal comes back, mark it as returned first: PATCH it with {"status":"returned"}.',
    ],
  ] as const) {
    const refused = await app.remove(`/store/orders/${id}`)
    assert.equal(assertRefused(refused, 'order_not_deletable'), `The order ${id} is ${message}`)
  }
  await patchOrder(app, 2, { status: 'cancelled' })
  assert.equal((await app.remove('/store/orders/2')).status, 204)
  // Its id is never given again.
  assert.equal(JSON.parse((await placeOrder(app, { petId: 1 })).text).id, 4)
  assert.equal((await orderOf(app, 3))['status'], 'delivered')
})

it('a key without orders:manage takes no step of the store, whatever else is wrong', async (app) => {
  const key = await app.keyWith('orders:write')
  await placeOrder(app, { petId: 1 }, { key })
  for (const status of ['approved', 'delivered', 'returned']) {
    for (const headers of [{}, { 'If-Match': '"other"' }]) {
      const refused = await patchOrder(app, 1, { status, reference: 'mine' }, { key, headers })
      assert.equal(
        assertRefused(refused, 'insufficient_scope'),
        `Making an order ${status} needs the scope orders:manage, which this API key does not have; it has orders:write. Use another key, or ask the operator to give this one the scope.`,
      )
    }
  }
  assert.match((await app.call('/store/orders/1')).headers.etag ?? '', /-1"$/)
  await patchOrder(app, 1, { status: 'approved' })
  // What it is already is no step.
  assert.equal((await patchOrder(app, 1, { status: 'approved' }, { key })).status, 200)
  assert.equal((await patchOrder(app, 1, { status: 'cancelled' }, { key })).status, 200)
})

it('a key with orders:write alone changes no order of another key, one with orders:manage alone any', async (app) => {
  await placeOrder(app, { petId: 1 })
  const path = '/store/orders/1'
  const other = await app.keyWith('orders:write')
  const before = await app.call(path)
  for (const options of [
    { method: 'PATCH', body: {} },
    { method: 'PATCH', body: { status: 'cancelled' } },
    { method: 'PATCH', body: { reference: 'mine' } },
    { method: 'DELETE' },
  ]) {
    assertRefused(
      await app.call(path, { ...options, key: other }),
      'insufficient_scope',
      /^Changing the order 1, which another API key placed, needs the scope orders:manage,/,
    )
  }
  const after = await app.call(path)
  assert.deepEqual([after.text, after.headers.etag], [before.text, before.headers.etag])
  assertRefused(await patchOrder(app, 2, {}, { key: other }), 'order_not_found')
  const key = await app.keyWith('orders:manage')
  assertRefused(await placeOrder(app, { petId: 2 }, { key }), 'insufficient_scope')
  for (const status of ['delivered', 'returned']) {
    assert.equal((await patchOrder(app, 1, { status }, { key })).status, 200)
  }
  assert.equal((await app.remove(path, { key })).status, 204)
})

it('a list goes through all orders by its links, whatever its filters and its order', async (app) => {
  await addPets(app, 5)
  for (const name of ['Ada', 'Bea']) await app.post('/contacts', { name })
  for (let id = 1; id <= 12; id += 1) {
    await placeOrder(app, {
      petId: id,
      ...(id % 2 === 0 && { reference: 'even' }),
      ...(id % 5 === 0 && { contactId: 1 }),
    })
    if (id % 3 === 0) await patchOrder(app, id, { status: 'approved' })
    if (id % 4 === 0) await patchOrder(app, id, { status: 'cancelled' })
  }
  for (const [query, ids] of [
    ['', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    ['sort=-id', [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ['status=cancelled', [4, 8, 12]],
    ['status=cancelled,approved', [3, 4, 6, 8, 9, 12]],
    ['status=approved,cancelled,approved&sort=-id', [12, 9, 8, 6, 4, 3]],
    ['status=delivered', []],
    ['petId=5', [5]],
    ['petId=11,5,99,5', [5, 11]],
    ['petId=3,4,5,6&status=approved', [3, 6]],
    ['petId=3,4,5,6&status=approved,cancelled&sort=-id', [6, 4, 3]],
    ['reference=even', [2, 4, 6, 8, 10, 12]],
    ['reference=even&status=placed,approved', [2, 6, 10]],
    ['reference=Even', []],
    ['reference=even&petId=1,2,3,4', [2, 4]],
    ['reference=even&petId=1,2,3,4&status=placed', [2]],
    ['contactId=1', [5, 10]],
    ['contactId=1&sort=-id&status=placed,delivered', [10, 5]],
    ['contactId=2', []],
    ['contactId=404', []],
  ] as const) {
    for (const limit of [1, 2, 5, 100]) {
      const path = `/store/orders?limit=${limit}&${query}`
      assert.deepEqual(await idsOn(app, path), ids, path)
    }
  }
  for (const other of ['petId=1', 'reference=a']) {
    const refused = await app.call(`/store/orders?contactId=1&${other}`)
    assertRefused(refused, 'invalid_parameter', /^contactId cannot be combined/)
  }
})

it('the holds that end before a time are listed in the order of their ends', async (app) => {
  await app.post('/contacts', { name: 'Ada' })
  const at = (hour: number): string =>
    new Date(app.clock.time + (1 + hour) * 3_600_000).toISOString()
  for (const [place, hour] of [5, 1, 3, 1, 2, 4].entries()) {
    const reference = hour % 2 === 0 ? 'even' : 'odd'
    await placeOrder(app, { petId: place + 1, expiresAt: at(hour), reference, contactId: 1 })
  }
  await patchOrder(app, 6, { status: 'approved' })
  const list = (query: string) => idsOn(app, `/store/orders?limit=2&${query}`)
  assert.deepEqual(await list(`expiresBefore=${at(5)}`), [2, 4, 5, 3])
  assert.deepEqual(await list(`expiresBefore=${at(9).replace('Z', '%2B00:00')}`), [2, 4, 5, 3, 1])
  assert.deepEqual(await list(`expiresBefore=${at(1)}`), [])
  assert.deepEqual(await list(`expiresBefore=${at(9)}&reference=odd&petId=1,2,5`), [2, 1])
  assert.deepEqual(await list(`expiresBefore=${at(9)}&contactId=1`), [2, 4, 5, 3, 1])
  assert.deepEqual(await list(`expiresBefore=${at(2)}&status=placed,expired`), [2, 4])
  const others = { 'sort=-id': 'sort', 'status=expired': 'another status' }
  for (const [other, words] of Object.entries(others)) {
    const refused = await app.call(`/store/orders?expiresBefore=${at(2)}&${other}`)
    const message = new RegExp(`^expiresBefore cannot be combined with ${words}:`)
    assertRefused(refused, 'invalid_parameter', message)
  }
})
