import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { int64Replacer, PetStore } from '../../client/src/index.ts'
import { startApp } from '../helpers/app.ts'

const categoryId = 2n ** 63n - 1n
const json = '{"id":1,"name":"Rex","categoryId":9223372036854775807,"status":"available"}'

const setUp = async (t: TestContext) => {
  const app = await startApp(t)
  const store = new PetStore({ baseUrl: app.baseUrl, apiKey: app.key })
  return { store, pet: await store.pets.create({ name: 'Rex', categoryId }) }
}

test('JSON.stringify writes an animal as the service does, alone, in a page and in an object', async (t) => {
  const { store, pet } = await setUp(t)
  assert.equal(JSON.stringify(pet), json)
  const page = await store.pets.list()
  assert.equal(JSON.stringify(page.items), `[${json}]`)
  assert.equal(JSON.stringify({ pet, seen: true }), `{"pet":${json},"seen":true}`)
  assert.equal(
    JSON.stringify(await store.categories.put(categoryId, { name: 'Dogs' })),
    `{"id":${categoryId},"name":"Dogs"}`,
  )
})

test('an animal stays a plain object, and its copies are written by the replacer', async (t) => {
  const { pet } = await setUp(t)
  const plain = { id: 1n, name: 'Rex', categoryId, status: 'available' }
  assert.deepEqual(pet, plain)
  assert.deepEqual(Object.keys(pet), Object.keys(plain))
  assert.deepEqual(structuredClone(pet), plain)
  for (const copy of [{ ...pet }, structuredClone(pet)]) {
    assert.throws(() => JSON.stringify(copy), TypeError)
    assert.equal(JSON.stringify(copy, int64Replacer), json)
  }
})

test('on a runtime without JSON.rawJSON no digit is lost either', async (t) => {
  const { pet } = await setUp(t)
  t.mock.property(JSON, 'rawJSON', undefined)
  const text = '{"id":1,"name":"Rex","categoryId":"9223372036854775807","status":"available"}'
  assert.equal(JSON.stringify(pet), text)
  assert.equal(JSON.stringify({ ...pet }, int64Replacer), text)
})
