import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startApp, type TestApp } from '../helpers/app.ts'
import { assertRefused } from '../helpers/refusal.ts'

const add = async (app: TestApp, note: object, headers = {}) =>
  await app.post('/notes', note, { headers })

const listed = async (app: TestApp, query = ''): Promise<readonly string[]> =>
  (await app.json(`/notes?${query}`)).map(({ text }: { text: string }) => text)

/** An app with an animal, an order of another one, and a contact. Each has the id 1, but the order's animal 2. */
const start = async (t: TestContext): Promise<TestApp> => {
  const app = await startApp(t)
  for (const name of ['Rex', 'Tom']) {
    await app.post('/pets', { name, categoryId: 1 })
  }
  await app.post('/contacts', { name: 'Jo' })
  await app.post('/store/orders', { petId: 2, contactId: 1 })
  return app
}

test('a note about an animal, an order or a contact is added, listed and deleted', async (t) => {
  const app = await start(t)
  const added = await add(app, { petId: 1, text: 'Shy with dogs.\nLikes 🐈.' })
  assert.equal(added.status, 201)
  const at = new Date(app.clock.time).toISOString()
  const by = 'A enterprise key'
  assert.deepEqual(JSON.parse(added.text), {
    id: 1,
    petId: 1,
    text: 'Shy with dogs.\nLikes 🐈.',
    by,
    at,
  })
  await add(app, { orderId: 1, text: 'Comes at noon.' })
  await add(app, { contactId: 1, text: 'Has a garden.' })
  await add(app, { contactId: 1, text: 'Moved.' })
  assert.deepEqual(await listed(app, 'petId=1'), ['Shy with dogs.\nLikes 🐈.'])
  assert.deepEqual(await listed(app, 'orderId=1'), ['Comes at noon.'])
  assert.deepEqual(await listed(app, 'contactId=1&sort=-id'), ['Moved.', 'Has a garden.'])
  await add(app, { about: 'store', text: 'Closed on Mondays.' })
  assert.deepEqual(await listed(app, 'about=store'), ['Closed on Mondays.'])
  assert.equal((await app.remove('/notes/5')).status, 204)
  assert.equal((await listed(app)).length, 4)
  assert.equal((await app.remove('/notes/3')).status, 204)
  assertRefused(await app.remove('/notes/3'), 'note_not_found', / 3\.$/)
  assert.deepEqual(await listed(app, 'contactId=1'), ['Moved.'])

  const dataOf = async (query: string) =>
    (await app.json(`/events?type=note.created,note.deleted&${query}`)).map(
      ({ type, data }: { readonly type: string; readonly data: object }) => [type, data],
    )
  assert.deepEqual(await dataOf(''), [
    ['note.created', { note: { id: 1, petId: 1 } }],
    ['note.created', { note: { id: 2, orderId: 1 } }],
    ['note.created', { note: { id: 3, contactId: 1 } }],
    ['note.created', { note: { id: 4, contactId: 1 } }],
    ['note.created', { note: { id: 5, about: 'store' } }],
    ['note.deleted', { note: { id: 5, about: 'store' } }],
    ['note.deleted', { note: { id: 3, contactId: 1 } }],
  ])
  assert.deepEqual(await dataOf('petId=1'), [['note.created', { note: { id: 1, petId: 1 } }]])
  assert.deepEqual(await dataOf('orderId=1'), [['note.created', { note: { id: 2, orderId: 1 } }]])
})

test('a note is about exactly one thing, which exists', async (t) => {
  const app = await start(t)
  for (const about of [{}, { petId: 1, orderId: 1 }, { petId: 1, contactId: 1 }]) {
    assertRefused(await add(app, { ...about, text: 'a' }), 'invalid_body', /^Give exactly one of /)
  }
  assertRefused(await add(app, { petId: 9, text: 'a' }), 'pet_not_found', / 9\.$/)
  assertRefused(await add(app, { orderId: 9, text: 'a' }), 'order_not_found')
  assertRefused(await add(app, { contactId: 9, text: 'a' }), 'contact_not_found')
  assertRefused(await app.call('/notes?petId=1&contactId=1'), 'invalid_parameter', /^Give one of /)
  assert.deepEqual(await listed(app), [])
})

test('a note goes with what it is about, and a retry of its creation does not bring it back', async (t) => {
  const app = await start(t)
  const once = { 'Idempotency-Key': 'note' }
  const note = { contactId: 1, text: 'Has a garden.' }
  const added = await add(app, note, once)
  assert.equal((await add(app, note, once)).text, added.text)
  await add(app, { petId: 1, text: 'of an animal' })
  await add(app, { orderId: 1, text: 'of an order' })
  for (const [path, left] of [
    ['/contacts/1', ['of an animal', 'of an order']],
    ['/pets/1', ['of an order']],
    ['/store/orders/1', []],
  ] as const) {
    assert.equal((await app.remove(path)).status, 204)
    assert.deepEqual(await listed(app), left)
  }
  assertRefused(await add(app, note, once), 'note_not_found')
  assert.equal((await app.call('/events?type=note.deleted')).text, '[]')
})
