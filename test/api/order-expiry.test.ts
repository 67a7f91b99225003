import assert from 'node:assert/strict'
import { dateTimeText } from '../../src/base/date-time.ts'
import { orderPlace } from '../../src/resources/orders/changes.ts'
import { orders } from '../../src/resources/orders/table.ts'
import { act } from '../helpers/act.ts'
import { it, type TestApp } from '../helpers/app.ts'
import { addPets, orderOf, patchOrder, petStatusOf, placeOrder } from '../helpers/orders.ts'
import { poll } from '../helpers/poll.ts'

const day = 86_400_000

const untilStatus = async (app: TestApp, id: number, status: string): Promise<void> => {
  await poll(async () => (await orderOf(app, id))['status'] === status)
}

it('a hold ends by the clock, with nobody asking for its animal, and lists show it', async (app) => {
  await addPets(app, 2)
  await placeOrder(app, { petId: 1 })
  await placeOrder(app, { petId: 2 })
  await patchOrder(app, 2, { status: 'approved' })
  // From the second request on a page comes from the cache.
  for (let time = 1; time <= 3; time += 1) await app.call('/store/orders?status=placed')
  app.clock.advance(day - 1)
  assert.equal((await orderOf(app, 1))['status'], 'placed')
  app.clock.advance(1)
  await untilStatus(app, 1, 'expired')
  assert.equal(await petStatusOf(app, 1), 'available')
  assert.equal((await app.call('/store/orders?status=placed')).text, '[]')
  assert.equal((await orderOf(app, 1))['closedAt'], (await orderOf(app, 1))['expiresAt'])
  // What is approved has no end.
  app.clock.advance(30 * day)
  await placeOrder(app, { petId: 1, expiresAt: dateTimeText(app.clock.time + 60_000) })
  app.clock.advance(60_000)
  await untilStatus(app, 3, 'expired')
  assert.equal((await orderOf(app, 2))['status'], 'approved')
})

it('many holds that end together all end, in groups', async (app) => {
  const many = 450
  await addPets(app, many)
  const placer = { ownerId: 'any', keyName: 'Any', openOrders: many }
  for (let petId = 1n; petId <= many; petId += 1n) {
    await app.storage.data.apply(orderPlace({ petId }, placer, app.clock.time), act)
  }
  app.clock.advance(day)
  const until = dateTimeText(app.clock.time)
  await poll(async () => (await app.storage.data.due(orders, until, 1)).length === 0)
  const inventory = await app.json('/store/inventory')
  assert.deepEqual(inventory, { available: many, pending: 0, sold: 0 })
})
