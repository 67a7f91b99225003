import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeKey } from '../../src/access/keys/key-format.ts'
import { NewPet, petStatuses } from '../../src/resources/pets/pet.ts'
import { it, startApp, type TestApp, TestClock } from '../helpers/app.ts'
import { type Call, call, linkOf } from '../helpers/http.ts'
import { assertRefused } from '../helpers/refusal.ts'

const rex = { name: 'Rex', categoryId: 3 }

const createSpelled = (app: TestApp, body: string, type = 'application/json') =>
  app.post('/pets', body, { headers: { 'content-type': type } })

it('the message names everything that is wrong', async (app) => {
  const message = assertRefused(
    await createSpelled(app, '{"categoryId":1.5,"status":null,"id":7,"colour":"red","colour":1}'),
    'invalid_body',
  )
  for (const part of [
    'name is required',
    'categoryId must be an integer',
    'status must be one of available, pending, sold, not null',
    'id is assigned by the service, so leave it out',
    `colour is not a field of a NewPet, which takes ${Object.keys(NewPet.properties).join(', ')}`,
    'colour is given more than once',
  ]) {
    assert.ok(message.includes(part), `${part} in: ${message}`)
  }
})

it('a body of another media type is refused', async (app) => {
  for (const type of ['application/jsonx', 'json']) {
    const answer = await createSpelled(app, JSON.stringify(rex), type)
    assertRefused(answer, 'unsupported_media_type', /send it as application\/json/)
  }
})

it('an animal is read by its id, and every answer tells that the operation goes and what takes its place', async (app) => {
  const { text } = await app.post('/pets', rex)
  const { key } = await app.addKey('enterprise', { perMinute: 1, perDay: 10 })
  const rows: ReadonlyArray<readonly [id: string, status: number, options?: Call]> = [
    ['1', 200],
    ['1', 200, { method: 'HEAD' }],
    ['2', 404],
    ['0', 404],
    ['9223372036854775807', 404],
    ['-9223372036854775808', 404],
    ['1', 401, { key: undefined }],
    ['1', 401, { key: makeKey('staging') }],
    ['1', 403, { key: await app.keyWith('orders:read') }],
    ['1', 200, { key }],
    ['1', 429, { key }],
    ['1', 429, { key }],
  ]
  for (const [id, status, options = {}] of rows) {
    const answer = await app.call(`/pets/${id}`, options)
    assert.equal(answer.status, status, answer.text)
    if (status === 200) assert.equal(answer.text, options.method === 'HEAD' ? '' : text)
    const gone = `There is no animal with the id ${id}.`
    if (status === 404) assert.equal(assertRefused(answer, 'pet_not_found'), gone)
    assert.equal(answer.headers['deprecation'], '@1795132800')
    assert.equal(answer.headers['sunset'], 'Thu, 05 Dec 2030 00:00:00 GMT')
    assert.equal(linkOf(answer, 'successor-version'), `${app.baseUrl}/pets?id=${id}`)
    assert.equal(linkOf(answer, 'deprecation'), `${app.origin}/docs#deprecation-getpet`)
    assert.match(String(answer.headers['link']), /rel="deprecation"; type="text\/html"/)
  }
})

test('from its sunset on the operation is gone, by the clock alone', async (t) => {
  const app = await startApp(t, { clock: new TestClock('2030-12-04T23:59:59.999Z') })
  await app.post('/pets', rex)
  assert.equal((await app.call('/pets/1')).status, 200)
  app.clock.advance(1)
  for (const path of ['/pets/1', '/pets/2', '/pets/rex', '/pets/1?colour=red']) {
    const answer = await app.call(path)
    const message = assertRefused(answer, 'operation_removed')
    // If the path names no animal, the list itself is the successor.
    const successor = path === '/pets/rex' ? '/pets' : `/pets?id=${path.charAt(6)}`
    assert.equal(message, `This operation was removed on 2030-12-05. Use GET ${successor} instead.`)
    assert.equal(linkOf(answer, 'successor-version'), app.baseUrl + successor)
    assert.equal(answer.headers.allow, 'PATCH, DELETE, OPTIONS')
  }
  assert.equal((await app.call('/pets/1', { method: 'HEAD' })).status, 410)
  for (const [method, status] of Object.entries({ OPTIONS: 204, PUT: 405 })) {
    const answer = await app.call('/pets/1?colour=red', { method })
    assert.deepEqual([answer.status, answer.headers.allow], [status, 'PATCH, DELETE, OPTIONS'])
  }
  // All else stays.
  assertRefused(await app.call('/pets/1', { key: undefined }), 'missing_api_key')
  assert.equal((await app.patch('/pets/1', { name: 'Rexy' })).status, 200)
  assert.equal((await app.remove('/pets/1')).status, 204)
  const created = await app.post('/pets', rex)
  const read = await call(created.headers.location ?? '', { key: app.key })
  assert.equal(read.text, `[${created.text}]`)
})

it('an animal that is deleted is gone, and no other gets its id, after a restart neither', async (first) => {
  let app = first
  for (let id = 1; id <= 3; id += 1) {
    assert.match((await app.post('/pets', rex)).text, new RegExp(`^\\{"id":${id},`))
    const gone = await app.remove(`/pets/${id}`)
    assert.deepEqual([gone.status, gone.text], [204, ''])
    assert.equal((await app.call('/pets')).text, '[]')
    assertRefused(await app.remove(`/pets/${id}`), 'pet_not_found')
    assertRefused(await app.call(`/pets/${id}`), 'pet_not_found')
    app = await app.restart()
  }
})

it('an animal goes from every status to every other, as filtered lists show, but a sold one is not pending before it is available', async (app) => {
  for (const [at, from] of petStatuses.entries()) {
    const path = `/pets/${at + 1}`
    await app.post('/pets', { ...rex, status: from })
    for (const to of petStatuses.filter((each) => from !== 'sold' || each !== 'pending')) {
      assert.equal((await app.patch(path, { name: 'Max', status: to })).status, 200)
      for (const each of petStatuses) {
        const { text } = await app.call(`/pets?status=${each}&after=${at}`)
        assert.equal(text.includes('"Max"'), each === to, `${each}, ${to}`)
      }
      if (to === 'sold') {
        const refused = await app.patch(path, { name: 'Tom', status: 'pending' })
        assert.equal(
          assertRefused(refused, 'transition_not_allowed'),
          `The animal ${at + 1} is sold, which cannot become pending. Set it to available first.`,
        )
        assert.match((await app.call(path)).text, /"Max"/)
        await app.patch(path, { status: 'available' })
      }
      assert.equal((await app.patch(path, { status: from })).status, 200)
    }
  }
})
