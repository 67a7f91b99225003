import assert from 'node:assert/strict'
import { int64 } from '../../src/base/int64.ts'
import { type Pet, petStatuses } from '../../src/resources/pets/pet.ts'
import { it, startApp, testOf } from '../helpers/app.ts'
import { call, linkOf } from '../helpers/http.ts'
import { idsOn, pagesOf } from '../helpers/pages.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addPet } from '../helpers/storage.ts'

/** A store of 30 animals in every category and status. */
const itFull = testOf(async (t) => {
  const app = await startApp(t)
  const all: Pet[] = []
  for (let n = 0; n < 30; n += 1) {
    const categoryId = [1n, int64.minimum, int64.maximum][n % 3] ?? 0n
    const status = petStatuses[n % 4] ?? 'available'
    all.push(await addPet(app.storage, { name: `Pet ${n}`, categoryId, status }))
  }
  return { app, all }
})

const named = `7,31,2,2,${int64.minimum},${int64.maximum}`
const many = Array.from({ length: 100 }, (_, n) => n - 50)

itFull(
  'a list begins behind the id in after, and has the animals that ids name, in either order and with every filter but a name',
  async ({ app, all }) => {
    const idsOf = (fits: (pet: Pet) => boolean) => all.filter(fits).map(({ id }) => Number(id))
    const every = idsOf(() => true)
    for (const [query, expected] of [
      ['after=7', every.slice(7)],
      ['after=7&limit=3', every.slice(7)],
      ['after=7&sort=-id&limit=3', every.slice(0, 6).toReversed()],
      ['after=0', every],
      [`after=${int64.minimum}`, every],
      [`after=${int64.maximum}`, []],
      ['after=12&id=12', []],
      ['after=11&id=12', [12]],
      ['after=11&id=9,12,14', [12, 14]],
      ['after=7&status=sold&limit=2', idsOf(({ id, status }) => id > 7n && status === 'sold')],
      // Ids that there are not are left out.
      [`id=${named}`, [2, 7]],
      [`id=${named}&sort=-id`, [7, 2]],
      [`id=${many.join()}`, every],
      ['id=99', []],
      ['id=9,7,31,2,2&limit=1', [2, 7, 9]],
      ['id=9,7,31,2,2&limit=2&sort=-id', [9, 7, 2]],
      ['id=9,7,31,2,2&limit=1&categoryId=1', [7]],
      // A list parameter is given with commas, repeated, or both.
      ['id=1&id=2&id=3', [1, 2, 3]],
      ['id=1,2&sort=-id&id=3', [3, 2, 1]],
      ['id=1&id=2,3', [1, 2, 3]],
    ] as const) {
      assert.deepEqual(await idsOn(app, `/pets?${query}`), expected, query)
    }
    const next = new URL(linkOf(await app.call('/pets?limit=2'), 'next') ?? '').search
    for (const query of [`${next}&after=7`, '?name=re&after=7']) {
      assertRefused(await app.call(`/pets${query}`), 'invalid_parameter', /after/)
    }
  },
)

itFull('newest first, the first page shows what was added last', async ({ app }) => {
  const path = '/pets?sort=-id&limit=2'
  const first = await app.call(path)
  assert.match(first.text, /^\[\{"id":30,.*\{"id":29,/)
  await app.post('/pets', { name: 'Rex', categoryId: 1 })
  const rest = await idsOn(app, linkOf(first, 'next') ?? '')
  assert.deepEqual(rest.slice(0, 2), [28, 27])
  assert.match((await app.call(path)).text, /^\[\{"id":31,.*\{"id":30,/)
})

itFull(
  'of the animals that ids name, a page has as many as limit says, or all',
  async ({ app }) => {
    for (const [query, pages] of [
      [`id=${named}`, 1],
      [`id=${many.join()}`, 1],
      ['id=9,7,31,2,2&limit=1', 3],
      ['id=2,31&limit=1', 1],
    ] as const) {
      const [page, ...more] = await pagesOf(app, `/pets?${query}`)
      assert.equal(more.length + 1, pages, query)
      const first = await call(linkOf(page ?? assert.fail(), 'first') ?? '', { key: app.key })
      assert.equal(first.text, page?.text)
    }
  },
)

it('a list parameter is refused by the place of what is wrong, and no other may be repeated', async (app) => {
  const tooMany = Array.from({ length: 101 }, (_, n) => `id=${n}`).join('&')
  for (const [query, message] of [
    ['id=1&id=rex', /^id\[1\] must be an int/],
    ['id=1&id=', /^id\[1\] must be an int/],
    [tooMany, /1 to 100 items, not of 101/],
    ['status=sold&status=sold', /^status is given more than/],
  ] as const) {
    assertRefused(await app.call(`/pets?${query}`), 'invalid_parameter', message)
  }
  for (const path of [
    '/store/orders?status=placed&status=approved&petId=1&petId=2',
    '/events?type=pet.created&type=pet.updated',
  ]) {
    assert.equal((await app.call(path)).status, 200, path)
  }
})

itFull(
  'a list of exactly one id has the ETag of the animal, which If-Match takes',
  async ({ app }) => {
    const { etag = '' } = (await app.call('/pets?id=3')).headers
    assert.equal((await app.call('/pets/3')).headers.etag, etag)
    assert.notEqual((await app.call('/pets?id=3,4')).headers.etag, etag)
    const change = () => app.patch('/pets/3', { name: 'Max' }, { headers: { 'If-Match': etag } })
    assert.deepEqual([(await change()).status, (await change()).status], [200, 412])
    const unread = { headers: { 'If-None-Match': etag } }
    assert.equal((await app.call('/pets?id=3', unread)).status, 200)
  },
)
