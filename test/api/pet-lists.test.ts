import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { int64 } from '../../src/base/int64.ts'
import { type Pet, petStatuses } from '../../src/resources/pets/pet.ts'
import { it, startApp, type TestApp, testOf } from '../helpers/app.ts'
import { call, linkOf } from '../helpers/http.ts'
import { pagesOf } from '../helpers/pages.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addPet } from '../helpers/storage.ts'
import { foldedText } from '../../src/base/search-text.ts'
import { exactPets } from '../helpers/exact-json.ts'

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
    // The animals on all pages, and the number of pages.
    for (const [query, expected, count] of [
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
      [`id=${named}`, [2, 7], 1],
      [`id=${named}&sort=-id`, [7, 2]],
      [`id=${many.join()}`, every, 1],
      ['id=99', []],
      ['id=9,7,31,2,2&limit=1', [2, 7, 9], 3],
      ['id=2,31&limit=1', [2], 1],
      ['id=9,7,31,2,2&limit=2&sort=-id', [9, 7, 2]],
      ['id=9,7,31,2,2&limit=1&categoryId=1', [7]],
      // A list parameter is given with commas, repeated, or both.
      ['id=1&id=2&id=3', [1, 2, 3]],
      ['id=1,2&sort=-id&id=3', [3, 2, 1]],
      ['id=1&id=2,3', [1, 2, 3]],
    ] as const) {
      const pages = await pagesOf(app, `/pets?${query}`)
      const ids = pages.flatMap(({ text }) => exactPets(text).map(({ id }) => Number(id)))
      assert.deepEqual(ids, expected, query)
      if (count === undefined) continue
      assert.equal(pages.length, count, query)
      const [page = assert.fail()] = pages
      const first = await call(linkOf(page, 'first') ?? '', { key: app.key })
      assert.equal(first.text, page.text)
    }
    const next = new URL(linkOf(await app.call('/pets?limit=2'), 'next') ?? '').search
    for (const query of [`${next}&after=7`, '?name=re&after=7']) {
      assertRefused(await app.call(`/pets${query}`), 'invalid_parameter', /after/)
    }
  },
)

it('a parameter is refused with what would be right, by its place in a list, and no other may be repeated', async (app) => {
  const tooMany = Array.from({ length: 101 }, (_, n) => `id=${n}`).join('&')
  for (const [query, message] of [
    ['id=1&id=rex', /^id\[1\] must be an int/],
    ['id=1&id=', /^id\[1\] must be an int/],
    [tooMany, /1 to 100 items, not of 101/],
    ['status=sold&status=sold', /^status is given more than/],
    [
      'limit=0&colour=red',
      /^limit must be .* 1 to 100, not "0"; colour is not a parameter of .*, which takes limit, status, id, /,
    ],
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

/** Letters of several scripts, alike in one case or in one way of writing, and what SQL or JSON could take amiss. */
const characters = (
  'a | A | b | é | E\u0301 | e\u0301 | e | ß | ẞ | SS | s | İ | i | ı | Σ | ς | 🐈 | ' +
  '\u{10ffff} | \uffff | 日 |   | % | _ | " | \\ | \u0301 | 𐐀 | 𐐨 | ﬃ'
).split(' | ')

const add = async ({ storage }: TestApp, name: string): Promise<Pet> =>
  await addPet(storage, { name, categoryId: 1n, status: 'available' })

const firstPage = ({ baseUrl }: TestApp, name: string, limit: number): string =>
  `${baseUrl}/pets?limit=${limit}&name=${encodeURIComponent(name)}`

/** The names on all pages from one on, each with its id. */
const namesFrom = async (app: TestApp, first: string): Promise<readonly string[]> =>
  (await pagesOf(app, first)).flatMap(({ text }) =>
    exactPets(text).map(({ id, name }) => `${id} ${name}`),
  )

/** The model: every name that begins so, in the order of folded names, code point by code point, and of ids. */
const namesOf = (all: readonly Pet[], beginning: string): readonly string[] =>
  all
    .map(({ id, name }) => ({ id, name, folded: foldedText(name) }))
    .filter(({ folded }) => folded.startsWith(foldedText(beginning)))
    .toSorted(
      (one, other) =>
        Buffer.compare(Buffer.from(one.folded), Buffer.from(other.folded)) ||
        Number(one.id - other.id),
    )
    .map(({ id, name }) => `${id} ${name}`)

it('pages by name have each animal whose name begins so, once and in order, in any script', async (app) => {
  const all: Pet[] = []
  const character = fc.constantFrom(...characters)
  const name = fc
    .string({ unit: character, minLength: 1, maxLength: 5 })
    .filter((text) => text.trim() !== '')
  await fc.assert(
    fc.asyncProperty(
      fc.array(name, { maxLength: 4 }),
      name,
      fc.integer({ min: 1, max: 12 }),
      async (added, beginning, limit) => {
        for (const each of added) all.push(await add(app, each))
        const names = await namesFrom(app, firstPage(app, beginning, limit))
        assert.deepEqual(names, namesOf(all, beginning))
      },
    ),
    { numRuns: 60 },
  )
})

it('a page goes on behind its last animal, though that one is gone or has another name', async (app) => {
  for (const name of ['Ada', 'Abe', 'Ann', 'Amy', 'Art']) await add(app, name)
  const begin = await call(firstPage(app, 'A', 2), { key: app.key })
  assert.match(begin.text, /"Abe".*"Ada"/)
  await app.remove('/pets/1')
  const rest = await namesFrom(app, linkOf(begin, 'next') ?? '')
  assert.deepEqual(rest, ['4 Amy', '3 Ann', '5 Art'])
})

it('the longest cursor of a name comes back whole, and belongs to its list alone', async (app) => {
  // The character that takes most bytes once it is folded, as long as a name may be.
  const name = '\u{1d160}'.repeat(200)
  for (let n = 0; n < 3; n += 1) await add(app, name)
  assert.equal((await namesFrom(app, firstPage(app, name.slice(0, 2), 1))).length, 3)
  const next = new URL(linkOf(await call(firstPage(app, name, 1), { key: app.key }), 'next') ?? '')
  assert.ok(next.href.length < 8_192)
  const cursor = next.searchParams.get('cursor') ?? ''
  const forged = `${cursor.slice(0, -2)}${cursor.at(-2) === 'A' ? 'B' : 'A'}${cursor.at(-1)}`
  const other = `name=${encodeURIComponent(name)}&limit=1&cursor=${forged}`
  for (const query of [`cursor=${cursor}`, `name=Rex&cursor=${cursor}`, other]) {
    const told = /^This cursor does not belong to/
    assertRefused(await app.call(`/pets?${query}`), 'invalid_parameter', told)
  }
})

it('animals of a name, a status and a category are listed together, in the order of names, up or down', async (app) => {
  const all: Pet[] = []
  for (let n = 0; n < 60; n += 1) {
    const status = petStatuses[n % 3] ?? 'sold'
    const pet = { name: `${'RrAz'[n % 4]}ex ${n % 5}`, categoryId: BigInt(n % 2), status }
    all.push(await addPet(app.storage, pet))
  }
  for (const [query, fits] of [
    ['sort=name', () => true],
    ['sort=name&status=sold', ({ status }: Pet) => status === 'sold'],
    ['name=re&sort=name&categoryId=1', ({ categoryId }: Pet) => categoryId === 1n],
    [
      'name=re&categoryId=1&status=sold',
      (pet: Pet) => pet.categoryId === 1n && pet.status === 'sold',
    ],
  ] as const) {
    const beginning = query.startsWith('name=re') ? 're' : ''
    const wanted = namesOf(all.filter(fits), beginning)
    const first = `${app.baseUrl}/pets?limit=4&${query}`
    assert.deepEqual(await namesFrom(app, first), wanted)
    const down = first.includes('sort=') ? first.replace('sort=', 'sort=-') : `${first}&sort=-name`
    assert.deepEqual(await namesFrom(app, down), wanted.toReversed())
  }
})

it('an order of names with ids, another order or a control character is refused in words', async (app) => {
  for (const [query, mine, theirs] of [
    ['name=Rex&id=1', 'name', 'id'],
    ['name=Rex&after=1', 'name', 'after'],
    ['name=Rex&sort=-id', 'name', 'sort=-id'],
    ['sort=name&id=1', 'sort=name', 'id'],
    ['sort=-name&after=1', 'sort=-name', 'after'],
  ] as const) {
    const told = new RegExp(`^${mine} cannot be combined with ${theirs}:`)
    assertRefused(await app.call(`/pets?${query}`), 'invalid_parameter', told)
  }
  for (const name of ['', 'a%00', 'x'.repeat(201)]) {
    assertRefused(await app.call(`/pets?name=${name}`), 'invalid_parameter', /^name must/)
  }
})

it('an animal that gets another name is found by it, and no more by the one before', async (app) => {
  const { id } = await add(app, 'Rex')
  assert.equal((await app.patch(`/pets/${id}`, { name: 'Bello' })).status, 200)
  assert.deepEqual(await namesFrom(app, firstPage(app, 'BELL', 5)), ['1 Bello'])
  assert.deepEqual(await namesFrom(app, firstPage(app, 'rex', 5)), [])
})
