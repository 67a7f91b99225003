import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { addPets, orderOf, patchOrder, placeOrder } from '../helpers/orders.ts'
import { assertRefused } from '../helpers/refusal.ts'

test('an order says when it ends or ended', async (t) => {
  const app = await startApp(t)
  await addPets(app, 1)
  await placeOrder(app, { petId: 1 })
  const timesOf = async () => {
    const { placedAt, expiresAt, closedAt } = await orderOf(app, 1)
    return [placedAt, expiresAt, closedAt]
  }
  const [noon, tomorrow] = ['2026-11-20T12:00:30.000Z', '2026-11-21T12:00:30.000Z']
  assert.deepEqual(await timesOf(), [noon, tomorrow, undefined])
  await patchOrder(app, 1, { expiresAt: '2026-11-22T12:00:30+01:00' })
  assert.deepEqual(await timesOf(), [noon, '2026-11-22T11:00:30.000Z', undefined])
  await patchOrder(app, 1, { status: 'approved' })
  assert.deepEqual(await timesOf(), [noon, undefined, undefined])
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
  assert.deepEqual(await timesOf(), [noon, undefined, '2026-11-20T12:00:31.000Z'])
  app.clock.advance(1_000)
  await patchOrder(app, 1, { status: 'returned', reference: 'too lively' })
  assert.deepEqual(await timesOf(), [noon, undefined, '2026-11-20T12:00:32.000Z'])
  assert.equal((await orderOf(app, 1))['reference'], 'too lively')
})
