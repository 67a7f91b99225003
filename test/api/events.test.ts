import assert from 'node:assert/strict'
import { test } from 'node:test'
import { petsCreate } from '../../src/resources/pets/changes.ts'
import { act } from '../helpers/act.ts'
import { it, type Json, startApp, type TestApp } from '../helpers/app.ts'
import { linkOf } from '../helpers/http.ts'
import { addPets, nothingDue, orderOf, patchOrder, placeOrder } from '../helpers/orders.ts'
import { idsOn, pagesOf, valuesOf } from '../helpers/pages.ts'
import { poll } from '../helpers/poll.ts'
import { assertRefused } from '../helpers/refusal.ts'

/** The events of a list from a place on, page by page, until a page is empty. */
const follow = async (app: TestApp, path: string): Promise<readonly Json[]> =>
  (await pagesOf(app, path)).flatMap(({ text }) => JSON.parse(text))

const summaryOf = ({ type, data: { pet, order, category } }: Json): string =>
  [type, (pet ?? order ?? category)?.id, pet?.status].join(' ').trim()

it('every change is an event: of animals, of orders with their animals, and of categories', async (app) => {
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
  for (const status of ['approved', 'delivered', 'returned']) await patchOrder(app, 1, { status })
  await app.remove('/store/orders/1')
  await placeOrder(app, { petId: 3 })
  app.clock.advance(2 * 86_400_000)
  await app.remove('/pets/2')
  // The call ends the overdue order, and places another.
  await placeOrder(app, { petId: 3 })
  await patchOrder(app, 3, { status: 'cancelled' })
  for (const name of ['Dogs', 'Cats', 'Cats']) await app.put('/categories/3', { name })
  await app.remove('/categories/3')
  const events = await follow(app, '/events?limit=7')
  assert.deepEqual(
    valuesOf(events, 'id'),
    events.map((_, at) => at + 1),
  )
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
  assert.deepEqual(events.map(summaryOf).toSorted(), wanted.toSorted())
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
  const category = { id: 3, name: 'Cats' }
  assert.deepEqual(renamed?.data, { category, previous: { name: 'Dogs' } })
})

test('a hold that has ended is in nobody’s way, and a request that finds it ends it as nobody’s change', async (t) => {
  const app = await startApp(t, { wrapStorage: nothingDue })
  await addPets(app, 6)
  const { key } = await app.addKey('free')
  for (const petId of [1, 2, 3, 5, 6]) await placeOrder(app, { petId }, { key })
  const { id: placed } = (await follow(app, '/events')).at(-1) ?? { id: 0 }
  app.clock.advance(86_400_000)
  // The five do not count towards the limit of the plan any more.
  for (const petId of [4, 1]) assert.equal((await placeOrder(app, { petId }, { key })).status, 201)
  // Whoever approves an order whose hold has ended comes too late.
  assert.equal((await patchOrder(app, 2, { status: 'approved' })).status, 409)
  const late = await patchOrder(app, 3, { reference: 'too late' })
  assert.equal(late.headers.etag, (await app.call('/store/orders/3')).headers.etag)
  const { status, reference } = JSON.parse(late.text)
  assert.deepEqual([status, reference], ['expired', 'too late'])
  assert.equal((await orderOf(app, 2))['status'], 'expired')
  const inventory = { available: 2, pending: 4, sold: 0 }
  assert.deepEqual(await app.json('/store/inventory'), inventory)
  const events = await follow(app, `/events?after=${placed}`)
  assert.deepEqual(
    events.map((event) => `${summaryOf(event)} by ${event.by ?? 'nobody'}`),
    [
      'order.placed 6 by A free key',
      'pet.updated 4 pending by A free key',
      'order.expired 1 by nobody',
      'pet.updated 1 available by nobody',
      'order.placed 7 by A free key',
      'pet.updated 1 pending by A free key',
      'order.expired 2 by nobody',
      'pet.updated 2 available by nobody',
      'order.expired 3 by nobody',
      'pet.updated 3 available by nobody',
      'order.updated 3 by A enterprise key',
    ],
  )
})

/** A key of the team. */
const keyNamed = async (app: TestApp, name: string): Promise<string> =>
  JSON.parse((await app.post('/keys', { name, scopes: ['pets:write'] })).text).key

it('events are chosen by type, time, who asked, an animal or an order, in either order', async (app) => {
  const name = 'Front "desk" é'
  const desk = await keyNamed(app, name)
  const start = app.clock.time
  const at = (minutes: number): string => new Date(start + minutes * 60_000).toISOString()
  // Each minute another key adds an animal, and each third one is renamed.
  for (let n = 0; n < 12; n += 1) {
    app.clock.time = start + n * 60_000
    const key = n % 2 === 0 ? app.key : desk
    await app.post('/pets', { name: 'Rex', categoryId: 3 }, { key })
    if (n % 3 === 0) await app.patch(`/pets/${n + 1}`, { name: 'Max' }, { key })
  }
  for (const petId of [2, 3]) await placeOrder(app, { petId })
  const all: readonly Json[] = await app.json('/events?limit=100')
  type Fits = (event: Json) => boolean
  const within =
    (since: number, until: number): Fits =>
    ({ timestamp }) =>
      at(since) <= timestamp && timestamp < at(until)
  const isOf =
    (...types: readonly string[]): Fits =>
    ({ type }) =>
      types.includes(type)
  const byDesk: Fits = ({ by }) => by === name
  const ofPet =
    (id: number): Fits =>
    ({ data: { pet, order } }) =>
      pet?.id === id || order?.petId === id
  const none: Fits = () => false
  const by = `by=${encodeURIComponent(name)}`
  for (const [query, ...fits] of [
    ['', () => true],
    ['type=order.placed,pet.created,order.placed', isOf('order.placed', 'pet.created')],
    ['type=key.banned', none],
    ['petId=2', ofPet(2)],
    ['petId=2&type=pet.updated,category.created', ofPet(2), isOf('pet.updated')],
    ['petId=99', none],
    ['orderId=2', ({ data }: Json) => data.order?.id === 2],
    ['orderId=1&type=pet.created', none],
    [`since=${at(4)}`, within(4, 99)],
    [`until=${at(4)}`, within(0, 4)],
    [`since=${at(2)}&until=${at(9)}`, within(2, 9)],
    [by, byDesk],
    [`${by}&since=${at(3)}&until=${at(10)}`, byDesk, within(3, 10)],
    [`type=pet.updated&${by}`, byDesk, isOf('pet.updated')],
    [`petId=4&since=${at(3)}`, within(3, 99), ofPet(4)],
    ['by=Nobody', none],
    [`since=${at(99)}`, none],
    [`until=${at(-99)}`, none],
  ] as const) {
    const wanted = all.filter((event) => fits.every((fit) => fit(event))).map(({ id }) => id)
    for (const limit of [1, 3, 100]) {
      const path = `/events?limit=${limit}&${query}`
      assert.deepEqual(await idsOn(app, path), wanted, path)
      assert.deepEqual(await idsOn(app, `${path}&sort=-id`), wanted.toReversed(), path)
    }
  }
  // What is over has a last page; what is not goes on.
  const goesOn = async (minutes: number): Promise<boolean> =>
    linkOf(await app.call(`/events?until=${at(minutes)}`), 'next') !== undefined
  assert.deepEqual([await goesOn(4), await goesOn(99)], [false, true])
  const both = await app.call('/events?petId=1&orderId=1')
  assertRefused(both, 'invalid_parameter', /^petId cannot be combined with orderId/)
})

it('a page of a rare name ends early, and the links lead to all of its events', async (app) => {
  const key = await keyNamed(app, 'Rare')
  const pet = { name: 'Rex', categoryId: 1n, status: 'available' } as const
  const hundred = Array.from({ length: 100 }, () => pet)
  for (let page = 1; page <= 22; page += 1) {
    await app.storage.data.apply(petsCreate(hundred), act)
    if (page % 11 === 0) await app.post('/pets', { name: 'Rare', categoryId: 1 }, { key })
  }
  const first = await app.call('/events?by=Rare')
  assert.equal(first.text, '[]')
  assert.notEqual(linkOf(first, 'next'), undefined)
  assert.deepEqual(await idsOn(app, '/events?by=Rare'), [1_102, 2_203])
  assert.deepEqual(await idsOn(app, '/events?by=Rare&sort=-id'), [2_203, 1_102])
})

it('an empty page has a next, which is not modified until something happens', async (app) => {
  const first = await app.call('/events')
  assert.equal(first.text, '[]')
  const next = linkOf(first, 'next')?.slice(app.baseUrl.length) ?? ''
  const headers = { 'If-None-Match': (await app.call(next)).headers['etag'] }
  assert.equal((await app.call(next, { headers })).status, 304)
  await addPets(app, 1)
  assert.match((await app.call(next, { headers })).text, /^\[\{"id":1,/)
  // An event that the filter leaves out moves the place, so that it never becomes too old.
  const rare = linkOf(await app.call('/events?type=pet.deleted'), 'next') ?? ''
  assert.deepEqual(await idsOn(app, rare), [])
  await app.storage.events.forget(app.clock.time + 1, 1_000)
  assert.deepEqual(await idsOn(app, rare), [])
})

it('after begins behind an event, and no link has it', async (app) => {
  await addPets(app, 3)
  const page = await app.call('/events?after=1&limit=1')
  assert.match(page.text, /^\[\{"id":2,/)
  assert.ok(!String(page.headers['link']).includes('after='))
  const next = linkOf(page, 'next') ?? ''
  assert.deepEqual(await idsOn(app, next), [3])
  assert.deepEqual(await idsOn(app, '/events?after=3&sort=-id'), [2, 1])
  const both = await app.call(`${next.slice(app.baseUrl.length)}&after=1`)
  assertRefused(both, 'invalid_parameter', /combined with after/)
  assertRefused(await app.call('/events?after=-1'), 'invalid_parameter', /^after must be/)
})

it('a place that the log does not have is gone, with the way to the beginning', async (app) => {
  const inEmpty = await app.call('/events?after=1')
  assertRefused(inEmpty, 'cursor_expired', /the log, which is empty\./)
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
    const first = linkOf(answer, 'first') ?? ''
    assert.doesNotMatch(first, /after|cursor/)
    assert.deepEqual(await idsOn(app, first), [4, 5, 6])
  }
  assert.deepEqual(await idsOn(app, '/events?after=3'), [4, 5, 6])
  assert.deepEqual(await idsOn(app, '/events?after=6'), [])
  assert.deepEqual(await idsOn(app, '/events?sort=-id&limit=2'), [6, 5, 4])
})

test('events are forgotten after their days', async (t) => {
  const app = await startApp(t, { eventDays: 2 })
  for (const name of ['Rex', 'Tom', 'Mia']) {
    await app.post('/pets', { name, categoryId: 3 })
    app.clock.advance(86_400_000)
  }
  await poll(async () => (await app.storage.data.events.range()).oldest === 2n)
  assert.deepEqual(await idsOn(app, '/events'), [2, 3])
  assert.deepEqual(await idsOn(app, '/events?petId=1'), [])
})
