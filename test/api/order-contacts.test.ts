import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { contactSweep } from '../../src/resources/orders/contact-retention.ts'
import { startApp, type TestApp } from '../helpers/app.ts'
import type { Answer } from '../helpers/http.ts'
import { poll } from '../helpers/poll.ts'
import { assertRefused } from '../helpers/refusal.ts'

const post = async (app: TestApp, path: string, body: object): Promise<Answer> =>
  await app.post(path, body)

const patch = async (app: TestApp, id: number, body: object): Promise<Answer> =>
  await app.patch(`/store/orders/${id}`, body)

/** An app with some contacts, and as many animals. */
const appWith = async (t: TestContext, names: readonly string[], contactDays = Infinity) => {
  const app = await startApp(t, { contactDays, eventDays: 365 })
  for (const name of names) {
    await post(app, '/contacts', { name })
    await post(app, '/pets', { name: `The pet of ${name}`, categoryId: 1 })
  }
  return app
}

const listed = async (app: TestApp, query: string): Promise<readonly number[]> =>
  (await app.json(`/store/orders?${query}`)).map(({ id }: { id: number }) => id)

test('an order is for a contact, is found by it, and goes to another one', async (t) => {
  const app = await appWith(t, ['Jo', 'Kim', 'Lee'])
  const placed = await post(app, '/store/orders', { petId: 1, contactId: 1 })
  assert.equal(placed.status, 201)
  assert.equal(JSON.parse(placed.text).contactId, 1)
  await post(app, '/store/orders', { petId: 2, contactId: 2 })
  await post(app, '/store/orders', { petId: 3 })
  assert.equal((await patch(app, 1, { status: 'approved' })).status, 200)
  assert.equal(JSON.parse((await patch(app, 3, { contactId: 1 })).text).contactId, 1)
  assert.deepEqual(await listed(app, 'contactId=1'), [1, 3])
  assert.deepEqual(await listed(app, 'contactId=1&sort=-id&status=placed,delivered'), [3])
  assert.deepEqual(await listed(app, 'contactId=2&expiresBefore=2030-01-01T00:00:00Z'), [2])
  assert.deepEqual(await listed(app, 'contactId=404'), [])
  assert.equal('contactId' in JSON.parse((await patch(app, 3, { contactId: null })).text), false)
  assert.deepEqual(await listed(app, 'contactId=1'), [1])
  for (const other of ['petId=1', 'reference=a']) {
    const refused = await app.call(`/store/orders?contactId=1&${other}`)
    assertRefused(refused, 'invalid_parameter', /^contactId cannot be combined/)
  }
  const { data } = (await app.json('/events?type=order.approved'))[0]
  assert.equal(data.order.contactId, 1)
})

test('no order is for a contact that does not exist', async (t) => {
  const app = await appWith(t, ['Jo'])
  const newOrder = { petId: 1, contactId: 9 }
  assertRefused(await post(app, '/store/orders', newOrder), 'contact_not_found', / 9\.$/)
  assertRefused(await post(app, '/store/orders', { ...newOrder, petId: 7 }), 'pet_not_found')
  assert.equal((await post(app, '/store/orders', { petId: 1 })).status, 201)
  assertRefused(await patch(app, 1, { contactId: 9, status: 'delivered' }), 'contact_not_found')
  assertRefused(await patch(app, 2, { contactId: 9 }), 'order_not_found')
  assert.equal((await app.json('/store/orders/1')).status, 'placed')
})

test('an erased contact is in no order, while the orders stay, and new ones cannot name it', async (t) => {
  const app = await appWith(t, ['Jo', 'Kim'])
  await post(app, '/store/orders', { petId: 1, contactId: 1 })
  await post(app, '/store/orders', { petId: 2, contactId: 2 })
  const [before, page] = [await app.call('/store/orders/1'), await app.call('/store/orders')]
  // All at once, so that they may share a transaction.
  const [changed, erased] = await Promise.all([
    patch(app, 1, { reference: 'walk-in 12' }),
    app.remove('/contacts/1'),
    patch(app, 2, { reference: 'walk-in 13' }),
  ])
  assert.deepEqual([changed.status, erased.status], [200, 204])
  const after = await app.call('/store/orders/1')
  const { contactId: _, ...rest } = JSON.parse(before.text)
  assert.deepEqual(JSON.parse(after.text), { ...rest, reference: 'walk-in 12' })
  assert.notEqual(after.headers.etag, changed.headers.etag)
  assert.notEqual((await app.call('/store/orders')).headers.etag, page.headers.etag)
  assert.deepEqual(await listed(app, 'contactId=1'), [])
  assert.deepEqual(await listed(app, 'contactId=2'), [2])
  assertRefused(await patch(app, 2, { contactId: 1 }), 'contact_not_found')
  assert.equal((await patch(app, 1, { status: 'delivered' })).status, 200)
})

const day = 86_400_000

test('contacts without an order for as many days as the operator said are erased', async (t) => {
  const app = await appWith(t, ['Never', 'Open', 'Old', 'New'], 30)
  for (const id of [2, 3, 4]) await post(app, '/store/orders', { petId: id, contactId: id })
  await patch(app, 1, { status: 'approved' })
  await patch(app, 2, { status: 'cancelled' })
  const sweep = contactSweep.start(app.storage.data)
  const left = async (): Promise<string> => {
    const { text } = await app.call('/contacts')
    return JSON.parse(text)
      .map(({ name }: { readonly name: string }) => name)
      .join()
  }
  const leftAfter = async (days: number): Promise<string> => {
    app.clock.advance(days * day)
    const now = app.clock.time
    await sweep({ before: 0, contactsBefore: now - 30 * day, now })
    return await left()
  }
  assert.equal(await leftAfter(29), 'Never,Open,Old,New')
  await patch(app, 3, { status: 'delivered' })
  assert.equal(await leftAfter(2), 'Open,New')
  await patch(app, 1, { status: 'delivered' })
  assert.equal(await leftAfter(29), 'Open')
  // The service does so by itself.
  app.clock.advance(2 * day)
  await poll(async () => ((await left()) === '' ? true : undefined))
  const { text } = await app.call('/events?type=contact.deleted')
  assert.deepEqual(
    JSON.parse(text).map(({ by, data }: { by?: string; data: { contact: object } }) => [
      by,
      data.contact,
    ]),
    [1, 3, 4, 2].map((id) => [undefined, { id }]),
  )
})
