import assert from 'node:assert/strict'
import { startApp, type TestApp, testOf } from '../helpers/app.ts'
import { valuesOf } from '../helpers/pages.ts'
import { assertRefused } from '../helpers/refusal.ts'

/** An app with an animal, an order of another one, and a contact. Each has the id 1, but the order's animal 2. */
const it = testOf(async (t) => {
  const app = await startApp(t)
  for (const name of ['Rex', 'Tom']) await app.post('/pets', { name, categoryId: 1 })
  await app.post('/contacts', { name: 'Jo' })
  await app.post('/store/orders', { petId: 2, contactId: 1 })
  return app
})

const assertListed = async (app: TestApp, query: string, ...texts: readonly string[]) => {
  assert.deepEqual(valuesOf(await app.json(`/notes?${query}`), 'text'), texts)
}

it('a note about an animal, an order, a contact or the store is added, listed and deleted', async (app) => {
  const text = 'Shy with dogs.\nLikes 🐈.'
  const added = await app.post('/notes', { petId: 1, text })
  assert.equal(added.status, 201)
  const at = new Date(app.clock.time).toISOString()
  assert.deepEqual(JSON.parse(added.text), { id: 1, petId: 1, text, by: 'A enterprise key', at })
  await app.post('/notes', { orderId: 1, text: 'Comes at noon.' })
  await app.post('/notes', { contactId: 1, text: 'Has a garden.' })
  await app.post('/notes', { contactId: 1, text: 'Moved.' })
  await app.post('/notes', { about: 'store', text: 'Closed on Mondays.' })
  await assertListed(app, 'petId=1', text)
  await assertListed(app, 'orderId=1', 'Comes at noon.')
  await assertListed(app, 'contactId=1&sort=-id', 'Moved.', 'Has a garden.')
  await assertListed(app, 'about=store', 'Closed on Mondays.')
  for (const id of [5, 3]) assert.equal((await app.remove(`/notes/${id}`)).status, 204)
  assertRefused(await app.remove('/notes/3'), 'note_not_found', / 3\.$/)
  await assertListed(app, '', text, 'Comes at noon.', 'Moved.')

  const told = [
    ['note.created', { note: { id: 1, petId: 1 } }],
    ['note.created', { note: { id: 2, orderId: 1 } }],
    ['note.created', { note: { id: 3, contactId: 1 } }],
    ['note.created', { note: { id: 4, contactId: 1 } }],
    ['note.created', { note: { id: 5, about: 'store' } }],
    ['note.deleted', { note: { id: 5, about: 'store' } }],
    ['note.deleted', { note: { id: 3, contactId: 1 } }],
  ]
  for (const [query, expected] of [
    ['', told],
    ['petId=1', told.slice(0, 1)],
    ['orderId=1', told.slice(1, 2)],
  ] as const) {
    const events = await app.json(`/events?type=note.created,note.deleted&${query}`)
    assert.deepEqual(valuesOf(events, 'type', 'data'), expected)
  }
})

it('a note is about exactly one thing, which exists', async (app) => {
  for (const [about, code, message] of [
    [{}, 'invalid_body', /^Give exactly one of /],
    [{ petId: 1, orderId: 1 }, 'invalid_body', /^Give exactly one of /],
    [{ petId: 1, contactId: 1 }, 'invalid_body', /^Give exactly one of /],
    [{ petId: 9 }, 'pet_not_found', / 9\.$/],
    [{ orderId: 9 }, 'order_not_found', / 9/],
    [{ contactId: 9 }, 'contact_not_found', / 9\.$/],
  ] as const) {
    assertRefused(await app.post('/notes', { ...about, text: 'a' }), code, message)
  }
  assertRefused(await app.call('/notes?petId=1&contactId=1'), 'invalid_parameter', /^Give one of /)
  await assertListed(app, '')
})

it('a note goes with what it is about, and a retry of its creation does not bring it back', async (app) => {
  const once = { headers: { 'Idempotency-Key': 'note' } }
  const note = { contactId: 1, text: 'of a contact' }
  const added = await app.post('/notes', note, once)
  assert.equal((await app.post('/notes', note, once)).text, added.text)
  await app.post('/notes', { petId: 1, text: 'of an animal' })
  await app.post('/notes', { orderId: 1, text: 'of an order' })
  for (const [path, ...left] of [
    ['/contacts/1', 'of an animal', 'of an order'],
    ['/pets/1', 'of an order'],
    ['/store/orders/1'],
  ] as const) {
    assert.equal((await app.remove(path)).status, 204)
    await assertListed(app, '', ...left)
  }
  assertRefused(await app.post('/notes', note, once), 'note_not_found')
  assert.equal((await app.call('/events?type=note.deleted')).text, '[]')
})
