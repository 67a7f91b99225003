import assert from 'node:assert/strict'
import { it } from '../helpers/app.ts'
import { idsOn, valuesOf } from '../helpers/pages.ts'
import { assertRefused } from '../helpers/refusal.ts'

const jo = {
  name: 'Jo Fox',
  phone: '+44 20 7946 0958',
  email: 'Jo@Example.com',
  address: '5 Hill Road\nLondon',
  note: 'Has a garden. 🌳',
}

it('a contact is added and erased', async (app) => {
  const added = await app.post('/contacts', jo)
  assert.equal(added.status, 201)
  const createdAt = new Date(app.clock.time).toISOString()
  assert.deepEqual(JSON.parse(added.text), { id: 1, ...jo, createdAt })
  assert.equal((await app.remove('/contacts/1')).status, 204)
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

it('a retry of a creation gets the contact as it is by then, and nothing once it was erased', async (app) => {
  const once = { headers: { 'Idempotency-Key': 'jo' } }
  await app.post('/contacts', jo, once)
  const changed = await app.patch('/contacts/1', { phone: '1' })
  const again = await app.post('/contacts', jo, once)
  assert.deepEqual([again.status, again.text], [201, changed.text])
  await app.remove('/contacts/1')
  assertRefused(await app.post('/contacts', jo, once), 'contact_not_found')
  assert.equal((await app.call('/contacts')).text, '[]')
})
