import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { everyScope, scopesOf } from '../../src/access/keys/scopes.ts'
import { StorageUnavailable } from '../../src/base/errors/storage-errors.ts'
import { drain } from '../../src/server/drain.ts'
import { it, startApp, type TestApp } from '../helpers/app.ts'
import { type Followed, followStream, until } from '../helpers/event-stream.ts'
import { linkOf } from '../helpers/http.ts'
import { placeOrder } from '../helpers/orders.ts'
import { valuesOf } from '../helpers/pages.ts'
import { poll } from '../helpers/poll.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { changeKey } from '../helpers/team.ts'

const add = async (app: TestApp, ...names: readonly string[]): Promise<void> => {
  for (const name of names) await app.post('/pets', { name, categoryId: 1 })
}

const streamTypes = { accept: 'text/event-stream' }

/** Waits for a line that begins so. */
const untilSaid = async ({ lines }: Followed, text: string): Promise<string> =>
  await poll(() => lines.find((line) => line.startsWith(text)))

it('a stream has the events of the list, those before it and those that come, byte for byte', async (app, t) => {
  await add(app, 'Rex', 'Tom')
  const all = `${app.baseUrl}/events`
  const whole = await followStream(t, all, app.key)
  const later = await followStream(t, `${all}?after=1`, app.key)
  const last = await followStream(t, `${all}?after=0`, app.key, {
    'last-event-id': '2',
    'x-lab-fault': 'trickle',
  })
  const next = linkOf(await app.call('/events?limit=1'), 'next') ?? ''
  const on = await followStream(t, next.replace('limit=1&', ''), app.key)
  await add(app, 'Mia', 'Überfuß\u2028🐶')
  await Promise.all([until(whole, 4), until(later, 3), until(last, 2), until(on, 3)])
  const { text } = await app.call('/events')
  assert.equal(`[${whole.events.map(({ json }) => json).join(',')}]`, text)
  for (const followed of [later, on]) assert.deepEqual(followed.ids, [2, 3, 4])
  assert.deepEqual(last.ids, [3, 4])
  const { statusCode, headers } = whole.response
  assert.equal(statusCode, 200)
  assert.partialDeepStrictEqual(headers, {
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
    'cache-control': 'no-store',
    'x-ratelimit-remaining': '999997',
  })
  const plain = await app.call('/events', { headers: { accept: '*/*' } })
  assert.equal(plain.text, text)
  const head = await app.call('/events', { method: 'HEAD', headers: streamTypes })
  assert.equal(head.headers['content-type'], 'application/json')
})

it('filters fit a stream as they fit the list, and what only pages have is refused', async (app, t) => {
  const team = await app.addKey('pro', undefined, undefined, scopesOf(everyScope))
  const filters = [
    'type=pet.updated,order.placed',
    'petId=1',
    'petId=2',
    'orderId=1',
    `by=${encodeURIComponent('A pro key')}`,
    'since=2026-11-20T12:30:00Z',
    'petId=1&type=pet.updated',
  ]
  const url = `${app.baseUrl}/events`
  const followed = await Promise.all(
    filters.map(async (filter) => {
      const { key } = await app.addKey('enterprise')
      return { filter, stream: await followStream(t, `${url}?${filter}`, key) }
    }),
  )
  const own = await followStream(t, `${url}?type=key.created`, team.key)
  const other = await followStream(t, url, app.key)
  await add(app, 'Rex', 'Tom')
  app.clock.advance(3_600_000 - 60_000)
  await placeOrder(app, { petId: 1 })
  await app.patch('/pets/2', { name: 'Max' }, { key: team.key })
  await app.post('/keys', { name: 'Till', scopes: ['pets:read'] }, { key: team.key })
  await add(app, 'Last')
  await until(own, 1)
  await poll(() => other.ids.at(-1) === 7)
  for (const { filter, stream } of followed) {
    const wanted = valuesOf(await app.json(`/events?${filter}`), 'id')
    await until(stream, wanted.length)
    assert.deepEqual(stream.ids, wanted, filter)
  }
  assert.deepEqual(own.ids, [6])
  assert.deepEqual(other.ids, [1, 2, 3, 4, 5, 7])
  const until1230 = 'until=2026-11-20T12:30:00Z'
  for (const refused of ['limit=5', 'sort=-id', until1230, 'petId=1&orderId=1']) {
    const answer = await app.call(`/events?${refused}`, { headers: streamTypes })
    assertRefused(answer, 'invalid_parameter', /^(?:limit|sort|until|petId) /)
  }
  const gone = await app.call('/events?after=99', { headers: streamTypes })
  assertRefused(gone, 'cursor_expired')
  const wrong = await app.call('/events', { headers: { ...streamTypes, 'last-event-id': 'x' } })
  assertRefused(wrong, 'invalid_parameter')
})

it('it says each 15 seconds that it is there, and where; each hour costs a request; without one it ends', async (app, t) => {
  await add(app, 'Rex')
  const { key } = await app.addKey('enterprise', { perMinute: 2, perDay: 2, openOrders: 1 })
  const used = async (): Promise<number> => (await app.json('/usage', { key })).windows[1].used
  const followed = await followStream(t, `${app.baseUrl}/events?type=pet.deleted`, key)
  app.clock.advance(15_000)
  await untilSaid(followed, ': ')
  assert.equal(await untilSaid(followed, 'id: '), 'id: 1')
  assert.equal(await used(), 1)
  app.clock.advance(3_600_000 - 15_000)
  await poll(async () => (await used()) === 2)
  assert.equal(followed.response.complete, false)
  app.clock.advance(3_600_000)
  await followed.ended
  assert.match(await untilSaid(followed, ': the quota'), /used up/)
  assert.match(followed.lines.at(-1) ?? '', /^retry: \d+$/)
  const counted = app.requests().filter(({ operation }) => operation === 'listEvents')
  assert.equal(counted.length, 2)
})

it('a key has five streams, and those of a key that ends, loses the scope or is banned are closed', async (app, t) => {
  const url = `${app.baseUrl}/events`
  const limits = { perMinute: 9, perDay: 99, openOrders: 1 }
  const { key, record } = await app.addKey('enterprise', limits)
  const five = await Promise.all(Array.from({ length: 5 }, () => followStream(t, url, key)))
  assertRefused(await app.call('/events', { key, headers: streamTypes }), 'stream_limit_reached')
  five[0]?.close()
  const sixth = await poll(async () => {
    const again = await followStream(t, url, key)
    return again.response.statusCode === 200 ? again : undefined
  })
  await poll(() => app.observations.some((seen) => seen.kind === 'streams' && seen.open === 5))
  await changeKey(app.storage.keys, record.id, { revokedAt: app.clock.time })
  await sixth.ended
  assert.match(await untilSaid(sixth, ': the API key'), /ended/)
  const banned = await app.addKey('enterprise', { ...limits, perMinute: 3 })
  const stream = await followStream(t, url, banned.key)
  for (let call = 0; call < 6; call += 1) await app.call('/events', { key: banned.key })
  await stream.ended
  const expiring = await app.addKey('pro', undefined, app.clock.time + 60_000)
  const ending = await followStream(t, url, expiring.key)
  app.clock.advance(60_000)
  await ending.ended
})

test('while the store is away a stream stays open and says so, and then it goes on', async (t) => {
  let isAway = false
  const app = await startApp(t, {
    wrapStorage: (storage) => ({
      ...storage,
      poll: async () => {
        if (isAway) throw new StorageUnavailable('unreachable', new Error('It is away.'))
        await storage.poll()
      },
    }),
  })
  const followed = await followStream(t, `${app.baseUrl}/events`, app.key)
  isAway = true
  await untilSaid(followed, ': the log cannot be read')
  isAway = false
  await add(app, 'Rex')
  await until(followed, 1)
})

test('who does not read holds 100 kB at most, delays nobody, and is closed after a time', async (t) => {
  const app = await startApp(t, { wireTimes: { responseTimeout: 500, checkInterval: 50 } })
  const sockets: Socket[] = []
  app.app.server.on('connection', (socket: Socket) => sockets.push(socket))
  const followed = await followStream(t, `${app.baseUrl}/events`, app.key)
  const client = connect(app.port, '127.0.0.1').on('error', () => undefined)
  t.after(() => client.destroy())
  const head = `GET /v1/events HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${app.key}\r\n`
  client.write(`${head}Accept: text/event-stream\r\n\r\n`)
  await once(client, 'data')
  client.pause()
  const [still] = sockets.slice(-1)
  const isOpen = (): boolean => still?.destroyed === false
  const name = '🐶'.repeat(200)
  const pets = Array.from({ length: 70 }, () => ({ name, categoryId: 1 }))
  await app.post('/pets/batch', pets)
  const ids = pets.map((_, at) => at + 1)
  let most = 0
  // More than the system holds for who does not read.
  for (let count = 140; isOpen(); count += 70) {
    const patch = { name: count % 140 === 0 ? '🐱'.repeat(200) : name }
    const { status } = await app.patch('/pets/batch', { ids, patch })
    assert.equal(status, 200)
    await until(followed, count)
    most = Math.max(most, still?.writableLength ?? 0)
  }
  assert.ok(most > 0 && most <= 100_000, `It holds ${most} bytes.`)
  assert.deepEqual(
    followed.ids,
    followed.ids.map((_, at) => at + 1),
  )
})

test('a drain ends streams in order, and one that comes later at once', async (t) => {
  const app = await startApp(t, { corsOrigins: ['https://shop.example'] })
  const url = `${app.baseUrl}/events`
  const origin = { origin: 'https://shop.example' }
  const followed = await followStream(t, url, app.key, origin)
  assert.equal(followed.response.headers['access-control-allow-origin'], origin.origin)
  await drain({ app: app.app, grace: Promise.resolve(), observe: () => undefined })
  await followed.ended
  assert.ok(followed.response.complete)
  assert.match(followed.lines.at(-1) ?? '', /^retry: \d+$/)
})
