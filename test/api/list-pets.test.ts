import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { call, errorOf, linkOf } from '../helpers/http.ts'
import { addPet } from '../helpers/storage.ts'

test('a store without animals lists none and has no next page', async (t) => {
  const app = await startApp(t)
  const answer = await app.call('/pets')
  assert.equal(answer.status, 200)
  assert.equal(answer.text, '[]')
  assert.equal(linkOf(answer, 'first'), `${app.baseUrl}/pets?limit=20`)
  assert.equal(linkOf(answer, 'next'), undefined)
})

test('following Link alone sees each animal once, in order, while others are added', async (t) => {
  const app = await startApp(t)
  for (let n = 0; n < 25; n += 1) {
    await addPet(app.storage, { name: `Pet ${n}`, categoryId: 1n, status: 'available' })
  }
  const seen: number[] = []
  let url: string | undefined = `${app.baseUrl}/pets?limit=10`
  while (url !== undefined) {
    const answer = await call(url, { key: app.key })
    seen.push(...JSON.parse(answer.text).map((pet: { id: number }) => pet.id))
    await addPet(app.storage, { name: 'Late', categoryId: 1n, status: 'available' })
    url = seen.length < 40 ? linkOf(answer, 'next') : undefined
  }
  assert.deepEqual(
    seen.slice(0, 25),
    Array.from({ length: 25 }, (_, n) => n + 1),
  )
})

for (const query of [
  'limit=0',
  'limit=101',
  'limit=ten',
  'limit=',
  'limit=5&limit=6',
  'limit=1.0',
  'status=lost',
  'colour=red',
  'cursor=abc',
]) {
  test(`a list with ${query} is refused with the parameter's name`, async (t) => {
    const app = await startApp(t)
    const answer = await app.call(`/pets?${query}`)
    assert.equal(answer.status, 400)
    assert.equal(errorOf(answer).code, 'invalid_parameter')
    assert.match(errorOf(answer).message, new RegExp(query.split('=')[0] ?? ''))
  })
}
