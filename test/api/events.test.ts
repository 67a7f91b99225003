import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '../helpers/app.ts'
import { linkOf } from '../helpers/http.ts'
import { addPets, patchOrder, placeOrder } from '../helpers/orders.ts'
import { idsOn, pagesOf } from '../helpers/pages.ts'
import { assertRefused } from '../helpers/refusal.ts'

type Event = {
  readonly id: number
  readonly type: string
  readonly timestamp: string
  readonly by?: string
  readonly data: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const eventsOf = (text: string): readonly Event[] => JSON.parse(text)

/** The events of a list from a place on, page by page, until a page is empty. */
const follow = async (app: TestApp, path: string): Promise<readonly Event[]> =>
  (await pagesOf(app, path)).flatMap(({ text }) => eventsOf(text))

const summaryOf = ({ type, data: { pet, order, category } }: Event): string =>
  [type, (pet ?? order ?? category)?.['id'], pet?.['status']].join(' ').trim()

test('every change is an event: of animals, of orders with their animals, and of categories', async (t) => {
  const app = await startApp(t)
  await app.post('/pets', { name: 'Rex', categoryId: 3 })
  const both = [
    { name: 'Tom', categoryId: 4, status: 'sold' },
    { name: 'Mia', categoryId: 4 },
  ]
  await app.post('/pets/batch', both)
  await app.patch('/pets/1', { name: 'Max', categoryId: 3 })
  await app.patch('/pets/1', { name: 'Max' })
  await placeOrder(app, { petId: 1, reference: 'walk-in 12' })
  await patchOrder(app, 1, { reference: 'walk-in 13' })
  await patchOrder(app, 1, { status: 'approved' })
  await patchOrder(app, 1, { status: 'delivered' })
  await patchOrder(app, 1, { status: 'returned' })
  await app.remove('/store/orders/1')
  await placeOrder(app, { petId: 3 })
  app.clock.advance(2 * 86_400_000)
  await app.remove('/pets/2')
  // The call ends the overdue order, and places another.
  await placeOrder(app, { petId: 3 })
  await patchOrder(app, 3, { status: 'cancelled' })
  for (const name of ['Dogs', 'Cats', 'Cats']) {
    await app.put('/categories/3', { name })
  }
  await app.remove('/categories/3')
  const events = await follow(app, '/events?limit=7')
  assert.deepEqual(
    events.map(({ id }) => id),
    events.map((_, at) => at + 1),
  )
  const summaries = events.map(summaryOf)
  // The clock may end the order before the request does.
  const wanted = (
    'pet.created 1 available | pet.created 2 sold | pet.created 3 available | ' +
    'pet.updated 1 available | order.placed 1 | pet.updated 1 pending | order.updated 1 | ' +
    'order.approved 1 | order.delivered 1 | pet.updated 1 sold | order.returned 1 | ' +
    'pet.updated 1 available | order.deleted 1 | order.placed 2 | pet.updated 3 pending | ' +
    'order.expired 2 | pet.updated 3 available | pet.deleted 2 sold | order.placed 3 | ' +
    'pet.updated 3 pending | order.cancelled 3 | pet.updated 3 available | ' +
    'category.created 3 | category.updated 3 | category.deleted 3'
  ).split(' | ')
  assert.deepEqual(summaries.toSorted(), wanted.toSorted())
  const [created, , , updated, placed, held] = events
  assert.deepEqual(created, {
    id: 1,
    type: 'pet.created',
    timestamp: '2026-11-20T12:00:30.000Z',
    by: 'A enterprise key',
    data: { pet: { id: 1, name: 'Rex', categoryId: 3, status: 'available' } },
  })
  assert.deepEqual(updated?.data['previous'], { name: 'Rex' })
  assert.equal(placed?.data['previous'], undefined)
  assert.deepEqual(held?.data['previous'], { status: 'available' })
  const approved = events.find(({ type }) => type === 'order.approved')
  assert.deepEqual(Object.keys(approved?.data['previous'] ?? {}), ['status', 'expiresAt'])
  const renamed = events.find(({ type }) => type === 'category.updated')
  assert.deepEqual(renamed?.data, {
    category: { id: 3, name: 'Cats' },
    previous: { name: 'Dogs' },
  })
})

test('a hold that a request finds ended was ended by nobody', async (t) => {
  // Nothing is ever due for the background work of this application.
  const app = await startApp(t, {
    wrapStorage: (storage) => ({ ...storage, data: { ...storage.data, due: async () => [] } }),
  })
  await addPets(app, 3)
  for (const petId of [1, 2, 3]) await placeOrder(app, { petId })
  const { id: placed } = (await follow(app, '/events')).at(-1) ?? { id: 0 }
  app.clock.advance(86_400_000)
  assert.equal((await placeOrder(app, { petId: 1 })).status, 201)
  assert.equal((await patchOrder(app, 2, { status: 'approved' })).status, 409)
  const late = await patchOrder(app, 3, { reference: 'too late' })
  assert.equal(late.headers.etag, (await app.call('/store/orders/3')).headers.etag)
  assert.deepEqual(
    [JSON.parse(late.text).status, JSON.parse(late.text).reference],
    ['expired', 'too late'],
  )
  const events = await follow(app, `/events?after=${placed}`)
  const own = 'by A enterprise key'
  assert.deepEqual(
    events.map((event) => `${summaryOf(event)} by ${event.by ?? 'nobody'}`),
    [
      'order.expired 1 by nobody',
      'pet.updated 1 available by nobody',
      `order.placed 4 ${own}`,
      `pet.updated 1 pending ${own}`,
      'order.expired 2 by nobody',
      'pet.updated 2 available by nobody',
      'order.expired 3 by nobody',
      'pet.updated 3 available by nobody',
      `order.updated 3 ${own}`,
    ],
  )
})

test('an empty page has a next, which is not modified until something happens', async (t) => {
  const app = await startApp(t)
  const first = await app.call('/events')
  assert.equal(first.text, '[]')
  const next = linkOf(first, 'next')?.slice(app.baseUrl.length) ?? ''
  const idle = await app.call(next)
  const headers = { 'If-None-Match': String(idle.headers['etag']) }
  assert.equal((await app.call(next, { headers })).status, 304)
  await addPets(app, 1)
  const news = await app.call(next, { headers })
  assert.equal(eventsOf(news.text)[0]?.id, 1)
  // An event that the filter leaves out moves the place, so that it never becomes too old.
  const rare = linkOf(await app.call('/events?type=pet.deleted'), 'next') ?? ''
  assert.deepEqual(await follow(app, rare.slice(app.baseUrl.length)), [])
  await app.storage.events.forget(app.clock.time + 1, 1_000)
  assert.deepEqual(await follow(app, rare.slice(app.baseUrl.length)), [])
})

test('after begins behind an event, and no link has it', async (t) => {
  const app = await startApp(t)
  await addPets(app, 3)
  const page = await app.call('/events?after=1&limit=1')
  assert.equal(eventsOf(page.text)[0]?.id, 2)
  assert.ok(!String(page.headers['link']).includes('after='))
  const next = linkOf(page, 'next')?.slice(app.baseUrl.length) ?? ''
  assert.equal(eventsOf((await app.call(next)).text)[0]?.id, 3)
  const older = await app.call('/events?after=3&sort=-id')
  assert.deepEqual(
    eventsOf(older.text).map(({ id }) => id),
    [2, 1],
  )
  assertRefused(await app.call(`${next}&after=1`), 'invalid_parameter', /combined with after/)
  assertRefused(await app.call('/events?after=-1'), 'invalid_parameter', /^after must be/)
})

test('a place that the log does not have is gone, with the way to the beginning', async (t) => {
  const app = await startApp(t)
  await addPets(app, 5)
  const next = linkOf(await app.call('/events?limit=2&type=pet.created'), 'next') ?? ''
  const path = next.slice(app.baseUrl.length)
  app.clock.advance(1_000)
  await app.post('/pets', { name: 'Tom', categoryId: 3 })
  assert.equal(await app.storage.events.forget(Date.parse('2026-11-20T12:00:30.001Z'), 3), 3)
  for (const gone of [path, '/events?after=0', '/events?after=2', '/events?after=7']) {
    const answer = await app.call(gone)
    assertRefused(answer, 'cursor_expired', /the events 4 to 6\./)
    assert.equal((await app.call(gone, { method: 'HEAD' })).status, 410)
    const first = linkOf(answer, 'first')?.slice(app.baseUrl.length) ?? ''
    assert.ok(!first.includes('after') && !first.includes('cursor'), first)
    assert.deepEqual(await idsOn(app, first), [4, 5, 6])
  }
  assert.deepEqual(await idsOn(app, '/events?after=3'), [4, 5, 6])
  assert.deepEqual(await idsOn(app, '/events?after=6'), [])
  assert.deepEqual(await idsOn(app, '/events?sort=-id&limit=2'), [6, 5, 4])
})

test('a place in an empty log is gone, and the answer does not name events', async (t) => {
  const app = await startApp(t)
  assertRefused(await app.call('/events?after=1'), 'cursor_expired', /the log, which is empty\./)
})

test('events are forgotten after their days, the newest never', async (t) => {
  const app = await startApp(t, { eventDays: 2 })
  // More than one step of the upkeep removes.
  for (let n = 0; n < 3; n += 1) {
    const body = Array.from({ length: 100 }, () => ({ name: 'Rex', categoryId: 3 }))
    await app.post('/pets/batch', body)
  }
  app.clock.advance(86_400_000)
  await app.post('/pets', { name: 'Tom', categoryId: 3 })
  assert.equal((await app.storage.data.events.range()).oldest, 1n)
  app.clock.advance(86_400_001)
  const until = async (oldest: bigint): Promise<void> => {
    // The upkeep looks ten times a second.
    while ((await app.storage.data.events.range()).oldest !== oldest) {
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await until(301n)
  app.clock.advance(10 * 86_400_000)
  await app.post('/pets', { name: 'Mia', categoryId: 3 })
  await until(302n)
  assert.deepEqual(await idsOn(app, '/events'), [302])
  assert.deepEqual(await follow(app, '/events?petId=1'), [])
})

test('events are chosen by an animal or by an order, not by both', async (t) => {
  const app = await startApp(t)
  const answer = await app.call('/events?petId=1&orderId=1')
  assertRefused(answer, 'invalid_parameter', /^petId cannot be combined with orderId/)
})
