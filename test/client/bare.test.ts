import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import {
  BarePetStore,
  ConnectionError,
  PreconditionError,
  ServiceError,
  TimeoutError,
} from '../../client/src/index.ts'
import { startApp } from '../helpers/app.ts'
import { answer, drop, refuse, startFaultyServer } from '../helpers/client.ts'

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
  const shown = inspect(store, { depth: 9, showHidden: true }) + JSON.stringify(store)
  assert.doesNotMatch(shown, /pets_/)
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
  await assert.rejects(store.pets.list({ signal: AbortSignal.abort(reason) }), reason)
  // A busy machine may not even send them within that time.
  assert.ok(requests.length <= 7)
})
