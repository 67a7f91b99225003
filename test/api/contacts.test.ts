import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '../helpers/app.ts'
import { call, linkOf } from '../helpers/http.ts'
import { assertRefused } from '../helpers/refusal.ts'

const jo = {
  name: 'Jo Fox',
  phone: '+44 20 7946 0958',
  email: 'Jo@Example.com',
  address: '5 Hill Road\nLondon',
  note: 'Has a garden. 🌳',
}

const add = async (app: TestApp, contact: object = jo, headers = {}) =>
  await app.post('/contacts', contact, { headers })

const find = async (app: TestApp, search: object): Promise<readonly number[]> => {
  const { text } = await app.post('/contacts/find', search)
  return JSON.parse(text).map(({ id }: { readonly id: number }) => id)
}

const patch = async (app: TestApp, body: object) => await app.patch('/contacts/1', body)

test('a contact is added, read, changed and erased', async (t) => {
  const app = await startApp(t)
  const added = await add(app)
  assert.equal(added.status, 201)
  const createdAt = new Date(app.clock.time).toISOString()
  assert.deepEqual(JSON.parse(added.text), { id: 1, ...jo, createdAt })
  const { location = '', etag = '' } = added.headers
  assert.equal(location, `${app.baseUrl}/contacts/1`)
  const read = await call(location, { key: app.key })
  assert.deepEqual([read.text, read.headers.etag], [added.text, etag])

  const moved = await patch(app, { address: null })
  const { address: _, ...rest } = jo
  assert.deepEqual(JSON.parse(moved.text), { id: 1, ...rest, createdAt })

  assert.equal((await app.remove('/contacts/1')).status, 204)
  for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', {}]] as const) {
    assertRefused(await app.call('/contacts/1', { method, body }), 'contact_not_found', / 1\.$/)
  }
  assert.match((await add(app)).text, /^\{"id":2,/)
})

test('contacts are found by the digits of their phone, and by their mail in any case of letters', async (t) => {
  const app = await startApp(t)
  await add(app)
  await add(app, { name: 'Kim', phone: '44 (20) 7946-0958' })
  await add(app, { name: 'Lee', email: 'jo@EXAMPLE.COM', phone: '0000' })
  assert.deepEqual(await find(app, { phone: '+442079460958' }), [1, 2])
  assert.deepEqual(await find(app, { email: 'JO@example.com' }), [1, 3])
  assert.deepEqual(await find(app, { phone: '2079460958' }), [])
  await patch(app, { phone: '12-34', email: null })
  assert.deepEqual(await find(app, { phone: '1234' }), [1])
  assert.deepEqual(await find(app, { phone: '+442079460958' }), [2])
  assert.deepEqual(await find(app, { email: 'JO@example.com' }), [3])
  await app.remove('/contacts/3')
  assert.deepEqual(await find(app, { email: 'JO@example.com' }), [])
  for (const search of [{}, { phone: '1', email: 'a@b' }]) {
    const refused = await app.post('/contacts/find', search)
    assertRefused(refused, 'invalid_body')
  }
})

test('contacts are listed by their ids, page by page in either order', async (t) => {
  const app = await startApp(t)
  for (const name of ['Ada', 'Bea', 'Cid']) await add(app, { name })
  const namesOf = (text: string) => JSON.parse(text).map(({ name }: { name: string }) => name)
  const byId = (query: string) => app.call(`/contacts?id=3,1,7,1${query}`)
  assert.deepEqual(namesOf((await byId('')).text), ['Ada', 'Cid'])
  const newest = await byId('&sort=-id&limit=1')
  assert.deepEqual(namesOf(newest.text), ['Cid'])
  const oldest = await call(linkOf(newest, 'next') ?? '', { key: app.key })
  assert.deepEqual(namesOf(oldest.text), ['Ada'])
  assert.equal(linkOf(oldest, 'next'), undefined)
})

test('a retry of a creation gets the contact as it is by then, and nothing once it was erased', async (t) => {
  const app = await startApp(t)
  const once = { 'Idempotency-Key': 'jo' }
  const added = await add(app, jo, once)
  const changed = await patch(app, { phone: '1' })
  const again = await add(app, jo, once)
  assert.deepEqual([again.status, again.text], [201, changed.text])
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal(again.headers.location, added.headers.location)
  assertRefused(await add(app, { name: 'Kim' }, once), 'idempotency_key_reused')
  await app.remove('/contacts/1')
  assertRefused(await add(app, jo, once), 'contact_not_found')
  assert.equal((await app.call('/contacts')).text, '[]')
})
