import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startApp, type TestApp } from '../helpers/app.ts'
import { parseExactly } from '../helpers/exact-json.ts'
import { type Answer, type Call, call, linkOf } from '../helpers/http.ts'
import { wholeProfile as whole } from '../helpers/pet-fields.ts'
import { assertMarked, assertRefused } from '../helpers/refusal.ts'
import { addPet } from '../helpers/storage.ts'

const patch = async (
  app: TestApp,
  petId: number | bigint,
  body: unknown,
  options: Call = {},
): Promise<Answer> => await app.patch(`/pets/${petId}/profile`, body, { ...options })

/** An app with some animals, ids from 1 on. */
const appWith = async (t: TestContext, animals: number): Promise<TestApp> => {
  const app = await startApp(t)
  for (let n = 0; n < animals; n += 1)
    await addPet(app.storage, { name: `Pet ${n + 1}`, categoryId: 3n, status: 'available' })
  return app
}

const petIdsOf = ({ text }: Answer): readonly number[] =>
  (JSON.parse(text) as ReadonlyArray<{ readonly petId: number }>).map(({ petId }) => petId)

test('every animal has a profile, the first change makes it, and null clears each field', async (t) => {
  const app = await appWith(t, 1)
  const empty = await app.call('/pets/1/profile')
  assert.equal(empty.text, '{"petId":1,"photos":[]}')
  assertMarked(empty)
  const made = await patch(app, 1, whole)
  assert.equal(made.status, 200)
  const { updatedAt, ...rest } = JSON.parse(made.text) as Record<string, unknown>
  assert.deepEqual(rest, { petId: 1, ...whole, photos: [] })
  const read = await app.call('/pets/1/profile')
  assert.deepEqual([read.text, read.headers.etag], [made.text, made.headers.etag])
  const cleared = Object.fromEntries(Object.keys(whole).map((name) => [name, null]))
  assert.equal(
    (await patch(app, 1, cleared)).text,
    `{"petId":1,"photos":[],"updatedAt":"${String(updatedAt)}"}`,
  )
  const again = await patch(app, 1, { breed: null })
  assert.equal(again.status, 200, 'what nobody recorded can be cleared')
})

test('the facts are merged: others stay, null removes one, and 50 are the most', async (t) => {
  const app = await appWith(t, 1)
  const names = Array.from({ length: 49 }, (_, n) => [`fact ${n}`, `${n}`])
  await patch(app, 1, { facts: Object.fromEntries(names) })
  const { facts } = JSON.parse(
    (await patch(app, 1, { facts: { diet: 'hay', 'fact 0': null, nothing: null } })).text,
  ) as { facts: object }
  assert.deepEqual(facts, Object.fromEntries([...names.slice(1), ['diet', 'hay']]))
  assert.equal((await patch(app, 1, { facts: { one: '1' } })).status, 200)
  assertRefused(
    await patch(app, 1, { facts: { two: '2' } }),
    'invalid_body',
    /would have 51, but may have 50/,
  )
  const none = await patch(app, 1, { facts: null })
  assert.equal('facts' in (JSON.parse(none.text) as object), false)
})

test('the condition of an unwritten profile holds for one of many callers', async (t) => {
  const app = await appWith(t, 1)
  const { headers } = await app.call('/pets/1/profile')
  const ifMatch = { 'If-Match': headers.etag ?? '' }
  const answers = await Promise.all(
    ['a', 'b', 'c'].map(
      async (location) => await patch(app, 1, { location }, { headers: ifMatch }),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 412, 412],
  )
  assertRefused(
    await patch(app, 1, {}, { headers: { 'If-None-Match': '*' } }),
    'precondition_failed',
  )
})

test('a chip is that of one animal, in any case of letters, and the refusal names it', async (t) => {
  const app = await appWith(t, 3)
  assert.match((await patch(app, 2, { chip: 'ab12' })).text, /"chip":"AB12"/)
  assertRefused(await patch(app, 1, { chip: 'aB12' }), 'chip_taken', /animal 2 has the chip AB12/)
  assert.equal((await patch(app, 2, { chip: 'AB12', breed: 'Boxer' })).status, 200)
  assert.deepEqual(petIdsOf(await app.call('/profiles?chip=Ab12')), [2])
  // Of several callers at once, in one transaction, one gets it; what it frees another can have.
  const chip = '985141000123456'
  const answers = await Promise.all([1, 3].map(async (id) => await patch(app, id, { chip })))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  await app.remove('/pets/2')
  assert.equal((await patch(app, answers[0]?.status === 200 ? 3 : 1, { chip: 'ab12' })).status, 200)
  for (const wrong of ['', 'a b', '985-141', 'x'.repeat(21), 'ä']) {
    assertRefused(await patch(app, 1, { chip: wrong }), 'invalid_body', /^chip must /)
  }
})

test('a page of cards has the profiles of the animals that it names, in their order', async (t) => {
  const app = await appWith(t, 5)
  for (const id of [2, 4]) await patch(app, id, { location: `Kennel ${id}` })
  const page = await app.call('/profiles?petId=4,1,9,2,-7,3')
  assert.deepEqual(petIdsOf(page), [4, 1, 2, 3])
  const [fourth, first] = parseExactly(page.text) as readonly object[]
  assert.deepEqual(fourth, parseExactly((await app.call('/pets/4/profile')).text))
  assert.deepEqual(first, { petId: 1n, photos: [] })
  const seen: number[] = []
  let next: string | undefined = `${app.baseUrl}/profiles?petId=5,4,9,2,1&limit=2`
  while (next !== undefined) {
    const part: Answer = await call(next, { key: app.key })
    seen.push(...petIdsOf(part))
    next = linkOf(part, 'next')
  }
  assert.deepEqual(seen, [5, 4, 2, 1])
  const hundred = Array.from({ length: 100 }, (_, n) => n + 1).toReversed()
  assert.deepEqual(petIdsOf(await app.call(`/profiles?petId=${hundred.join()}`)), [5, 4, 3, 2, 1])
})

test('each filter has its pages, and goes alone', async (t) => {
  const app = await appWith(t, 6)
  for (const id of [1, 2, 3, 4]) {
    const sex = id % 2 === 0 ? 'male' : 'female'
    await patch(app, id, { species: id < 3 ? 'Cat' : 'Dog', sex, location: `Kennel ${id % 3}` })
  }
  for (const [filter, ids] of [
    ['', [1, 2, 3, 4]],
    ['species=Dog', [3, 4]],
    ['species=dog', []],
    ['sex=male', [2, 4]],
    ['location=Kennel%201', [1, 4]],
    ['chip=1', []],
  ] as const) {
    assert.deepEqual(petIdsOf(await app.call(`/profiles?${filter}`)), ids, filter)
    const first = await app.call(`/profiles?limit=1&${filter}`)
    assert.deepEqual(petIdsOf(first), ids.slice(0, 1))
    const next = linkOf(first, 'next')
    assert.equal(next !== undefined, ids.length > 1)
    if (next !== undefined)
      assert.deepEqual(petIdsOf(await call(next, { key: app.key })), ids.slice(1, 2))
  }
  assertRefused(await app.call('/profiles?species=Cat&sex=male'), 'invalid_parameter', /combined/)
  assertRefused(await app.call('/profiles?petId=1&chip=2'), 'invalid_parameter', /combined/)
})

test('the profile goes with its animal at once, and no page shows it any more', async (t) => {
  const app = await appWith(t, 2)
  await patch(app, 1, { species: 'Cat', description: 'a secret' })
  // The second time it comes from memory.
  for (let n = 0; n < 3; n += 1) await app.call('/profiles?species=Cat')
  await app.remove('/pets/1')
  assert.equal((await app.call('/profiles?species=Cat')).text, '[]')
  assert.equal((await app.call('/profiles?petId=1,2')).text, '[{"petId":2,"photos":[]}]')
  for (const method of ['GET', 'PATCH']) {
    const body = method === 'PATCH' ? { body: { breed: 'Boxer' } } : {}
    assertRefused(await app.call('/pets/1/profile', { method, ...body }), 'pet_not_found', / 1\./)
  }
})

test('an event tells of each change, without the long texts', async (t) => {
  const app = await appWith(t, 1)
  await patch(app, 1, whole)
  await patch(app, 1, { location: 'Kennel 5' })
  await patch(app, 1, { location: 'Kennel 5' })
  await patch(app, 1, { description: 'Other words.' })
  const events = (await app.json('/events?petId=1&type=profile.updated')) as ReadonlyArray<{
    readonly data: { readonly profile: object; readonly previous?: object }
  }>
  assert.deepEqual(
    events.map(({ data }) => Object.keys(data.previous ?? {})),
    [[], ['location'], []],
  )
  assert.ok(!/Shy at first|kidney food|Other words/.test(JSON.stringify(events)))
})
