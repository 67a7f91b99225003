import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreEvent } from '../../client/src/index.ts'
import { answer, refuse, startFastStore, startFaultyStore, type Step } from '../helpers/client.ts'

const eventWith = (id: number): string =>
  `{"id":${id},"type":"pet.deleted","timestamp":"2026-11-22T05:00:00.000Z","data":{"pet":{"id":${id},"name":"Rex","categoryId":1,"status":"sold"}}}`

/** A page of the log; there always is a next one. */
const page = (ids: readonly number[], cursor: string): Step =>
  answer(200, `[${ids.map(eventWith).join()}]`, {
    Link: `</v1/events?limit=2>; rel="first", </v1/events?limit=2&cursor=${cursor}>; rel="next"`,
  })

const usage = (lastEventId: number): Step => answer(200, JSON.stringify({ lastEventId }))

const idsOf = async (events: AsyncIterable<StoreEvent>, most = Infinity): Promise<bigint[]> => {
  const ids: bigint[] = []
  for await (const event of events) {
    ids.push(event.id)
    if (ids.length === most) break
  }
  return ids
}

test('the log is read to its newest event, and goes on later from where it ended', async (t) => {
  const pages = [page([1, 2], 'two'), page([3], 'three'), page([], 'three'), page([4], 'four')]
  const { store, requests } = await startFaultyStore(t, ...pages)
  const events = store.events({ limit: 2, types: ['pet.deleted', 'pets.imported'], petId: 7n })
  assert.deepEqual(await idsOf(events), [1n, 2n, 3n])
  assert.equal(events.cursor, 'three')
  assert.deepEqual(await idsOf(store.events({ cursor: events.cursor })), [])
  const [first = '', ...later] = requests.map(({ url = '' }) => decodeURIComponent(url))
  assert.equal(first, '/v1/events?limit=2&petId=7&type=pet.deleted,pets.imported')
  assert.deepEqual(later, ['/v1/events?limit=2&cursor=two', '/v1/events?cursor=three&limit=100'])
  // One page says that it is the last for now, and where to go on.
  const last = await store.events({ after: 3, limit: 2 })
  assert.deepEqual([last.hasNext, last.nextCursor, await last.next()], [false, 'four', undefined])
})

/** Follows the steps, and knows no streams. */
const polled = (...steps: readonly Step[]): Step => {
  let next = 0
  return (request, response) => {
    const isStream = request.headers.accept === 'text/event-stream'
    const step = isStream
      ? refuse(406, 'not_acceptable')
      : steps[Math.min(next++, steps.length - 1)]
    step?.(request, response)
  }
}

test('without a stream, a follower asks for what it has used, and for a page only if something is new', async (t) => {
  const steps = [usage(1), page([1], 'one'), usage(1), usage(1), usage(2), page([2], 'two')]
  const { store, waits, requests } = await startFaultyStore(t, polled(...steps))
  assert.deepEqual(await idsOf(store.events({ follow: true, limit: 2 }), 2), [1n, 2n])
  assert.deepEqual(waits, [3_000, 3_000, 3_000])
  const asked = requests.filter(({ headers }) => headers.accept === 'application/json')
  const paths = asked.map(({ url }) => url?.replace('/v1/', ''))
  const [pages, usages] = [['events?limit=2', 'events?limit=2&cursor=one'], Array(3).fill('usage')]
  assert.deepEqual(paths, ['usage', pages[0], ...usages, pages[1]])
})

test('a follower tries every 30 s at least, even if a proxy asks for an hour', async (t) => {
  const away = refuse(503, 'maintenance', { 'Retry-After': '3600' })
  const steps = [...Array.from({ length: 7 }, () => away), usage(1), page([1], 'a')]
  const { store, waits } = await startFaultyStore(t, polled(...steps))
  assert.deepEqual(await idsOf(store.events({ follow: true }), 1), [1n])
  assert.deepEqual(waits, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

test('a place that the log has no more is an error that says where the log begins', async (t) => {
  const first = '/v1/events'
  const expired = refuse(410, 'cursor_expired', { Link: `<${first}>; rel="first"` })
  const { store } = await startFaultyStore(t, expired)
  const error = { name: 'CursorExpiredError', first, message: 'It is cursor_expired.' }
  await assert.rejects(idsOf(store.events({ after: 5 })), error)
})

test('events of the service come in order, typed, with what changed', async (t) => {
  const { store } = await startFastStore(t)
  const pet = await store.pets.create({ name: 'Rex', categoryId: 2n ** 63n - 1n })
  const order = await store.orders.place({ petId: pet.id })
  await store.categories.put(-5, { name: 'Dogs' })
  const [added, placed, moved, named] = await Array.fromAsync(store.events())
  assert.ok(added?.type === 'pet.created' && placed?.type === 'order.placed')
  assert.ok(moved?.type === 'pet.updated' && named?.type === 'category.created')
  assert.deepEqual(added.data.pet, pet)
  assert.deepEqual(placed.data.order, order)
  assert.deepEqual(moved.data.previous, { status: 'available' })
  assert.equal(named.data.category.id, -5n)
  assert.deepEqual(await idsOf(store.events({ orderId: order.id })), [placed.id])
  assert.deepEqual(await idsOf(store.events({ sort: '-id', limit: 3 })), [4n, 3n, 2n, 1n])
  assert.equal((await store.usage()).lastEventId, 4n)
})

test('without a stream, a follower of a store that is never quiet is refused nothing in a day', async (t) => {
  const fetch: typeof globalThis.fetch = async (input, init) =>
    new Headers(init?.headers).get('accept') === 'text/event-stream'
      ? new Response('', { status: 406 })
      : await globalThis.fetch(input, init)
  const limits = { perMinute: 20, perDay: 150 }
  const { app, store } = await startFastStore(t, { retries: 0, fetch }, limits)
  const add = async (): Promise<void> => {
    assert.equal((await app.post('/pets', { name: 'Rex', categoryId: 1 })).status, 201)
  }
  await add()
  const end = app.clock.time + 24 * 60 * 60 * 1_000
  let last = 0n
  for await (const { id } of store.events({ follow: true })) {
    assert.equal(id, last + 1n)
    last = id
    if (app.clock.time > end) break
    await add()
  }
  // The store has many more events than the key had requests.
  assert.ok(last > 100n, String(last))
})
