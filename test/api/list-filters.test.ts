import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { int64 } from '../../src/base/int64.ts'
import { type Pet, petStatuses } from '../../src/resources/pets/pet.ts'
import { startApp, type TestApp } from '../helpers/app.ts'
import { parseExactly } from '../helpers/exact-json.ts'
import { type Answer, call, linkOf } from '../helpers/http.ts'
import { pagesOf } from '../helpers/pages.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addPet } from '../helpers/storage.ts'

const petsOf = ({ text }: Answer): readonly Pet[] => parseExactly(text) as readonly Pet[]
const idsOf = (answer: Answer): readonly bigint[] => petsOf(answer).map(({ id }) => id)

/** A store of 30 animals in every category and status. */
const startFull = async (t: TestContext): Promise<{ app: TestApp; all: readonly Pet[] }> => {
  const app = await startApp(t)
  const all: Pet[] = []
  for (let n = 0; n < 30; n += 1) {
    const categoryId = [1n, int64.minimum, int64.maximum][n % 3] ?? 0n
    const status = petStatuses[n % 4] ?? 'available'
    all.push(await addPet(app.storage, { name: `Pet ${n}`, categoryId, status }))
  }
  return { app, all }
}

/** The ids on all pages from one on. */
const idsFrom = async (app: TestApp, query: string): Promise<readonly bigint[]> =>
  (await pagesOf(app, `/pets?${query}`)).flatMap(idsOf)

test('a list begins behind the id in after, in either order and with every filter but a name', async (t) => {
  const { app, all } = await startFull(t)
  const ids = all.map(({ id }) => id)
  for (const [query, expected] of [
    ['after=7', ids.filter((id) => id > 7n)],
    ['after=7&limit=3', ids.filter((id) => id > 7n)],
    ['after=7&sort=-id&limit=3', ids.filter((id) => id < 7n).toReversed()],
    ['after=0', ids],
    [`after=${int64.minimum}`, ids],
    [`after=${int64.maximum}`, []],
    ['after=12&id=12', []],
    ['after=11&id=12', [12n]],
    ['after=11&id=9,12,14', [12n, 14n]],
    [
      'after=7&status=sold&limit=2',
      all.filter(({ id, status }) => id > 7n && status === 'sold').map(({ id }) => id),
    ],
  ] as const) {
    assert.deepEqual(await idsFrom(app, query), expected, query)
  }
  const { headers } = await app.call('/pets?limit=2')
  const cursor = new URL(/<([^>]*)>; rel="next"/.exec(String(headers['link']))?.[1] ?? '').search
  assertRefused(await app.call(`/pets${cursor}&after=7`), 'invalid_parameter', /after/)
  assertRefused(await app.call('/pets?name=re&after=7'), 'invalid_parameter', /after/)
})

test('newest first, the first page shows what was added last', async (t) => {
  const { app } = await startFull(t)
  const first = await app.call('/pets?sort=-id&limit=2')
  assert.deepEqual(idsOf(first), [30n, 29n])
  const url = linkOf(first, 'next') ?? ''
  await app.post('/pets', { name: 'Rex', categoryId: 1 })
  assert.deepEqual(idsOf(await call(url, { key: app.key })), [28n, 27n])
  assert.deepEqual(idsOf(await app.call('/pets?sort=-id&limit=2')), [31n, 30n])
})

test('ids name animals in any order and number, and those that there are not are left out', async (t) => {
  const { app } = await startFull(t)
  const named = `7,31,2,2,${int64.minimum},${int64.maximum}`
  const answer = await app.call(`/pets?id=${named}`)
  assert.deepEqual(idsOf(answer), [2n, 7n])
  assert.equal(linkOf(answer, 'next'), undefined)
  const first = await call(linkOf(answer, 'first') ?? '', { key: app.key })
  assert.equal(first.text, answer.text)
  assert.deepEqual(idsOf(await app.call(`/pets?id=${named}&sort=-id`)), [7n, 2n])
  const many = Array.from({ length: 100 }, (_, n) => n - 50)
  assert.equal(idsOf(await app.call(`/pets?id=${many.join(',')}`)).length, 30)
  assert.equal((await app.call('/pets?id=99')).text, '[]')
})

test('of the animals that ids name, a page has as many as limit says, and the next one the others', async (t) => {
  const { app } = await startFull(t)
  const named = 'id=9,7,31,2,2'
  const page = await app.call(`/pets?${named}&limit=1`)
  assert.deepEqual(idsOf(page), [2n])
  assert.match(linkOf(page, 'first') ?? '', /[?&]limit=1&/)
  assert.deepEqual(await idsFrom(app, `${named}&limit=1`), [2n, 7n, 9n])
  assert.deepEqual(await idsFrom(app, `${named}&limit=2&sort=-id`), [9n, 7n, 2n])
  assert.deepEqual(await idsFrom(app, `${named}&limit=1&categoryId=1`), [7n])
  assert.equal(linkOf(await app.call('/pets?id=2,31&limit=1'), 'next'), undefined)
})

test('a list parameter is given with commas, repeated, or both', async (t) => {
  const { app } = await startFull(t)
  for (const query of ['id=1,2,3', 'id=1&id=2&id=3', 'id=1,2&sort=-id&id=3', 'id=1&id=2,3']) {
    assert.deepEqual(idsOf(await app.call(`/pets?${query}`)).length, 3, query)
  }
  assertRefused(await app.call('/pets?id=1&id=rex'), 'invalid_parameter', /^id\[1\] must be an int/)
  assertRefused(await app.call('/pets?id=1&id='), 'invalid_parameter', /^id\[1\] must be an int/)
  const many = Array.from({ length: 101 }, (_, n) => `id=${n}`).join('&')
  assertRefused(await app.call(`/pets?${many}`), 'invalid_parameter', /1 to 100 items, not of 101/)
  const scalar = 'status=sold&status=sold'
  assertRefused(
    await app.call(`/pets?${scalar}`),
    'invalid_parameter',
    /^status is given more than/,
  )
  for (const path of [
    '/store/orders?status=placed&status=approved&petId=1&petId=2',
    '/events?type=pet.created&type=pet.updated',
  ]) {
    assert.equal((await app.call(path)).status, 200, path)
  }
})

test('a list of exactly one id has the ETag of the animal, which If-Match takes', async (t) => {
  const { app } = await startFull(t)
  const { etag = '' } = (await app.call('/pets?id=3')).headers
  assert.equal((await app.call('/pets/3')).headers.etag, etag)
  assert.notEqual((await app.call('/pets?id=3,4')).headers.etag, etag)
  const headers = { 'If-Match': etag }
  const change = { method: 'PATCH', body: { name: 'Max' }, headers }
  assert.equal((await app.call('/pets/3', change)).status, 200)
  assert.equal((await app.call('/pets/3', change)).status, 412)
  const unread = { headers: { 'If-None-Match': etag } }
  assert.equal((await app.call('/pets?id=3', unread)).status, 200)
})
