import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { type Scope, scopesOf } from '../../src/access/keys/scopes.ts'
import { startApp, type TestApp } from '../helpers/app.ts'
import { addPets, patchOrder, placeOrder } from '../helpers/orders.ts'
import { assertRefused } from '../helpers/refusal.ts'

const addKey = async (app: TestApp, scope: Scope = 'orders:write') =>
  await app.addKey('free', undefined, undefined, scopesOf([scope]))

/** The order 1 of a client for the animal 1. */
const start = async (t: TestContext) => {
  const app = await startApp(t)
  await addPets(app, 2)
  const { key, record } = await addKey(app)
  assert.equal((await placeOrder(app, { petId: 1 }, { key })).status, 201)
  return { app, key, record }
}

test('a key without orders:manage takes no step of the store, whatever else is wrong', async (t) => {
  const { app, key } = await start(t)
  const stale = { 'If-Match': '"other"' }
  for (const status of ['approved', 'delivered', 'returned']) {
    for (const headers of [{}, stale]) {
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
  assert.equal((await app.call('/store/orders/1')).headers.etag?.endsWith('-1"'), true)
  await patchOrder(app, 1, { status: 'approved' })
  // What it is already is no step.
  assert.equal((await patchOrder(app, 1, { status: 'approved' }, { key })).status, 200)
  assert.equal((await patchOrder(app, 1, { status: 'cancelled' }, { key })).status, 200)
})

test('a key with orders:write alone changes no order of another key, one with orders:manage alone any', async (t) => {
  const { app } = await start(t)
  const other = await addKey(app)
  const before = await app.call('/store/orders/1')
  const path = '/store/orders/1'
  for (const options of [
    { method: 'PATCH', body: {} },
    { method: 'PATCH', body: { status: 'cancelled' } },
    { method: 'PATCH', body: { reference: 'mine' } },
    { method: 'DELETE' },
  ]) {
    const refused = await app.call(path, { ...options, key: other.key })
    const message = assertRefused(refused, 'insufficient_scope')
    assert.match(
      message,
      /^Changing the order 1, which another API key placed, needs the scope orders:manage,/,
    )
  }
  const after = await app.call(path)
  assert.deepEqual([after.text, after.headers.etag], [before.text, before.headers.etag])
  assertRefused(await patchOrder(app, 2, {}, { key: other.key }), 'order_not_found')
  const { key } = await addKey(app, 'orders:manage')
  assertRefused(await placeOrder(app, { petId: 2 }, { key }), 'insufficient_scope')
  assert.equal((await patchOrder(app, 1, { status: 'delivered' }, { key })).status, 200)
  assert.equal((await patchOrder(app, 1, { status: 'returned' }, { key })).status, 200)
  assert.equal((await app.remove(path, { key })).status, 204)
})
