import assert from 'node:assert/strict'
import { petStatuses } from '../../src/resources/pets/pet.ts'
import { pets } from '../../src/resources/pets/table.ts'
import { it, type TestApp } from '../helpers/app.ts'
import { exactPets } from '../helpers/exact-json.ts'
import { call, linkOf } from '../helpers/http.ts'
import { importRows } from '../helpers/import-rows.ts'
import { placeOrder } from '../helpers/orders.ts'
import { pagesOf } from '../helpers/pages.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addWebhook, answerPing } from '../helpers/webhooks.ts'

/** Adds many animals at once, beside the app. */
const addMany = async ({ storage, clock }: TestApp, count: number): Promise<void> => {
  const rows = Array.from({ length: count }, (_, n) => ({
    name: `Pet ${n}`,
    categoryId: BigInt(n),
    status: petStatuses[n % 3] ?? 'sold',
  }))
  await importRows(storage.bulk, pets, rows, clock.time)
}

it('a filtered walk sees each animal of its status once, while others come and go', async (app) => {
  await addMany(app, 300)
  const standing = exactPets((await app.call('/pets?limit=100&status=pending')).text)
    .map(({ id }) => Number(id))
    .filter((id) => id % 10 !== 0)
  const seen: number[] = []
  let gone = 0
  let url: string | undefined = `${app.baseUrl}/pets?limit=7&status=pending`
  while (url !== undefined && gone < 4_000) {
    const page = await call(url, { key: app.key })
    seen.push(...exactPets(page.text).map(({ id }) => Number(id)))
    await addMany(app, 3)
    gone += 10
    await app.remove(`/pets/${gone}`)
    url = linkOf(page, 'next')
  }
  assert.equal(new Set(seen).size, seen.length)
  assert.deepEqual(
    seen.filter((id) => id <= 300 && id % 10 !== 0),
    standing,
  )
})

it('a page has 20 animals unless told otherwise, and the last has no next, though it is full', async (app) => {
  await addMany(app, 21)
  const sizesOf = async (list: string): Promise<readonly number[]> =>
    (await pagesOf(app, list)).map(({ text }) => exactPets(text).length)
  assert.deepEqual(await sizesOf('/pets'), [20, 1])
  assert.deepEqual(await sizesOf('/pets?limit=7'), [7, 7, 7])
})

it('what has not the form of a cursor is refused with the form', async (app) => {
  for (const [cursor, reason] of [
    ['', /^cursor must be a string of 1 to 3224 characters, not of 0\.$/],
    ['A'.repeat(3_225), /^cursor must be a string of 1 to 3224 characters, not of 3225\.$/],
    ['AAAA+AAA', /^cursor must have only letters, digits, - and _\.$/],
  ] as const) {
    const path = `/pets?cursor=${encodeURIComponent(cursor)}`
    assertRefused(await app.call(path), 'invalid_parameter', reason)
  }
})

it('a cursor is good for any limit of its own list, filters and order, and for nothing else', async (app) => {
  // Twice, so that each category has two animals.
  await addMany(app, 30)
  await addMany(app, 30)
  for (const petId of [1, 4]) await placeOrder(app, { petId })
  for (const name of ['Ada', 'Bea']) {
    await app.post('/contacts', { name })
    await app.post('/notes', { petId: 1, text: name })
  }
  for (const id of [1, 2]) {
    await app.put(`/categories/${id}`, { name: 'Dogs' })
    // Each has a ping, and another one.
    await addWebhook(app)
    await answerPing(app, BigInt(id))
    await app.post(`/webhooks/${id}/ping`)
  }
  const lists = (
    '/pets? /pets?sort=-id& /pets?categoryId=3& /pets?status=sold& ' +
    '/pets?status=sold&sort=-id& /store/orders? /store/orders?status=placed& ' +
    '/store/orders?status=placed&sort=-id& /categories? /events? /events?type=order.placed& ' +
    '/webhooks? /contacts? /contacts?sort=-id& /notes? /notes?petId=1& ' +
    '/webhooks/1/deliveries? /webhooks/2/deliveries?'
  ).split(' ')
  for (const from of lists) {
    const next = linkOf(await app.call(`${from}limit=1`), 'next')
    const cursor = new URL(next ?? assert.fail(from)).searchParams.get('cursor')
    for (const to of lists) {
      const answer = await app.call(`${to}limit=2&cursor=${cursor}`)
      if (from === to) assert.equal(answer.status, 200, from)
      else assertRefused(answer, 'invalid_parameter', /^This cursor does not belong to/)
    }
    const chosen = await app.call(`/pets?id=1&cursor=${cursor}`)
    assertRefused(chosen, 'invalid_parameter', /cursor/)
  }
})

it('a store without animals lists none and has no next page, however the query is spelled', async (app) => {
  for (const query of ['', '?', '?&', '?limit=1', '?limit=100', '?li%6Dit=%31', '?status=sold']) {
    const answer = await app.call(`/pets${query}`)
    assert.deepEqual([answer.status, answer.text], [200, '[]'], query)
    assert.equal(linkOf(answer, 'next'), undefined)
  }
  assert.equal(linkOf(await app.call('/pets'), 'first'), `${app.baseUrl}/pets?limit=20`)
})
