import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  NotModifiedError,
  PermissionError,
  PetStore,
  PreconditionError,
} from '../../client/src/index.ts'
import { scopesOf } from '../../src/keys/scopes.ts'
import { startApp, TestClock, type TestApp } from '../helpers/app.ts'
import {
  answer,
  drop,
  fastClient,
  refuse,
  startFaultyServer,
  type Step,
} from '../helpers/client.ts'
import { addPet } from '../helpers/storage.ts'

const clientOf = ({ baseUrl, key }: TestApp): PetStore =>
  new PetStore({ baseUrl, apiKey: key, onWarning: () => {} })

const largest = 2n ** 63n - 1n

test('an animal is changed field by field, int64 exact, and an empty patch changes nothing', async (t) => {
  const app = await startApp(t)
  const store = clientOf(app)
  const { id } = await store.pets.create({ name: 'Rex', categoryId: 3 })
  const rex = { id, name: 'Rex', categoryId: 3n, status: 'available' }
  assert.deepEqual(await store.pets.update(id, {}), rex)
  const sold = await store.pets.update(Number(id), { status: 'sold', categoryId: largest })
  assert.deepEqual(sold, { ...rex, status: 'sold', categoryId: largest })
  assert.deepEqual(await store.pets.update(id, { name: 'Max' }), { ...sold, name: 'Max' })
  assert.deepEqual(await store.pets.find(id), { ...sold, name: 'Max' })

  await assert.rejects(store.pets.update(id, { status: 'pending' }), (error) => {
    assert.ok(error instanceof ConflictError)
    assert.equal(error.code, 'transition_not_allowed')
    return true
  })
  await assert.rejects(store.pets.update(id, { name: '' }), InvalidRequestError)
  await assert.rejects(store.pets.update(404, { name: 'Max' }), NotFoundError)
  await assert.rejects(store.pets.update(id, { categoryId: 2 ** 53 }), TypeError)
})

test('many animals are added at once, all or none', async (t) => {
  const app = await startApp(t)
  const store = clientOf(app)
  const newPets = [
    { name: 'Rex', categoryId: largest },
    { name: 'Tom', categoryId: 4, status: 'pending' },
  ] as const
  const made = await store.pets.createAll(newPets, { idempotencyKey: 'both' })
  assert.deepEqual(made, [
    { id: 1n, name: 'Rex', categoryId: largest, status: 'available' },
    { id: 2n, name: 'Tom', categoryId: 4n, status: 'pending' },
  ])
  assert.deepEqual(await store.pets.createAll(newPets, { idempotencyKey: 'both' }), made)
  const faulty = store.pets.createAll([newPets[0], { name: '', categoryId: 1 }])
  await assert.rejects(faulty, /\[1\]\.name/)
  await assert.rejects(store.pets.createAll([{ name: 'Rex', categoryId: 0.5 }]), TypeError)
  assert.equal((await Array.fromAsync(store.pets.list())).length, 2)
})

test('an animal is deleted once, and found no more', async (t) => {
  const app = await startApp(t)
  const store = clientOf(app)
  const { id } = await store.pets.create({ name: 'Rex', categoryId: 3 })
  assert.equal(await store.pets.delete(id), undefined)
  assert.equal(await store.pets.find(id), undefined)
  await assert.rejects(store.pets.delete(id), NotFoundError)
})

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
  await store.pets.update(id, { status: 'sold' })
  await store.categories.put(3, { name: 'Hounds' })
  for (const ask of again) assert.ok(await ask())
})

test('animals are listed by ids, by category and newest first', async (t) => {
  const app = await startApp(t)
  const store = clientOf(app)
  const add = async (categoryId: bigint, status: 'available' | 'sold') =>
    await addPet(app.storage, { name: 'Rex', categoryId, status })
  await add(largest, 'available')
  await add(largest, 'sold')
  await add(-largest, 'sold')
  const idsOf = async (...options: Parameters<typeof store.pets.list>): Promise<bigint[]> =>
    (await Array.fromAsync(store.pets.list(...options))).map(({ id }) => id)

  assert.deepEqual(await idsOf({ categoryId: largest }), [1n, 2n])
  assert.deepEqual(await idsOf({ categoryId: -largest }), [3n])
  assert.deepEqual(await idsOf({ categoryId: largest, status: 'sold' }), [2n])
  assert.deepEqual(await idsOf({ id: 3 }), [3n])
  assert.deepEqual(await idsOf({ id: [3n, 1, 404] }), [1n, 3n])
  assert.deepEqual(await idsOf({ sort: '-id', limit: 1 }), [3n, 2n, 1n])
  assert.deepEqual(await idsOf({ name: 'reX', limit: 2 }), [1n, 2n, 3n])
  assert.deepEqual(await idsOf({ name: 'Re x' }), [])
  await assert.rejects(idsOf({ id: [1, 0.5] }), TypeError)
})

test('a number gets a name, another name, and none', async (t) => {
  const app = await startApp(t)
  const { categories } = clientOf(app)
  const made = await categories.put(largest, { name: 'Dogs' }, { ifNoneMatch: '*' }).withResponse()
  assert.deepEqual([made.status, made.data], [201, { id: largest, name: 'Dogs' }])
  const taken = categories.put(largest, { name: 'Cats' }, { ifNoneMatch: '*' })
  await assert.rejects(taken, PreconditionError)
  const renamed = await categories.put(largest, { name: 'Hounds' }, { ifMatch: made.etag })
  assert.deepEqual(renamed, { id: largest, name: 'Hounds' })
  await categories.put(-1, { name: 'Birds' })
  assert.deepEqual(await Array.fromAsync(categories.list({ limit: 1 })), [
    { id: -1n, name: 'Birds' },
    renamed,
  ])
  assert.deepEqual(await categories.get(largest), renamed)
  await categories.delete(largest)
  await assert.rejects(categories.get(largest), NotFoundError)
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

test('a key that may only read cannot change, and the error names the scope', async (t) => {
  const app = await startApp(t)
  const { key } = await app.addKey('pro', undefined, undefined, scopesOf(['pets:read']))
  const store = new PetStore({ baseUrl: app.baseUrl, apiKey: key })
  assert.deepEqual((await store.pets.list()).items, [])
  await assert.rejects(store.pets.create({ name: 'Rex', categoryId: 3 }), (error) => {
    assert.ok(error instanceof PermissionError)
    assert.deepEqual([error.code, error.missingScope], ['insufficient_scope', 'pets:write'])
    return true
  })
  await assert.rejects(store.orders.list(), PermissionError)
})

test('a scope that the key lacks is named, and the call is not retried', async (t) => {
  const server = await startFaultyServer(
    t,
    refuse(403, 'insufficient_scope', {
      'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="pets:write"',
    }),
  )
  const { store } = fastClient(server, new TestClock())
  await assert.rejects(store.pets.delete(1), (error) => {
    assert.ok(error instanceof PermissionError)
    assert.deepEqual([error.code, error.missingScope], ['insufficient_scope', 'pets:write'])
    return true
  })
  assert.equal(server.requests.length, 1)
})

test('a delete whose answer was lost is done if the animal is gone', async (t) => {
  const gone = refuse(404, 'pet_not_found')
  const lost = await startFaultyServer(t, drop, gone)
  assert.equal(await fastClient(lost, new TestClock()).store.pets.delete(7), undefined)
  assert.deepEqual(
    lost.requests.map(({ method, url }) => `${method} ${url}`),
    ['DELETE /v1/pets/7', 'DELETE /v1/pets/7'],
  )
  for (const steps of [[gone], [drop, refuse(404, 'route_not_found')]] as const) {
    const server = await startFaultyServer(t, ...(steps as readonly Step[]))
    await assert.rejects(fastClient(server, new TestClock()).store.pets.delete(7), NotFoundError)
  }
})

test('if an answer was lost, the 412 of the retry says that the change may be done', async (t) => {
  const server = await startFaultyServer(t, drop, refuse(412, 'precondition_failed'))
  const { store } = fastClient(server, new TestClock())
  await assert.rejects(store.pets.update(7, { name: 'Max' }, { ifMatch: '"1-1"' }), (error) => {
    assert.ok(error instanceof PreconditionError)
    assert.ok(error.cause instanceof ConnectionError)
    return true
  })
  for (const { headers, body } of server.requests) {
    assert.equal(headers['content-type'], 'application/merge-patch+json')
    assert.equal(headers['if-match'], '"1-1"')
    assert.equal(body, '{"name":"Max"}')
  }
})

test('what is no tag is refused before anything is sent', async (t) => {
  const server = await startFaultyServer(t, answer(200, '[]'))
  const { store } = fastClient(server, new TestClock())
  for (const wrong of ['1-1', '', '"1-1', '"1-1"\n', '"1", "2"']) {
    await assert.rejects(store.pets.delete(7, { ifMatch: wrong }), /ifMatch must be an ETag/)
    await assert.rejects(store.pets.list({ ifNoneMatch: wrong }), /ifNoneMatch must be an ETag/)
  }
  assert.equal(server.requests.length, 0)
})
