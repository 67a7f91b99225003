import assert from 'node:assert/strict'
import { test } from 'node:test'
import { it, type Json, startApp, TestClock, type TestApp } from '../helpers/app.ts'
import { nothingDue, patchOrder, placeOrder } from '../helpers/orders.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { overData } from '../helpers/storage.ts'

const minute = 60_000
const day = 86_400_000

const statisticsOf = (app: TestApp, query: string): Promise<readonly Json[]> =>
  app.json(`/store/statistics?${query}`)

/** What one event counts for. */
type Counted = {
  readonly at: number
  readonly name: string
  readonly categoryId: number
  readonly days?: number
}

/** Reads the whole log, and says what it tells of animals and orders. */
const replay = async (app: TestApp): Promise<readonly Counted[]> => {
  const counted: Counted[] = []
  const [arrivals, categories, holds] = [new Map(), new Map(), new Map()]
  for (let after = 0; ;) {
    const page = await app.json(`/events?after=${after}&limit=100`)
    for (const { type, timestamp, data } of page) {
      const at = Date.parse(timestamp)
      const { pet, order, previous = {} } = data
      const add = (name: string, categoryId: number, days?: number) =>
        counted.push({ at, name, categoryId, ...(days !== undefined && { days }) })
      if (type === 'pet.created') add('added', pet.categoryId)
      if (type === 'pet.deleted') add('deleted', pet.categoryId)
      if (type === 'pet.updated' && previous.status !== undefined && pet.status === 'sold')
        add('adopted', pet.categoryId, Math.floor((at - arrivals.get(pet.id)) / day))
      if (previous.status === 'sold') add('returned', pet.categoryId)
      if (type === 'pet.created' || previous.status === 'sold') arrivals.set(pet.id, at)
      if (pet !== undefined) categories.set(pet.id, pet.categoryId)
      if (type === 'order.placed') {
        holds.set(order.id, categories.get(order.petId))
        add('placed', holds.get(order.id))
      }
      if (type === 'order.expired') add('expired', holds.get(order.id))
      if (type === 'order.cancelled' || (type === 'order.deleted' && order.status === 'placed'))
        add('cancelled', holds.get(order.id))
    }
    if (page.length === 0) return counted
    after = page.at(-1).id
  }
}

/** The date on the clocks of a zone, by another implementation than the service has. */
const dateIn = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)

/** The first day of the interval that has a date. */
const startOf = {
  day: (date: string) => date,
  week: (date: string) => {
    const time = Date.parse(date)
    return dateIn('UTC', time - ((new Date(time).getUTCDay() + 6) % 7) * day)
  },
  month: (date: string) => `${date.slice(0, 7)}-01`,
}

const names = ['added', 'adopted', 'returned', 'deleted', 'placed', 'expired', 'cancelled']

const modelOf = (counted: readonly Counted[]): object => {
  const days = counted.flatMap((each) => each.days ?? []).toSorted((a, b) => a - b)
  const median = days[Math.ceil(days.length / 2) - 1]
  return {
    ...Object.fromEntries(
      names.map((name) => [name, counted.filter((each) => each.name === name).length]),
    ),
    ...(median !== undefined && { medianDays: median }),
  }
}

test('statistics are what the log tells, in every time zone and over the end of summer time', async (t) => {
  const app = await startApp(t, {
    clock: new TestClock('2026-10-24T21:59:59Z'),
    eventDays: 60,
    // No hold ends by itself between the log and the statistics.
    wrapStorage: nothingDue,
  })
  // A generator of numbers that are the same each time.
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const send = async (method: string, path: string, body?: object) =>
    JSON.parse((await app.call(path, { method, ...(body && { body }) })).text || '{}')
  // The first and the last moment of the day of 25 hours in Berlin, and those beside them.
  for (const time of ['10-24T21:59:59', '10-24T22:00:00', '10-25T22:59:59', '10-25T23:00:00']) {
    app.clock.time = Date.parse(`2026-${time}Z`)
    await app.post('/pets', { name: 'Rex', categoryId: 0 })
  }
  const orders: number[] = []
  for (let step = 0; step < 240; step += 1) {
    app.clock.advance([minute, 14 * minute, 3 * 60 * minute, 9 * 60 * minute][random(4)] ?? 0)
    const id = random(1 + step / 4) + 1
    const orderId = orders[random(orders.length + 1)]
    const kind = random(9)
    if (kind < 2) await send('POST', '/pets', { name: 'Rex', categoryId: random(3) })
    else if (kind === 2) await send('PATCH', `/pets/${id}`, { status: 'sold' })
    else if (kind === 3) await send('PATCH', `/pets/${id}`, { status: 'available', categoryId: 1 })
    else if (kind === 4)
      await send('PATCH', `/pets/batch`, {
        ids: [id],
        patch: { status: ['sold', 'available'][random(2)] },
      })
    else if (kind < 7) {
      const placed = await placeOrder(app, { petId: id })
      if (placed.status === 201) orders.push(JSON.parse(placed.text).id)
    } else if (orderId !== undefined && kind === 7) {
      await patchOrder(app, orderId, { status: ['cancelled', 'delivered', 'returned'][random(3)] })
    } else if (orderId !== undefined) await send('DELETE', `/store/orders/${orderId}`)
    if (random(12) === 0) await send('DELETE', `/pets/${id}`)
  }
  const counted = await replay(app)
  assert.deepEqual(names.toSorted(), [...new Set(counted.map(({ name }) => name))].toSorted())
  const zones = 'UTC Europe/Berlin Asia/Kathmandu America/St_Johns Pacific/Chatham'
  for (const timeZone of zones.split(' ')) {
    // The first interval is a part of one, and something happened before.
    const [first = '', last] = [counted[1]?.at ?? 0, app.clock.time].map((at) =>
      dateIn(timeZone, at),
    )
    for (const interval of ['day', 'week', 'month'] as const) {
      const query = `from=${first}&to=${last}&interval=${interval}&timeZone=${encodeURIComponent(timeZone)}`
      for (const categoryId of [undefined, 0, 1, 2, 3]) {
        const isAll = categoryId === undefined
        const chosen = counted
          .filter((each) => isAll || each.categoryId === categoryId)
          .filter(({ at }) => dateIn(timeZone, at) >= first)
        const byStart = Map.groupBy(chosen, ({ at }) => startOf[interval](dateIn(timeZone, at)))
        const shown = await statisticsOf(app, isAll ? query : `${query}&categoryId=${categoryId}`)
        for (const [at, { start, ...rest }] of shown.entries()) {
          const begin = startOf[interval](start)
          if (at > 0) assert.equal(begin, start)
          assert.deepEqual(rest, modelOf(byStart.get(begin) ?? []), `${query}: ${start}`)
        }
        assert.deepEqual(
          shown.map(({ start }) => startOf[interval](start)).filter((start) => byStart.has(start)),
          [...byStart.keys()],
        )
      }
    }
  }
})

it('statistics that nobody can give are refused with what would be right', async (app) => {
  for (const [query, message] of [
    ['from=2026-11-21', /^from must not be after to, which is 2026-11-20\.$/],
    ['from=2026-11-02&to=2026-11-01', /must not be after/],
    ['from=2024-01-01&to=2025-01-01', /there are 367 days; ask for 366 at most\.$/],
    ['from=0000-01-01&to=9999-12-31', /there are 3652425 days/],
    [
      'timeZone=Europe/Atlantis',
      /^timeZone must be the name of a time zone, not Europe\/Atlantis\.$/,
    ],
    ['timeZone=%2B05:00', /timeZone/],
    ['from=2026-02-29', /from/],
    ['interval=year', /interval/],
  ] as const) {
    assertRefused(await app.call(`/store/statistics?${query}`), 'invalid_parameter', message)
  }
  const edges = 'from=2024-01-01&to=2024-12-31 to=0000-01-05 from=9999-12-30&to=9999-12-31'
  for (const edge of edges.split(' ')) await statisticsOf(app, `${edge}&timeZone=Asia/Kathmandu`)
})

test('the sums of a year are read month by month, and others get their turn in between', async (t) => {
  const reads: Array<{ readonly turn: number; readonly days: number }> = []
  let turn = 0
  const app = await startApp(t, {
    wrapStorage: overData((data) => ({
      sums: async (query) => {
        const slots = query.ranges.reduce((sum, { first, end }) => sum + end - first, 0)
        reads.push({ turn, days: slots / 96 })
        setImmediate(() => (turn += 1))
        return await data.sums(query)
      },
    })),
  })
  for (const interval of ['day', 'week', 'month']) {
    reads.length = 0
    await statisticsOf(app, `from=2024-01-01&to=2024-12-31&interval=${interval}`)
    assert.equal(new Set(reads.map((read) => read.turn)).size, 12, interval)
    assert.ok(reads.every(({ days }) => days <= 35))
    const days = reads.reduce((sum, read) => sum + read.days, 0)
    assert.equal(days, 366)
  }
})
