import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import {
  BarePetStore,
  ConnectionError,
  NotFoundError,
  NotModifiedError,
  PetStore,
  PreconditionError,
  ServiceError,
  TimeoutError,
} from '../../client/src/index.ts'
import { startApp } from '../helpers/app.ts'
import { answer, clientOf, drop, refuse, startFaultyServer } from '../helpers/client.ts'
import { addPet } from '../helpers/storage.ts'

test('an answer tells status, headers, quota and the id of the request, and the client the last quota', async (t) => {
  const app = await startApp(t)
  const told: number[] = []
  const { key } = await app.addKey('free')
  const store = clientOf({ ...app, key }, { onRateLimit: ({ remaining }) => told.push(remaining) })
  assert.equal(store.rateLimit, undefined)
  const create = () => store.pets.create({ name: 'Rex', categoryId: 3 }, { idempotencyKey: 'rex' })
  const call = create()
  const { data, status, headers, requestId, rateLimit } = await call.withResponse()
  assert.equal(await call, data)
  assert.equal(status, 201)
  assert.equal(headers.get('location'), `${app.baseUrl}/pets?id=1`)
  assert.equal(headers.get('x-request-id'), requestId)
  assert.equal(rateLimit?.remaining, 59)
  const replayed = await create().withResponse()
  assert.equal(replayed.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(replayed.data, data)
  // A list is fetched once for both.
  const list = store.pets.list()
  const page = await list.withResponse()
  assert.equal(await list, page.data)
  assert.deepEqual(told, [59, 58, 57])
  assert.deepEqual(page.rateLimit, store.rateLimit)
  assert.deepEqual(store.rateLimit, {
    limit: 60,
    remaining: 57,
    reset: new Date('2026-11-20T12:01:00Z'),
    windows: [
      { name: 'minute', remaining: 57, resetAfter: 30 },
      { name: 'day', remaining: 997, resetAfter: 43_170 },
    ],
  })
})

test('what has not changed is not sent again', async (t) => {
  const store = clientOf(await startApp(t))
  const made = await store.pets.create({ name: 'Rex', categoryId: 3 }).withResponse()
  const { id } = made.data
  await store.categories.put(3, { name: 'Dogs' })
  const pet = await store.pets.find(id).withResponse()
  assert.equal(pet.etag, made.etag)
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
    assert.equal(await ask().ifModified(), undefined)
  }
  await store.pets.update(id, { status: 'sold' })
  await store.categories.put(3, { name: 'Hounds' })
  for (const ask of again) assert.ok(await ask())
  assert.equal((await again[0]?.().ifModified())?.status, 200)
  await assert.rejects(store.pets.get(404).ifModified(), NotFoundError)
  // Whoever saw the animal before learns of the change, though nothing was lost on the way.
  const isLate = (error: unknown): boolean =>
    error instanceof PreconditionError && error.cause === undefined
  await assert.rejects(store.pets.delete(id, { ifMatch: pet.etag }), isLate)
})

test('a deprecated operation warns once for each client, with its end', async (t) => {
  const app = await startApp(t)
  const { id } = await addPet(app.storage, { name: 'Rex', categoryId: 1n, status: 'sold' })
  const warnings: string[] = []
  const store = clientOf(app, { onWarning: (message) => warnings.push(message) })
  await store.pets.get(id)
  await store.pets.get(id)
  await store.pets.list()
  assert.equal(warnings.length, 1)
  assert.match(
    warnings[0] ?? '',
    /^GET \/pets\/\{petId\} is deprecated since 2026-11-20 and will be removed on 2030-12-05; see http/,
  )
  app.clock.advance(Date.parse('2030-12-05T00:00:00Z') - app.clock.time)
  const removed = { name: 'NotFoundError', code: 'operation_removed' }
  await assert.rejects(store.pets.get(id), removed)
})

test('the API key is in nothing that the client shows', async (t) => {
  const app = await startApp(t)
  const store = clientOf(app)
  const unreachable = clientOf({ ...app, baseUrl: 'http://127.0.0.1:1/v1' }, { retries: 0 })
  const thrown = async (act: () => unknown): Promise<unknown> => {
    try {
      await act()
    } catch (error) {
      return error
    }
    return assert.fail('It should have failed.')
  }
  const shown = [
    store,
    store.pets,
    new BarePetStore({ baseUrl: app.baseUrl, apiKey: app.key }),
    await thrown(() => store.pets.get(404)),
    await thrown(() => unreachable.pets.list()),
  ]
  for (const apiKey of [`${app.key}\n`, ` ${app.key}`, `${app.key}é`])
    for (const Store of [PetStore, BarePetStore])
      shown.push(await thrown(() => new Store({ baseUrl: app.baseUrl, apiKey })))
  for (const each of shown) {
    const text = inspect(each, { depth: null, showHidden: true, getters: true })
    assert.ok(!(text + JSON.stringify(each)).includes(app.key), text)
  }
})

test('a bare client does what the other does, with int64 exact and the tags of answers', async (t) => {
  const { baseUrl, key } = await startApp(t)
  const windows: string[] = []
  const store = new BarePetStore({
    baseUrl,
    apiKey: key,
    onRateLimit: (rateLimit) => windows.push(...rateLimit.windows.map(({ name }) => name)),
  })
  const made = await store.pets.create({ name: 'Rex', categoryId: 2n ** 63n - 1n })
  assert.equal(made.categoryId, 2n ** 63n - 1n)
  assert.deepEqual(windows, ['minute', 'day'])
  const { etag } = await store.pets.find(made.id).withResponse()
  await store.pets.update(made.id, { status: 'sold' }, { ifMatch: etag })
  const late = store.pets.update(made.id, { status: 'available' }, { ifMatch: etag })
  await assert.rejects(late, PreconditionError)
  const ids: bigint[] = []
  for await (const { id } of store.events()) ids.push(id)
  assert.deepEqual(ids, [1n, 2n])
  assert.equal((await store.usage()).lastEventId, 2n)
})

test('each call is one request, whatever becomes of it, within its time and until its signal', async (t) => {
  const { requests, ...server } = await startFaultyServer(
    t,
    drop,
    refuse(503, 'service_unavailable', { 'Retry-After': '1' }),
    refuse(429, 'rate_limit_exceeded', { 'Retry-After': '60' }),
    answer(200, '[]'),
    () => undefined,
  )
  const store = new BarePetStore({ apiKey: 'pets_test_1', ...server })
  await assert.rejects(store.pets.list(), ConnectionError)
  await assert.rejects(store.pets.list(), ServiceError)
  await assert.rejects(store.pets.list(), { name: 'RateLimitError', retryAfter: 60 })
  // Whoever sends on after a 429 decides that by themselves.
  assert.deepEqual((await store.pets.list()).items, [])
  assert.equal(requests.length, 4)
  const impatient = new BarePetStore({ apiKey: 'pets_test_1', ...server, timeout: 50 })
  await assert.rejects(impatient.pets.list(), TimeoutError)
  await assert.rejects(store.pets.list({ timeout: 50 }), TimeoutError)
  const reason = new Error('Somebody left.')
  const controller = new AbortController()
  const list = store.pets.list({ signal: controller.signal }).withResponse()
  controller.abort(reason)
  await assert.rejects(list, reason)
  // A busy machine may not even send them within that time.
  assert.ok(requests.length <= 7)
})
