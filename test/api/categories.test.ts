import assert from 'node:assert/strict'
import { int64 } from '../../src/base/int64.ts'
import { it } from '../helpers/app.ts'
import { pagesOf } from '../helpers/pages.ts'
import { assertRefused } from '../helpers/refusal.ts'

it('every number can be named, even the largest, and the list has them in order', async (app) => {
  const sorted = [int64.minimum, -1n, 0n, 3n, int64.maximum]
  for (const id of sorted.toReversed()) {
    const { status } = await app.put(`/categories/${id}`, { name: 'Dogs' })
    assert.equal(status, 201)
  }
  for (const limit of [1, 2, 5]) {
    const pages = await pagesOf(app, `/categories?limit=${limit}`)
    const text = pages.map((page) => page.text).join()
    assert.deepEqual(text.match(/-?\d+/g)?.map(BigInt), sorted)
  }
  // Numbers of animals are others.
  assert.equal((await app.post('/pets', { name: 'Rex', categoryId: 1 })).status, 201)
})

it('with If-None-Match a number is named only if it has no name, with If-Match only if it has one, and the message names that field alone', async (app) => {
  const put = async (id: number, headers: Readonly<Record<string, string>>) =>
    await app.put(`/categories/${id}`, { name: 'Dogs' }, { headers })
  await put(3, {})
  const code = 'precondition_failed'
  const absent = /category 4 does not exist, and If-Match: \* asks for one/
  assertRefused(await put(4, { 'If-Match': '*' }), code, absent)
  assert.equal(
    assertRefused(await put(3, { 'If-None-Match': '*' }), code),
    'The name of the category 3 exists already, and If-None-Match: * asks for one that does not. Read it again and decide again.',
  )
  assert.equal((await put(5, { 'If-None-Match': '*' })).status, 201)
  const stale = assertRefused(await put(3, { 'If-Match': '"a"' }), code)
  assert.match(stale, /category 3 does not meet If-Match/)
  assert.doesNotMatch(stale, /If-None-Match/)
})
