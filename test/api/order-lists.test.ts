import assert from 'node:assert/strict'
import { it } from '../helpers/app.ts'
import { addPets, patchOrder, placeOrder } from '../helpers/orders.ts'
import { idsOn } from '../helpers/pages.ts'
import { assertRefused } from '../helpers/refusal.ts'

it('a list goes through all orders by its links, whatever its filters and its order', async (app) => {
  await addPets(app, 12)
  for (const name of ['Ada', 'Bea']) await app.post('/contacts', { name })
  for (let id = 1; id <= 12; id += 1) {
    await placeOrder(app, {
      petId: id,
      ...(id % 2 === 0 && { reference: 'even' }),
      ...(id % 5 === 0 && { contactId: 1 }),
    })
    if (id % 3 === 0) await patchOrder(app, id, { status: 'approved' })
    if (id % 4 === 0) await patchOrder(app, id, { status: 'cancelled' })
  }
  for (const [query, ids] of [
    ['', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    ['sort=-id', [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ['status=cancelled', [4, 8, 12]],
    ['status=cancelled,approved', [3, 4, 6, 8, 9, 12]],
    ['status=approved,cancelled,approved&sort=-id', [12, 9, 8, 6, 4, 3]],
    ['status=delivered', []],
    ['petId=5', [5]],
    ['petId=11,5,99,5', [5, 11]],
    ['petId=3,4,5,6&status=approved', [3, 6]],
    ['petId=3,4,5,6&status=approved,cancelled&sort=-id', [6, 4, 3]],
    ['reference=even', [2, 4, 6, 8, 10, 12]],
    ['reference=even&status=placed,approved', [2, 6, 10]],
    ['reference=Even', []],
    ['reference=even&petId=1,2,3,4', [2, 4]],
    ['reference=even&petId=1,2,3,4&status=placed', [2]],
    ['contactId=1', [5, 10]],
    ['contactId=1&sort=-id&status=placed,delivered', [10, 5]],
    ['contactId=2', []],
    ['contactId=404', []],
  ] as const) {
    for (const limit of [1, 2, 5, 100]) {
      const path = `/store/orders?limit=${limit}&${query}`
      assert.deepEqual(await idsOn(app, path), ids, path)
    }
  }
  for (const other of ['petId=1', 'reference=a']) {
    const refused = await app.call(`/store/orders?contactId=1&${other}`)
    assertRefused(refused, 'invalid_parameter', /^contactId cannot be combined/)
  }
})

it('the holds that end before a time are listed in the order of their ends', async (app) => {
  await addPets(app, 6)
  await app.post('/contacts', { name: 'Ada' })
  const at = (hour: number): string =>
    new Date(app.clock.time + (1 + hour) * 3_600_000).toISOString()
  for (const [place, hour] of [5, 1, 3, 1, 2, 4].entries()) {
    const reference = hour % 2 === 0 ? 'even' : 'odd'
    await placeOrder(app, { petId: place + 1, expiresAt: at(hour), reference, contactId: 1 })
  }
  await patchOrder(app, 6, { status: 'approved' })
  const list = (query: string) => idsOn(app, `/store/orders?limit=2&${query}`)
  assert.deepEqual(await list(`expiresBefore=${at(5)}`), [2, 4, 5, 3])
  assert.deepEqual(await list(`expiresBefore=${at(9).replace('Z', '%2B00:00')}`), [2, 4, 5, 3, 1])
  assert.deepEqual(await list(`expiresBefore=${at(1)}`), [])
  assert.deepEqual(await list(`expiresBefore=${at(9)}&reference=odd&petId=1,2,5`), [2, 1])
  assert.deepEqual(await list(`expiresBefore=${at(9)}&contactId=1`), [2, 4, 5, 3, 1])
  assert.deepEqual(await list(`expiresBefore=${at(2)}&status=placed,expired`), [2, 4])
  for (const [other, words] of [
    ['sort=-id', 'sort'],
    ['status=expired', 'another status'],
  ] as const) {
    const refused = await app.call(`/store/orders?expiresBefore=${at(2)}&${other}`)
    const message = new RegExp(`^expiresBefore cannot be combined with ${words}:`)
    assertRefused(refused, 'invalid_parameter', message)
  }
})
