import assert from 'node:assert/strict'
import { type Json, startApp, type TestApp, testOf } from '../helpers/app.ts'
import { parseExactly } from '../helpers/exact-json.ts'
import type { Answer, Call } from '../helpers/http.ts'
import { addPets } from '../helpers/orders.ts'
import { idsOn } from '../helpers/pages.ts'
import { wholeProfile as whole } from '../helpers/whole-rows.ts'
import { assertRefused } from '../helpers/refusal.ts'

const patch = (app: TestApp, petId: number, body: object, options?: Call): Promise<Answer> =>
  app.patch(`/pets/${petId}/profile`, body, options)

/** A test of an application with six animals. */
const it = testOf(async (t) => {
  const app = await startApp(t)
  await addPets(app, 6)
  return app
})

/** The animals whose profiles are on all pages of a list. */
const petIdsOn = (app: TestApp, query: string) =>
  idsOn(app, `/profiles?${query}`, undefined, 'petId')

const statusesOf = (answers: readonly Answer[]): readonly number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

it('every animal has a profile, the first change makes it, and null clears all fields at once', async (app) => {
  assert.equal((await app.call('/pets/1/profile')).text, '{"petId":1,"photos":[]}')
  const { updatedAt, ...made } = JSON.parse((await patch(app, 1, whole)).text)
  assert.deepEqual(made, { petId: 1, ...whole, photos: [] })
  const cleared = Object.fromEntries(Object.keys(whole).map((name) => [name, null]))
  const empty = `{"petId":1,"photos":[],"updatedAt":"${updatedAt}"}`
  // What nobody recorded can be cleared too.
  for (const body of [cleared, { breed: null }]) {
    assert.equal((await patch(app, 1, body)).text, empty)
  }
})

it('the facts are merged: others stay, null removes one, and 50 are the most', async (app) => {
  const names = Array.from({ length: 49 }, (_, n) => [`fact ${n}`, `${n}`])
  await patch(app, 1, { facts: Object.fromEntries(names) })
  const merged = await patch(app, 1, { facts: { diet: 'hay', 'fact 0': null, nothing: null } })
  const expected = Object.fromEntries([...names.slice(1), ['diet', 'hay']])
  assert.deepEqual(JSON.parse(merged.text).facts, expected)
  assert.equal((await patch(app, 1, { facts: { one: '1' } })).status, 200)
  const tooMany = await patch(app, 1, { facts: { two: '2' } })
  assertRefused(tooMany, 'invalid_body', /would have 51, but may have 50/)
  assert.equal('facts' in JSON.parse((await patch(app, 1, { facts: null })).text), false)
})

it('the condition of an unwritten profile holds for one of many callers', async (app) => {
  const { etag } = (await app.call('/pets/1/profile')).headers
  const headers = { 'If-Match': etag }
  const answers = ['a', 'b', 'c'].map((location) => patch(app, 1, { location }, { headers }))
  assert.deepEqual(statusesOf(await Promise.all(answers)), [200, 412, 412])
  const absent = await patch(app, 1, {}, { headers: { 'If-None-Match': '*' } })
  assertRefused(absent, 'precondition_failed')
})

it('a chip is that of one animal, in any case of letters, and the refusal names it', async (app) => {
  assert.match((await patch(app, 2, { chip: 'ab12' })).text, /"chip":"AB12"/)
  assertRefused(await patch(app, 1, { chip: 'aB12' }), 'chip_taken', /animal 2 has the chip AB12/)
  assert.equal((await patch(app, 2, { chip: 'AB12', breed: 'Boxer' })).status, 200)
  assert.deepEqual(await petIdsOn(app, 'chip=Ab12'), [2])
  // Of several callers at once, in one transaction, one gets it; what it frees another can have.
  const chip = '985141000123456'
  const answers = await Promise.all([1, 3].map((id) => patch(app, id, { chip })))
  assert.deepEqual(statusesOf(answers), [200, 409])
  await app.remove('/pets/2')
  assert.equal((await patch(app, answers[0]?.status === 200 ? 3 : 1, { chip: 'ab12' })).status, 200)
  for (const wrong of ['', 'a b', '985-141', 'x'.repeat(21), 'ä']) {
    assertRefused(await patch(app, 1, { chip: wrong }), 'invalid_body', /^chip must /)
  }
})

it('a page of cards has the profiles of the animals that it names, in their order', async (app) => {
  for (const id of [2, 4]) await patch(app, id, { location: `Kennel ${id}` })
  const page = await app.call('/profiles?petId=4,1,9,2,-7,3')
  const [fourth, first] = parseExactly(page.text) as readonly object[]
  assert.deepEqual(fourth, parseExactly((await app.call('/pets/4/profile')).text))
  assert.deepEqual(first, { petId: 1n, photos: [] })
  assert.deepEqual(await petIdsOn(app, 'petId=4,1,9,2,-7,3'), [4, 1, 2, 3])
  assert.deepEqual(await petIdsOn(app, 'petId=5,4,9,2,1&limit=2'), [5, 4, 2, 1])
  const hundred = Array.from({ length: 100 }, (_, n) => 100 - n)
  assert.deepEqual(await petIdsOn(app, `petId=${hundred.join()}`), [6, 5, 4, 3, 2, 1])
})

it('each filter has its pages, and goes alone', async (app) => {
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
    for (const limit of [1, 20]) {
      assert.deepEqual(await petIdsOn(app, `limit=${limit}&${filter}`), ids, filter)
    }
  }
  for (const filters of ['species=Cat&sex=male', 'petId=1&chip=2']) {
    assertRefused(await app.call(`/profiles?${filters}`), 'invalid_parameter', /combined/)
  }
})

it('an event tells of each change, without the long texts', async (app) => {
  const moved = { location: 'Kennel 5' }
  for (const body of [whole, moved, moved, { description: 'Other words.' }]) {
    await patch(app, 1, body)
  }
  const { text } = await app.call('/events?petId=1&type=profile.updated')
  const previous = JSON.parse(text).map(({ data }: Json) => Object.keys(data.previous ?? {}))
  assert.deepEqual(previous, [[], ['location'], []])
  assert.doesNotMatch(text, /Shy at first|kidney food|Other words/)
})
