import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { contactSweep } from '../../src/resources/orders/contact-retention.ts'
import { it, startApp, type TestApp } from '../helpers/app.ts'
import { orderOf, patchOrder, placeOrder } from '../helpers/orders.ts'
import { idsOn, valuesOf } from '../helpers/pages.ts'
import { wholeContact as jo } from '../helpers/whole-rows.ts'
import { poll } from '../helpers/poll.ts'
import { assertRefused } from '../helpers/refusal.ts'

it('a contact is added, changed and erased, and a retry of its creation gets it as it is by then', async (app) => {
  const once = { headers: { 'Idempotency-Key': 'jo' } }
  const added = await app.post('/contacts', jo, once)
  assert.equal(added.status, 201)
  const createdAt = new Date(app.clock.time).toISOString()
  assert.deepEqual(JSON.parse(added.text), { id: 1, ...jo, createdAt })
  const changed = await app.patch('/contacts/1', { phone: '1' })
  const again = await app.post('/contacts', jo, once)
  assert.deepEqual([again.status, again.text], [201, changed.text])
  assert.equal((await app.remove('/contacts/1')).status, 204)
  assertRefused(await app.post('/contacts', jo, once), 'contact_not_found')
  assert.equal((await app.call('/contacts')).text, '[]')
  for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', {}]] as const) {
    assertRefused(await app.call('/contacts/1', { method, body }), 'contact_not_found', / 1\.$/)
  }
  assert.match((await app.post('/contacts', jo)).text, /^\{"id":2,/)
})

it('contacts are found by the digits of their phone, by their mail in any case of letters, and by their ids', async (app) => {
  const assertFound = async (search: object, ids: readonly number[]): Promise<void> => {
    const { text } = await app.post('/contacts/find', search)
    assert.deepEqual(valuesOf(JSON.parse(text), 'id'), ids)
  }
  await app.post('/contacts', jo)
  await app.post('/contacts', { name: 'Kim', phone: '44 (20) 7946-0958' })
  await app.post('/contacts', { name: 'Lee', email: 'jo@EXAMPLE.COM', phone: '0000' })
  assert.deepEqual(await idsOn(app, '/contacts?id=3,1,7,1'), [1, 3])
  assert.deepEqual(await idsOn(app, '/contacts?id=3,1,7,1&sort=-id&limit=1'), [3, 1])
  await assertFound({ phone: '+442079460958' }, [1, 2])
  await assertFound({ email: 'JO@example.com' }, [1, 3])
  await assertFound({ phone: '2079460958' }, [])
  await app.patch('/contacts/1', { phone: '12-34', email: null })
  await assertFound({ phone: '1234' }, [1])
  await assertFound({ phone: '+442079460958' }, [2])
  await assertFound({ email: 'JO@example.com' }, [3])
  await app.remove('/contacts/3')
  await assertFound({ email: 'JO@example.com' }, [])
  for (const search of [{}, { phone: '1', email: 'a@b' }]) {
    assertRefused(await app.post('/contacts/find', search), 'invalid_body')
  }
})

/** An app with some contacts, and as many animals. */
const appWith = async (t: TestContext, names: readonly string[], contactDays = Infinity) => {
  const app = await startApp(t, { contactDays, eventDays: 365 })
  for (const name of names) {
    await app.post('/contacts', { name })
    await app.post('/pets', { name: `The pet of ${name}`, categoryId: 1 })
  }
  return app
}

const ordersOf = (app: TestApp, contactId: number) =>
  idsOn(app, `/store/orders?contactId=${contactId}`)

test('an order is for a contact that exists, is found by it, and goes to another one', async (t) => {
  const app = await appWith(t, ['Jo', 'Kim'])
  assertRefused(await placeOrder(app, { petId: 1, contactId: 9 }), 'contact_not_found', / 9\.$/)
  assertRefused(await placeOrder(app, { petId: 7, contactId: 9 }), 'pet_not_found')
  assert.equal((await placeOrder(app, { petId: 1, contactId: 1 })).status, 201)
  assert.equal((await orderOf(app, 1))['contactId'], 1)
  await patchOrder(app, 1, { status: 'approved' })
  const [{ data }] = await app.json('/events?type=order.approved')
  assert.equal(data.order.contactId, 1)
  await placeOrder(app, { petId: 2 })
  const missing = await patchOrder(app, 2, { contactId: 9, status: 'delivered' })
  assertRefused(missing, 'contact_not_found')
  assertRefused(await patchOrder(app, 3, { contactId: 9 }), 'order_not_found')
  assert.equal((await orderOf(app, 2))['status'], 'placed')
  for (const [contactId, orders] of [
    [1, [1, 2]],
    [2, [1]],
    [null, [1]],
  ] as const) {
    const { contactId: shown } = JSON.parse((await patchOrder(app, 2, { contactId })).text)
    assert.equal(shown, contactId ?? undefined)
    assert.deepEqual(await ordersOf(app, 1), orders)
  }
})

test('an erased contact is in no order, while the orders stay, and new ones cannot name it', async (t) => {
  const app = await appWith(t, ['Jo', 'Kim'])
  for (const id of [1, 2]) await placeOrder(app, { petId: id, contactId: id })
  const { contactId: _, ...rest } = await orderOf(app, 1)
  const page = await app.call('/store/orders')
  // All at once, so that they may share a transaction.
  const [changed, erased] = await Promise.all([
    patchOrder(app, 1, { reference: 'walk-in 12' }),
    app.remove('/contacts/1'),
    patchOrder(app, 2, { reference: 'walk-in 13' }),
  ])
  assert.deepEqual([changed.status, erased.status], [200, 204])
  const after = await app.call('/store/orders/1')
  assert.deepEqual(JSON.parse(after.text), { ...rest, reference: 'walk-in 12' })
  assert.notEqual(after.headers.etag, changed.headers.etag)
  assert.notEqual((await app.call('/store/orders')).headers.etag, page.headers.etag)
  assert.deepEqual(await ordersOf(app, 1), [])
  assert.deepEqual(await ordersOf(app, 2), [2])
  assertRefused(await patchOrder(app, 2, { contactId: 1 }), 'contact_not_found')
  assert.equal((await patchOrder(app, 1, { status: 'delivered' })).status, 200)
})

const day = 86_400_000

test('contacts without an order for as many days as the operator said are erased', async (t) => {
  const app = await appWith(t, ['Never', 'Open', 'Old', 'New'], 30)
  for (const id of [2, 3, 4]) await placeOrder(app, { petId: id, contactId: id })
  await patchOrder(app, 1, { status: 'approved' })
  await patchOrder(app, 2, { status: 'cancelled' })
  const sweep = contactSweep.start(app.storage.data)
  const left = async () => valuesOf(await app.json('/contacts'), 'name').join()
  const leftAfter = async (days: number): Promise<string> => {
    app.clock.advance(days * day)
    const now = app.clock.time
    await sweep({ before: 0, contactsBefore: now - 30 * day, now })
    return await left()
  }
  assert.equal(await leftAfter(29), 'Never,Open,Old,New')
  await patchOrder(app, 3, { status: 'delivered' })
  assert.equal(await leftAfter(2), 'Open,New')
  await patchOrder(app, 1, { status: 'delivered' })
  assert.equal(await leftAfter(29), 'Open')
  // The service does so by itself.
  app.clock.advance(2 * day)
  await poll(async () => (await left()) === '')
  const erased = [1, 3, 4, 2].map((id) => [undefined, { contact: { id } }])
  const events = await app.json('/events?type=contact.deleted')
  assert.deepEqual(valuesOf(events, 'by', 'data'), erased)
})
