import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  NotFoundError,
  NotModifiedError,
  PetStore,
  PreconditionError,
} from '../../client/src/index.ts'
import { startApp, type TestApp } from '../helpers/app.ts'

const clientOf = ({ baseUrl, key }: TestApp): PetStore =>
  new PetStore({ baseUrl, apiKey: key, onWarning: () => {} })

test('of two clients that saw the same animal, one changes it, and the other learns of that', async (t) => {
  const app = await startApp(t)
  const store = clientOf(app)
  const made = await store.pets.create({ name: 'Rex', categoryId: 3 }).withResponse()
  const { id } = made.data
  const found = await store.pets.find(id).withResponse()
  assert.equal(found.etag, made.etag)
  const ifMatch = found.etag
  assert.match(ifMatch ?? '', /^"[!#-~]+"$/)

  const changed = await store.pets.update(id, { name: 'Max' }, { ifMatch }).withResponse()
  assert.equal(changed.status, 200)
  assert.notEqual(changed.etag, ifMatch)
  for (const late of [
    () => store.pets.update(id, { name: 'Tom' }, { ifMatch }),
    () => store.pets.delete(id, { ifMatch }),
  ]) {
    await assert.rejects(late(), (error) => {
      assert.ok(error instanceof PreconditionError)
      assert.equal(error.code, 'precondition_failed')
      assert.equal(error.status, 412)
      assert.equal(error.cause, undefined)
      return true
    })
  }
  assert.equal((await store.pets.find(id))?.name, 'Max')
  await store.pets.delete(id, { ifMatch: changed.etag })
})

test('what has not changed is not sent again', async (t) => {
  const app = await startApp(t)
  const store = clientOf(app)
  const { id } = await store.pets.create({ name: 'Rex', categoryId: 3 })
  await store.categories.put(3, { name: 'Dogs' })
  const pet = await store.pets.find(id).withResponse()
  const list = await store.pets.list({ limit: 5 }).withResponse()
  const category = await store.categories.get(3).withResponse()
  assert.deepEqual(list.data.items, [pet.data])
  const again = [
    () => store.pets.find(id, { ifNoneMatch: pet.etag }),
    () => store.pets.get(id, { ifNoneMatch: pet.etag }),
    () => store.pets.list({ limit: 5, ifNoneMatch: list.etag }),
    () => store.categories.get(3, { ifNoneMatch: category.etag }),
  ]
  for (const ask of again) {
    await assert.rejects(ask(), (error) => {
      assert.ok(error instanceof NotModifiedError)
      assert.equal(error.status, 304)
      assert.match(error.requestId ?? '', /./)
      return true
    })
  }
  for (const ask of again) assert.equal(await ask().ifModified(), undefined)
  await store.pets.update(id, { status: 'sold' })
  await store.categories.put(3, { name: 'Hounds' })
  for (const ask of again) assert.ok(await ask())
  assert.equal((await again[0]?.().ifModified())?.status, 200)
  await assert.rejects(store.pets.get(404).ifModified(), NotFoundError)
})

test('a response tells status, headers, quota and the id of the request', async (t) => {
  const app = await startApp(t)
  const { key } = await app.addKey('free')
  const store = new PetStore({ baseUrl: app.baseUrl, apiKey: key })
  const call = store.pets.create({ name: 'Rex', categoryId: 3 }, { idempotencyKey: 'rex' })
  const { data, status, headers, requestId, rateLimit } = await call.withResponse()
  assert.equal(await call, data)
  assert.equal(status, 201)
  assert.equal(headers.get('location'), `${app.baseUrl}/pets?id=1`)
  assert.equal(headers.get('x-request-id'), requestId)
  assert.equal(rateLimit?.remaining, 59)
  const replayed = await store.pets
    .create({ name: 'Rex', categoryId: 3 }, { idempotencyKey: 'rex' })
    .withResponse()
  assert.equal(replayed.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(replayed.data, data)
  // A list is fetched once for both.
  const list = store.pets.list()
  const page = await list.withResponse()
  assert.equal(await list, page.data)
  assert.equal(page.rateLimit?.remaining, 57)
})
