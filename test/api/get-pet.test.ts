import assert from 'node:assert/strict'
import { test } from 'node:test'
import { int64FromText } from '../../src/base/int64.ts'
import { makeKey } from '../../src/access/keys/key-format.ts'
import { startApp, type TestApp, TestClock } from '../helpers/app.ts'
import { type Answer, call, linkOf } from '../helpers/http.ts'
import { assertMarked, assertRefused } from '../helpers/refusal.ts'
import { addPet } from '../helpers/storage.ts'

const addRex = async (app: TestApp): Promise<void> => {
  await addPet(app.storage, { name: 'Rex', categoryId: 3n, status: 'available' })
}

/** Checks the notice of deprecation that every answer of the operation has. */
const assertNotice = (app: TestApp, answer: Answer): void => {
  assert.equal(answer.headers['deprecation'], '@1795132800')
  assert.equal(answer.headers['sunset'], 'Thu, 05 Dec 2030 00:00:00 GMT')
  // If the path names no animal, the list itself is the successor.
  const id = decodeURIComponent(/\/pets\/([^?]*)/.exec(answer.target)?.[1] ?? '')
  const successor = typeof int64FromText(id) === 'bigint' ? `/pets?id=${id}` : '/pets'
  assert.equal(linkOf(answer, 'successor-version'), app.baseUrl + successor)
  assert.equal(linkOf(answer, 'deprecation'), `${app.origin}/docs#deprecation-getpet`)
  assert.match(String(answer.headers['link']), /rel="deprecation"; type="text\/html"/)
}

test('an animal is read by its id, with the notice that the operation goes', async (t) => {
  const app = await startApp(t)
  await addRex(app)
  const answer = await app.call('/pets/1')
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['content-type'], 'application/json')
  assert.equal(answer.text, '{"id":1,"name":"Rex","categoryId":3,"status":"available"}')
  assertMarked(answer)
  assertNotice(app, answer)
})

test('an id that no animal has is told, with the notice too', async (t) => {
  const app = await startApp(t)
  await addRex(app)
  for (const id of ['2', '0', '-1', '9223372036854775807', '-9223372036854775808']) {
    const answer = await app.call(`/pets/${id}`)
    assert.equal(assertRefused(answer, 'pet_not_found'), `There is no animal with the id ${id}.`)
    assertNotice(app, answer)
  }
})

test('the notice stands on every refusal of the operation too', async (t) => {
  const app = await startApp(t)
  await addRex(app)
  const withoutKey = await app.call('/pets/1', { key: undefined })
  assertRefused(withoutKey, 'missing_api_key')
  assertNotice(app, withoutKey)
  const unknownKey = await app.call('/pets/1', { key: makeKey('staging') })
  assertRefused(unknownKey, 'invalid_api_key')
  assertNotice(app, unknownKey)
  const { key } = await app.addKey('enterprise', { perMinute: 1, perDay: 10 })
  assert.equal((await app.call('/pets/1', { key })).status, 200)
  const refused = await app.call('/pets/1', { key })
  assertRefused(refused, 'rate_limit_exceeded')
  assertNotice(app, refused)
  const banned = await app.call('/pets/1', { key })
  assertRefused(banned, 'api_key_banned')
  assertNotice(app, banned)
  const head = await app.call('/pets/1', { method: 'HEAD' })
  assert.equal(head.status, 200)
  assertNotice(app, head)
})

test('the notice stands on no other operation', async (t) => {
  const app = await startApp(t)
  for (const answer of [
    await app.call('/pets'),
    await app.call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 3 } }),
    await app.call('/animals'),
  ]) {
    assert.equal(answer.headers['deprecation'], undefined)
    assert.equal(answer.headers['sunset'], undefined)
  }
})

test('from its sunset on the operation is gone, by the clock alone', async (t) => {
  const app = await startApp(t, { clock: new TestClock('2030-12-04T23:59:59.999Z') })
  await addRex(app)
  assert.equal((await app.call('/pets/1')).status, 200)
  app.clock.advance(1)
  for (const path of ['/pets/1', '/pets/2', '/pets/rex', '/pets/1?colour=red']) {
    const answer = await app.call(path)
    const message = assertRefused(answer, 'operation_removed')
    const successor = path === '/pets/rex' ? '/pets' : `/pets?id=${path.charAt(6)}`
    assert.equal(message, `This operation was removed on 2030-12-05. Use GET ${successor} instead.`)
    assertNotice(app, answer)
    assert.equal(answer.headers.allow, 'PATCH, DELETE, OPTIONS')
  }
  for (const method of ['PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { name: 'Rexy' } : undefined
    const answer = await app.call('/pets/1', { method, body })
    assert.ok(answer.status < 300, 'the other methods stay')
    assert.equal(answer.headers['sunset'], undefined)
  }
  assertRefused(await app.call('/pets/1', { key: undefined }), 'missing_api_key')
  assert.equal((await app.call('/pets/1', { method: 'HEAD' })).status, 410)
  for (const method of ['OPTIONS', 'PUT']) {
    const answer = await app.call('/pets/1', { method })
    assert.equal(answer.headers.allow, 'PATCH, DELETE, OPTIONS', method)
  }
  assert.equal((await app.call('/pets')).status, 200, 'the list stays')
  const created = await app.call('/pets', { method: 'POST', body: { name: 'Max', categoryId: 3 } })
  assert.equal(created.status, 201)
  const { location = '' } = created.headers
  assert.equal(location, `${app.baseUrl}/pets?id=2`)
  const read = await call(location, { key: app.key })
  assert.equal(read.text, `[${created.text}]`)
})
