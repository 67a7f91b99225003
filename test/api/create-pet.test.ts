import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exactPet } from '../helpers/exact-json.ts'
import { startApp, temporaryFolder, type TestApp } from '../helpers/app.ts'
import { type Answer, call } from '../helpers/http.ts'
import { assertMarked, assertRefused } from '../helpers/refusal.ts'
import { givenFields } from '../helpers/pet-fields.ts'

const json = { 'content-type': 'application/json' }

const create = async (app: TestApp, body: unknown): Promise<Answer> =>
  await app.call('/pets', { method: 'POST', body, headers: json })

test('an animal is added with the next id, and Location leads to it', async (t) => {
  const app = await startApp(t)
  const answer = await create(app, { name: 'Rex', categoryId: 3, status: 'pending' })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers['content-type'], 'application/json')
  assert.equal(answer.text, '{"id":1,"name":"Rex","categoryId":3,"status":"pending"}')
  assert.equal(answer.headers['location'], `${app.baseUrl}/pets?id=1`)
  assertMarked(answer)
  assert.equal(
    (await create(app, { name: 'Bella', categoryId: 3 })).headers['location'],
    `${app.baseUrl}/pets?id=2`,
  )
  const read = await call(answer.headers['location'] ?? '', { key: app.key })
  assert.equal(read.text, `[${answer.text}]`)
})

test('a status that is left out becomes available', async (t) => {
  const app = await startApp(t)
  const answer = await create(app, { name: 'Rex', categoryId: 3 })
  assert.equal(exactPet(answer.text).status, 'available')
  const listed = await app.call('/pets?status=available')
  assert.equal(listed.text, `[${answer.text}]`)
})

for (const digits of [
  '9223372036854775807',
  '-9223372036854775808',
  '9007199254740993',
  '-9007199254740993',
  '0',
]) {
  test(`categoryId ${digits} comes back digit for digit, after a restart too`, async (t) => {
    const dataDir = temporaryFolder(t)
    const first = await startApp(t, { dataDir })
    const expected = `{"id":1,"name":"Rex","categoryId":${digits},"status":"available"}`
    const created = await create(first, `{"name":"Rex","categoryId":${digits}}`)
    assert.equal(created.text, expected)
    const again = async (app: TestApp): Promise<void> => {
      assert.equal((await app.call('/pets')).text, `[${expected}]`)
      assert.equal((await app.call('/pets?status=available&limit=1')).text, `[${expected}]`)
      assert.equal((await app.call('/pets/1')).text, expected)
    }
    await again(first)
    await first.close()
    await again(await startApp(t, { dataDir }))
  })
}

test('the message names everything that is wrong', async (t) => {
  const app = await startApp(t)
  const message = assertRefused(
    await create(app, '{"categoryId":1.5,"status":null,"id":7,"colour":"red","colour":1}'),
    'invalid_body',
  )
  for (const part of [
    'name is required',
    'categoryId must be an integer',
    'status must be one of available, pending, sold, not null',
    'id is assigned by the service, so leave it out',
    `colour is not a field of a NewPet, which takes ${givenFields}`,
    'colour is given more than once',
  ]) {
    assert.ok(message.includes(part), `${part} in: ${message}`)
  }
})

test('a body of another media type is refused', async (t) => {
  const app = await startApp(t)
  const body = '{"name":"Rex","categoryId":3}'
  for (const type of [
    'text/plain',
    'application/jsonx',
    'application/x-www-form-urlencoded',
    'json',
  ]) {
    const answer = await app.call('/pets', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })
    assertRefused(answer, 'unsupported_media_type', /send it as application\/json/)
  }
})
