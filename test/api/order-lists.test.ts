import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { idsOn, pagesOf } from '../helpers/pages.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addPets, patchOrder, placeOrder } from '../helpers/orders.ts'

const idsOf = (text: string): readonly number[] =>
  JSON.parse(text).map(({ id }: { id: number }) => id)

test('a list goes through all orders by its links, whatever its filters and its order', async (t) => {
  const app = await startApp(t)
  await addPets(app, 12)
  for (let id = 1; id <= 12; id += 1) {
    await placeOrder(app, { petId: id, ...(id % 2 === 0 && { reference: 'even' }) })
    if (id % 3 === 0) await patchOrder(app, id, { status: 'approved' })
    if (id % 4 === 0) await patchOrder(app, id, { status: 'cancelled' })
  }
  const cancelled = [4, 8, 12]
  const approved = [3, 6, 9]
  for (const [query, ids] of [
    ['', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    ['sort=-id', [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ['status=cancelled', cancelled],
    ['status=cancelled,approved', [3, 4, 6, 8, 9, 12]],
    ['status=approved,cancelled,approved&sort=-id', [12, 9, 8, 6, 4, 3]],
    ['status=delivered', []],
    ['petId=5', [5]],
    ['petId=11,5,99,5', [5, 11]],
    ['petId=3,4,5,6&status=approved', approved.slice(0, 2)],
    ['petId=3,4,5,6&status=approved,cancelled&sort=-id', [6, 4, 3]],
    ['reference=even', [2, 4, 6, 8, 10, 12]],
    ['reference=even&status=placed,approved', [2, 6, 10]],
    ['reference=Even', []],
    ['reference=even&petId=1,2,3,4', [2, 4]],
    ['reference=even&petId=1,2,3,4&status=placed', [2]],
  ] as const) {
    for (const limit of [1, 2, 5, 100]) {
      const pages = await pagesOf(app, `/store/orders?limit=${limit}&${query}`)
      const seen = pages.map(({ text }) => idsOf(text))
      assert.ok(seen.every(({ length }) => length <= limit))
      assert.deepEqual(seen.flat(), ids, `${query}, ${limit} a page`)
    }
  }
})

test('the holds that end before a time are listed in the order of their ends', async (t) => {
  const app = await startApp(t)
  await addPets(app, 6)
  const start = Date.now() + 3_600_000
  const at = (hour: number): string => new Date(start + hour * 3_600_000).toISOString()
  for (const [place, hour] of [5, 1, 3, 1, 2, 4].entries()) {
    const reference = hour % 2 === 0 ? 'even' : 'odd'
    await placeOrder(app, { petId: place + 1, expiresAt: at(hour), reference })
  }
  await patchOrder(app, 6, { status: 'approved' })
  const list = (query: string) => idsOn(app, `/store/orders?limit=2&${query}`)
  assert.deepEqual(await list(`expiresBefore=${at(5)}`), [2, 4, 5, 3])
  assert.deepEqual(await list(`expiresBefore=${at(9).replace('Z', '%2B00:00')}`), [2, 4, 5, 3, 1])
  assert.deepEqual(await list(`expiresBefore=${at(1)}`), [])
  assert.deepEqual(await list(`expiresBefore=${at(9)}&reference=odd&petId=1,2,5`), [2, 1])
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
