import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  PetStore,
  PreconditionError,
} from '../../client/src/index.ts'
import { startApp } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'

const setUp = async (t: Parameters<typeof startApp>[0]) => {
  const app = await startApp(t)
  const store = new PetStore({ baseUrl: app.baseUrl, apiKey: app.key, onWarning: () => {} })
  const { id: petId } = await store.pets.create({ name: 'Tom', categoryId: 3 })
  const statusOf = async (): Promise<string | undefined> => (await store.pets.find(petId))?.status
  return { app, store, petId, statusOf }
}

test('an order takes its animal along, from the hold to the return', async (t) => {
  const { store, petId, statusOf } = await setUp(t)
  const { orders } = store
  const placed = await orders.place({ petId, reference: 'walk-in 12' }).withResponse()
  assert.equal(placed.status, 201)
  const { id } = placed.data
  const { by, placedAt, expiresAt, ...facts } = placed.data
  assert.deepEqual(facts, { id, petId, status: 'placed', reference: 'walk-in 12' })
  assert.equal(Date.parse(expiresAt ?? '') - Date.parse(placedAt), 86_400_000)
  assert.ok(by)
  assert.equal(await statusOf(), 'pending')
  assert.deepEqual(await orders.inventory(), { available: 0n, pending: 1n, sold: 0n })

  const approved = await orders.update(id, { status: 'approved' }, { ifMatch: placed.etag })
  assert.deepEqual([approved.status, approved.expiresAt], ['approved', undefined])
  const late = orders.update(id, { status: 'cancelled' }, { ifMatch: placed.etag })
  await assert.rejects(late, PreconditionError)
  await orders.update(id, { status: 'delivered' })
  assert.equal(await statusOf(), 'sold')
  await assert.rejects(orders.delete(id), (error) => {
    assert.ok(error instanceof ConflictError)
    assert.equal(error.code, 'order_not_deletable')
    return true
  })
  assert.equal((await orders.update(id, { status: 'returned' })).status, 'returned')
  assert.equal(await statusOf(), 'available')
  assert.deepEqual(await orders.get(id), (await orders.list()).items[0])
})

test('an animal is promised once, and an order that is deleted lets it go', async (t) => {
  const { store, petId, statusOf } = await setUp(t)
  const { orders } = store
  const { id } = await orders.place({ petId })
  for (const [wrong, code] of [
    [() => orders.place({ petId }), 'pet_not_available'],
    [() => store.pets.update(petId, { status: 'sold' }), 'pet_has_order'],
    [() => store.pets.delete(petId), 'pet_has_order'],
  ] as const) {
    await assert.rejects(wrong(), (error) => {
      assert.ok(error instanceof ConflictError)
      assert.equal(error.code, code)
      return true
    })
  }
  await orders.delete(id)
  assert.equal(await statusOf(), 'available')
  await assert.rejects(orders.get(id), NotFoundError)
  await assert.rejects(orders.place({ petId: 404 }), NotFoundError)
  await assert.rejects(orders.place({ petId: 2 ** 53 }), TypeError)
})

test('a hold ends when the caller says, by a date or its text', async (t) => {
  const { app, store, petId } = await setUp(t)
  const end = new Date(app.clock.time + 3_600_000)
  const { id, expiresAt } = await store.orders.place({ petId, expiresAt: end })
  assert.equal(expiresAt, end.toISOString())
  const later = new Date(app.clock.time + 7_200_000).toISOString()
  assert.equal((await store.orders.update(id, { expiresAt: later })).expiresAt, later)
  await assert.rejects(
    store.orders.update(id, { expiresAt: '2020-01-01T00:00:00Z' }),
    InvalidRequestError,
  )
})

test('orders are listed by status, by animal, by reference and newest first', async (t) => {
  const { store, petId } = await setUp(t)
  const { orders } = store
  const other = await store.pets.create({ name: 'Kit', categoryId: 3 })
  await orders.place({ petId, reference: 'a, b&c' })
  await orders.place({ petId: other.id })
  await orders.update(1, { status: 'cancelled' })
  await orders.place({ petId })
  const idsOf = async (...options: Parameters<typeof orders.list>): Promise<bigint[]> =>
    (await Array.fromAsync(orders.list(...options))).map(({ id }) => id)
  assert.deepEqual(await idsOf({ limit: 1 }), [1n, 2n, 3n])
  assert.deepEqual(await idsOf({ status: 'cancelled' }), [1n])
  assert.deepEqual(await idsOf({ status: ['placed', 'cancelled'], sort: '-id' }), [3n, 2n, 1n])
  assert.deepEqual(await idsOf({ petId: [other.id, 404] }), [2n])
  assert.deepEqual(await idsOf({ petId, status: 'placed' }), [3n])
  assert.deepEqual(await idsOf({ reference: 'a, b&c' }), [1n])
})

test('staff place, list and move orders at a terminal', async (t) => {
  const { app, statusOf } = await setUp(t)
  const env = { PETSTORE_API_KEY: app.key, PETSTORE_BASE_URL: app.baseUrl }
  const now = () => app.clock.time
  const run = async (...args: readonly string[]) => await runHere(['orders', ...args], env, { now })
  const placed = await run('place', '1', '--reference', 'walk-in', '--expires', '2h')
  assert.equal(placed.status, 0, placed.error)
  const order = JSON.parse(placed.out)
  assert.deepEqual([order.id, order.petId, order.reference], [1, 1, 'walk-in'])
  assert.equal(order.expiresAt, new Date(app.clock.time + 7_200_000).toISOString())
  assert.equal((await run('list', '--status', 'placed,approved', '--pet', '1')).out, placed.out)
  assert.equal((await run('list', '--status', 'returned')).out, '')
  for (const [move, status] of [
    ['approve', 'pending'],
    ['deliver', 'sold'],
    ['return', 'available'],
  ] as const) {
    assert.equal((await run(move, '1')).status, 0)
    assert.equal(await statusOf(), status)
  }
  const refused = await run('cancel', '1')
  assert.equal(refused.status, 1)
  assert.match(refused.error, /\(transition_not_allowed, request/)
  assert.equal((await run('list', '--status', 'lost')).status, 2)
  const once = await run('place', '1', '--expires', '2h', '--idempotency-key', 'a')
  assert.deepEqual(
    [once.status, once.error.slice(0, 40)],
    [2, 'Give --expires or --idempotency-key: eac'],
  )
  const first = await run('place', '1', '--idempotency-key', 'b')
  assert.deepEqual(await run('place', '1', '--idempotency-key', 'b'), first)
})

test('a hold at a terminal lasts from 60s to 7d, though the service measures a moment later', async (t) => {
  const { app, store, petId } = await setUp(t)
  const env = { PETSTORE_API_KEY: app.key, PETSTORE_BASE_URL: app.baseUrl }
  const place = async (span: string, ahead: number) =>
    await runHere(['orders', 'place', '1', '--expires', span], env, {
      now: () => app.clock.time + ahead,
    })
  // The clocks of two machines differ, either way.
  for (const [span, ahead] of [
    ['60s', -1_000],
    ['1m', 1_000],
    ['7d', 1_000],
    ['168h', -1_000],
  ] as const) {
    const { status, out, error } = await place(span, ahead)
    assert.equal(status, 0, `${span}: ${error}`)
    await store.orders.update(JSON.parse(out).id, { status: 'cancelled' })
  }
  for (const span of ['59s', '0s', '8d', '604801s']) {
    const { status, error } = await place(span, 0)
    assert.equal(status, 2)
    assert.match(error, /A hold lasts from 60s to 7d\./)
  }
  assert.equal((await Array.fromAsync(store.orders.list({ petId }))).length, 4)
})
