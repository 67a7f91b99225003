import assert from 'node:assert/strict'
import { startApp, testOf } from '../helpers/app.ts'
import { addPets, patchOrder, placeOrder } from '../helpers/orders.ts'
import { assertRefused } from '../helpers/refusal.ts'

const path = '/store/orders/1'

/** The order 1 of a client for the animal 1. */
const it = testOf(async (t) => {
  const app = await startApp(t)
  await addPets(app, 2)
  const key = await app.keyWith('orders:write')
  assert.equal((await placeOrder(app, { petId: 1 }, { key })).status, 201)
  return { app, key }
})

it('a key without orders:manage takes no step of the store, whatever else is wrong', async ({
  app,
  key,
}) => {
  for (const status of ['approved', 'delivered', 'returned']) {
    for (const headers of [{}, { 'If-Match': '"other"' }]) {
      const refused = await patchOrder(app, 1, { status, reference: 'mine' }, { key, headers })
      assert.equal(
        assertRefused(refused, 'insufficient_scope'),
        `Making an order ${status} needs the scope orders:manage, which this API key does not have; it has orders:write. Use another key, or ask the operator to give this one the scope.`,
      )
      assert.equal(
        refused.headers['www-authenticate'],
        'Bearer error="insufficient_scope", scope="orders:manage"',
      )
    }
  }
  assert.match((await app.call(path)).headers.etag ?? '', /-1"$/)
  await patchOrder(app, 1, { status: 'approved' })
  // What it is already is no step.
  assert.equal((await patchOrder(app, 1, { status: 'approved' }, { key })).status, 200)
  assert.equal((await patchOrder(app, 1, { status: 'cancelled' }, { key })).status, 200)
})

it('a key with orders:write alone changes no order of another key, one with orders:manage alone any', async ({
  app,
}) => {
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
