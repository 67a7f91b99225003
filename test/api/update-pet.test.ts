import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '../helpers/app.ts'
import type { Answer } from '../helpers/http.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addPet, petOf } from '../helpers/storage.ts'

const patch = async (
  app: TestApp,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  id = '1',
): Promise<Answer> => await app.call(`/pets/${id}`, { method: 'PATCH', body, headers })

const startWith = async (
  t: Parameters<typeof startApp>[0],
  status: 'available' | 'pending' | 'sold' = 'available',
): Promise<TestApp> => {
  const app = await startApp(t)
  await addPet(app.storage, { name: 'Rex', categoryId: 3n, status })
  return app
}

test('PATCH changes what the body has and nothing else, by either media type', async (t) => {
  const app = await startWith(t)
  const json = (fields: string): string => `{"id":1,${fields}}`
  const steps = [
    ['{"name":"Max"}', '"name":"Max","categoryId":3,"status":"available"'],
    [
      '{"categoryId":9223372036854775807}',
      '"name":"Max","categoryId":9223372036854775807,"status":"available"',
    ],
    [
      '{"status":"sold","name":"Zoë"}',
      '"name":"Zoë","categoryId":9223372036854775807,"status":"sold"',
    ],
  ] as const
  for (const type of ['application/json', 'application/merge-patch+json; charset=utf-8']) {
    await patch(app, { name: 'Rex', categoryId: 3, status: 'available' })
    for (const [body, fields] of steps) {
      const answer = await patch(app, body, { 'Content-Type': type })
      assert.equal(answer.status, 200)
      assert.equal(answer.text, json(fields))
      const read = await app.call('/pets/1')
      assert.equal(read.text, answer.text)
      assert.equal(read.headers.etag, answer.headers.etag)
      assert.equal((await app.call('/pets')).text, `[${answer.text}]`)
    }
  }
})

const statuses = ['available', 'pending', 'sold'] as const
for (const from of statuses) {
  test(`an animal that is ${from} becomes all else, but a sold one is not pending before it is available`, async (t) => {
    const app = await startWith(t, from)
    for (const to of statuses.filter((each) => from !== 'sold' || each !== 'pending')) {
      const answer = await patch(app, { name: 'Max', status: to })
      assert.equal(JSON.parse(answer.text).status, to)
      assert.equal((await petOf(app.storage, 1n))?.status, to)
      if (to === 'sold') {
        const message = assertRefused(
          await patch(app, { name: 'Tom', status: 'pending' }),
          'transition_not_allowed',
        )
        const wanted = 'which cannot become pending. Set it to available first.'
        assert.equal(message, `The animal 1 is sold, ${wanted}`)
        assert.equal((await petOf(app.storage, 1n))?.name, 'Max')
        assert.equal((await patch(app, { status: 'available' })).status, 200)
      }
      assert.equal((await patch(app, { status: from })).status, 200)
    }
  })
}

test('of the conditions 404 comes first, then 412, then 409', async (t) => {
  const app = await startWith(t, 'sold')
  const old = (await app.call('/pets/1')).headers.etag ?? ''
  const changed = await patch(app, { name: 'Max' }, { 'If-Match': old })
  assert.equal(changed.status, 200)
  const pending = { status: 'pending' }
  assertRefused(await patch(app, pending, { 'If-Match': old }), 'precondition_failed')
  assertRefused(await patch(app, {}, { 'If-None-Match': '*' }), 'precondition_failed')
  const now = { 'If-Match': changed.headers.etag ?? '' }
  assertRefused(await patch(app, pending, now), 'transition_not_allowed')
  for (const id of ['2', 'rex', '9223372036854775808']) {
    assertRefused(await patch(app, pending, { 'If-Match': old }, id), 'pet_not_found')
  }
})

test('of many that change one animal by one ETag at once, one does', async (t) => {
  const app = await startWith(t)
  const tag = (await app.call('/pets/1')).headers.etag ?? ''
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, n) => patch(app, { name: `${n}` }, { 'If-Match': tag })),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(answers.filter(({ status }) => status === 412).length, 63)
})

test('a filtered list follows the status of an animal', async (t) => {
  const app = await startWith(t)
  for (const status of ['pending', 'sold', 'available']) {
    await patch(app, { status })
    for (const each of statuses) {
      const { text } = await app.call(`/pets?status=${each}`)
      assert.equal(JSON.parse(text).length, each === status ? 1 : 0)
    }
  }
})
