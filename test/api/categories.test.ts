import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { int64 } from '../../src/base/int64.ts'
import { startApp, type TestApp } from '../helpers/app.ts'
import { type Answer, call, type Call } from '../helpers/http.ts'
import { assertMarked, assertRefused } from '../helpers/refusal.ts'

const put = async (
  app: TestApp,
  id: bigint | string,
  body: unknown,
  options: Call = {},
): Promise<Answer> => await app.put(`/categories/${id}`, body, { ...options })

/** An app in which each of these categories is named after its number. */
const appWith = async (t: TestContext, ids: readonly bigint[]): Promise<TestApp> => {
  const app = await startApp(t)
  for (const id of ids) assert.equal((await put(app, id, { name: `Number ${id}` })).status, 201)
  return app
}

for (const id of [3n, 0n, -1n, int64.minimum, int64.maximum]) {
  test(`the number ${id} is named, read, renamed and deleted`, async (t) => {
    const app = await startApp(t)
    const path = `/categories/${id}`
    const created = await put(app, id, { name: 'Dogs' })
    assert.equal(created.status, 201)
    assert.equal(created.text, `{"id":${id},"name":"Dogs"}`)
    assert.equal(created.headers.location, `${app.baseUrl}${path}`)
    assert.equal((await call(created.headers.location ?? '', { key: app.key })).text, created.text)
    const renamed = await put(app, id, { name: 'Cats' })
    assert.equal(renamed.status, 200)
    assert.equal(renamed.headers.location, undefined)
    assert.equal(renamed.text, `{"id":${id},"name":"Cats"}`)
    const read = await app.call(path)
    assert.equal(read.text, renamed.text)
    assertMarked(read)
    const deleted = await app.remove(path)
    assert.equal(deleted.status, 204)
    assert.equal(deleted.text, '')
    assertMarked(deleted)
    for (const method of ['GET', 'DELETE']) {
      assertRefused(
        await app.call(path, { method }),
        'category_not_found',
        new RegExp(` ${id}\\.$`),
      )
    }
    assert.equal((await put(app, id, { name: 'Dogs' })).status, 201)
  })
}

test('animals bear any number, named or not, and keep it when its name goes', async (t) => {
  const app = await appWith(t, [3n])
  for (const categoryId of [3, 4]) {
    const body = { name: 'Rex', categoryId }
    assert.equal((await app.post('/pets', body)).status, 201)
  }
  const before = await app.call('/pets')
  assert.equal((await app.remove('/categories/3')).status, 204)
  assert.equal((await app.call('/pets')).text, before.text)
})

test('with If-None-Match a number is named only if it has no name, with If-Match only if it has one, and the message names that field alone', async (t) => {
  const app = await appWith(t, [3n])
  const rename = async (id: bigint, tag: string) => {
    const answer = await put(app, id, { name: 'Cats' }, { headers: { 'If-Match': tag } })
    return assertRefused(answer, 'precondition_failed')
  }
  assert.match(await rename(4n, '*'), /category 4 does not exist, and If-Match: \* asks for one/)
  const isNew = { headers: { 'If-None-Match': '*' } }
  assert.equal(
    assertRefused(await put(app, 3n, { name: 'Dogs' }, isNew), 'precondition_failed'),
    'The name of the category 3 exists already, and If-None-Match: * asks for one that does not. Read it again and decide anew.',
  )
  assert.equal((await put(app, 5n, { name: 'Dogs' }, isNew)).status, 201)
  const message = await rename(3n, '"a"')
  assert.match(message, /category 3 does not meet If-Match/)
  assert.doesNotMatch(message, /If-None-Match/)
})
