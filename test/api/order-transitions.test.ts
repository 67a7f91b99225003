import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderStatuses } from '../../src/resources/orders/order.ts'
import { startApp, type TestApp } from '../helpers/app.ts'
import { addPets, orderOf, patchOrder, petStatusOf, placeOrder } from '../helpers/orders.ts'
import { poll } from '../helpers/poll.ts'
import { assertRefused } from '../helpers/refusal.ts'

/** The advice of a refusal, by the status that there is. */
const advice: Readonly<Record<string, string>> = {
  placed: 'It can become approved, delivered or cancelled.',
  approved: 'It can become delivered or cancelled.',
  delivered: 'It can become returned.',
  expired: 'Place a new order.',
  cancelled: 'Place a new order.',
  returned: 'Place a new order.',
}

const day = 86_400_000

/** Brings the order 1 for the animal 1 to a status. */
const bringTo = async (app: TestApp, status: string): Promise<void> => {
  await addPets(app, 1)
  await placeOrder(app, { petId: 1 })
  if (status === 'expired') {
    app.clock.advance(day)
    await poll(async () => ((await orderOf(app, 1))['status'] === 'expired' ? true : undefined))
    return
  }
  if (status === 'returned') await patchOrder(app, 1, { status: 'delivered' })
  await patchOrder(app, 1, { status })
}

for (const from of orderStatuses) {
  test(`an order that is ${from} refuses every other status with advice, and nothing changes`, async (t) => {
    const app = await startApp(t)
    await bringTo(app, from)
    const before = await app.call('/store/orders/1')
    for (const to of orderStatuses) {
      const reason = to === 'expired' ? 'Only the clock makes an order expire.' : advice[from]
      const isAllowed = to !== 'expired' && reason?.includes(to) === true
      if (from === to || isAllowed) continue
      assert.equal(
        assertRefused(await patchOrder(app, 1, { status: to }), 'transition_not_allowed'),
        `An order that is ${from} cannot become ${to}. ${reason}`,
      )
    }
    const same = await patchOrder(app, 1, { status: from })
    assert.deepEqual([same.status, same.text], [200, before.text])
    assert.equal(same.headers.etag, before.headers.etag)
  })
}

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

test('an animal that came back can be ordered again, and its old order is at its end', async (t) => {
  const app = await startApp(t)
  await addPets(app, 1)
  for (const last of ['cancelled', 'returned']) {
    const { text } = await placeOrder(app, { petId: 1 })
    const { id } = JSON.parse(text)
    if (last === 'returned') await patchOrder(app, id, { status: 'delivered' })
    await patchOrder(app, id, { status: last })
    assert.equal(await petStatusOf(app, 1), 'available')
  }
  assert.equal((await placeOrder(app, { petId: 1 })).status, 201)
  assertRefused(await patchOrder(app, 2, { status: 'delivered' }), 'transition_not_allowed')
})
