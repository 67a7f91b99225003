import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ConnectionError,
  type EndedRequest,
  PetStore,
  RateLimitError,
  TimeoutError,
} from '../../client/src/index.ts'
import { realWorld } from '../../client/src/world.ts'
import { startApp, type TestApp, TestClock } from '../helpers/app.ts'
import {
  answer,
  drop,
  fastClient,
  refuse,
  startFastStore,
  startFaultyServer,
  startFaultyStore,
  type Step,
} from '../helpers/client.ts'

const pet = '{"id":1,"name":"Rex","categoryId":9223372036854775807,"status":"available"}'
const hang: Step = () => {}
const limited = (seconds: number): Step =>
  refuse(429, 'rate_limit_exceeded', { 'Retry-After': String(seconds) })

test('each creation has a key of its own unless the caller gives one', async (t) => {
  const { store, requests } = await startFaultyStore(t, answer(201, pet))
  const newPet = { name: 'Rex', categoryId: 3 }
  await store.pets.create(newPet)
  await store.pets.create(newPet)
  const [first, second] = requests.map(({ headers }) => headers['idempotency-key'])
  assert.match(String(first), /^[\da-f]{32}$/)
  assert.notEqual(first, second)
})

test('after a 429 no other call is sent before its time either: it could bring a ban', async (t) => {
  const server = await startFaultyServer(t, limited(30), answer(200, pet))
  const bothWait = Promise.withResolvers<void>()
  const waits: number[] = []
  let time = 0
  const store = new PetStore({
    ...server,
    apiKey: 'k',
    world: {
      now: () => time,
      random: () => 0.5,
      wait: async (milliseconds) => {
        waits.push(milliseconds)
        if (waits.length === 1) calls.push(store.pets.get(1))
        else bothWait.resolve()
        await bothWait.promise
        time = 31_000
      },
    },
  })
  const calls: Array<Promise<unknown>> = [store.pets.get(1)]
  await calls[0]
  await Promise.all(calls)
  assert.deepEqual(waits, [30_125, 30_000])
  assert.equal(server.requests.length, 3)
})

test('the total time is bounded: by one request, and by waits', async (t) => {
  const hanging = await startFaultyServer(t, hang)
  const impatient = new PetStore({ ...hanging, apiKey: 'k', timeout: 100 })
  await assert.rejects(impatient.pets.list(), TimeoutError)

  const slow = await startFaultyServer(t, hang, answer(200, '[]'))
  const retrying = new PetStore({ ...slow, apiKey: 'k', attemptTimeout: 2_500 })
  assert.deepEqual((await retrying.pets.list()).pets, [])

  const dropping = await startFaultyServer(t, drop)
  const { store } = fastClient({ ...dropping, retries: 100, timeout: 20_000 }, new TestClock())
  await assert.rejects(store.pets.list(), (error) => {
    assert.ok(error instanceof TimeoutError)
    assert.ok(error.cause instanceof ConnectionError)
    return true
  })
  assert.ok(dropping.requests.length < 15)
})

test('a body that trickles in for too long is given up', async (t) => {
  const trickle: Step = (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  }
  const server = await startFaultyServer(t, trickle)
  const store = new PetStore({ ...server, apiKey: 'k', attemptTimeout: 150, retries: 0 })
  await assert.rejects(store.pets.list(), TimeoutError)
})

test('a signal ends a call at once, under way or waiting, with its reason', async (t) => {
  const server = await startFaultyServer(t, hang)
  const ofClient = new AbortController()
  const store = new PetStore({ ...server, apiKey: 'k', signal: ofClient.signal })
  const reason = new Error('Enough.')
  const ofCall = new AbortController()
  const list = assert.rejects(store.pets.list({ signal: ofCall.signal }), reason)
  const other = assert.rejects(store.pets.get(1), reason)
  ofCall.abort(reason)
  await list
  ofClient.abort(reason)
  await other
  await assert.rejects(store.pets.list(), reason)

  const busy = await startFaultyServer(t, limited(60))
  const ofWait = new AbortController()
  const waiting = new PetStore({
    ...busy,
    apiKey: 'k',
    world: {
      ...realWorld,
      wait: async (milliseconds, signal) => {
        ofWait.abort(reason)
        await realWorld.wait(milliseconds, signal)
      },
    },
  })
  await assert.rejects(waiting.pets.list({ signal: ofWait.signal }), reason)
})

test('a storm of calls at once waits out its 429s and gets through, without a ban', async (t) => {
  const { app, store } = await startFastStore(t, {}, { perMinute: 10, perDay: 1_000 })
  const calls = Array.from({ length: 18 }, async () => (await store.pets.list()).pets.length)
  assert.deepEqual(new Set(await Promise.all(calls)), new Set([0]))
  assert.ok(app.requests().some(({ status }) => status === 429))
})

test('any operation can be sent, with headers of its own', async (t) => {
  const { store, requests } = await startFaultyStore(t, answer(200, pet))
  const headers = { traceparent: '00-1-2-03' }
  const query = { id: [1n, 2], limit: 2 }
  const got = await store.request<object>('GET /pets/{petId}', { id: 7, query, headers })
  assert.equal(JSON.stringify(got), pet)
  const [request] = requests
  assert.equal(request?.url, '/v1/pets/7?id=1,2&limit=2')
  assert.equal(request?.headers['traceparent'], '00-1-2-03')
  assert.match(String(request?.headers['user-agent']), /^petstore-client\/\d/)
})

test('hooks see each request and how it ended', async (t) => {
  const server = await startFaultyServer(t, drop, refuse(503, 'unavailable'), answer(200, '[]'))
  const seen: EndedRequest[] = []
  const sent: number[] = []
  const hooks = {
    onRequest: ({ attempt }: { readonly attempt: number }) => void sent.push(attempt),
    onResponse: (ended: EndedRequest) => void seen.push(ended),
  }
  const { store } = fastClient({ ...server, ...hooks }, new TestClock())
  await store.pets.list()
  const operation = 'GET /pets'
  assert.deepEqual(sent, [1, 2, 3])
  assert.deepEqual(seen, [
    { operation, attempt: 1, status: undefined, milliseconds: 0 },
    { operation, attempt: 2, status: 503, milliseconds: 0 },
    { operation, attempt: 3, status: 200, milliseconds: 0 },
  ])
})

test('a refusal of the usage count holds up no other call', async (t) => {
  const { store, waits } = await startFaultyStore(t, limited(40), answer(200, '[]'))
  await assert.rejects(store.usage({ retries: 0 }), RateLimitError)
  await store.pets.list()
  assert.deepEqual(waits, [])
})

test('all followers of a client ask once whether there is anything new, and outlive outages', async (t) => {
  let usages = 0
  let pages = 0
  const event = '[{"id":7,"type":"pet.created","data":{}}]'
  const { store } = await startFaultyStore(t, (request, response) => {
    if (request.url?.startsWith('/v1/usage') === true) {
      usages += 1
      // The service is away for several calls with all their retries.
      const isAway = usages > 1 && usages < 30
      const step = isAway ? answer(503, '{}') : answer(200, `{"lastEventId":${usages}}`)
      return step(request, response)
    }
    pages += 1
    const Link = '</v1/events?cursor=c>; rel="next"'
    const step =
      pages === 1 ? answer(500, '{}') : answer(200, usages === 0 ? '[]' : event, { Link })
    return step(request, response)
  })
  const first = async (): Promise<bigint> => {
    for await (const { id } of store.events({ follow: true })) return id
    throw new Error('The follower ended.')
  }
  const ids = await Promise.all(Array.from({ length: 5 }, first))
  assert.deepEqual(ids, [7n, 7n, 7n, 7n, 7n])
  assert.ok(usages < 60, `asked ${usages} times`)
})

const statusesOf = (app: TestApp): readonly number[] => app.requests().map(({ status }) => status)

test('a job of 500 creates at 60 a minute, all started at once, ends without one 429', async (t) => {
  const limits = { perMinute: 60, perDay: 1_000 }
  const { app, store } = await startFastStore(t, { paceToQuota: true }, limits)
  const started = app.clock.time
  const create = async (_: unknown, n: number) =>
    await store.pets.create({ name: `Pet ${n}`, categoryId: n })
  await Promise.all(Array.from({ length: 500 }, create))
  assert.deepEqual(new Set(statusesOf(app)), new Set([201]))
  assert.equal(statusesOf(app).length, 500)
  // 60 in what is left of the first minute, then 60 in each of eight more: no minute was wasted.
  assert.ok(app.clock.time - started <= 8 * 60_000)
})

test('a quota that others draw on too is kept to as the answers tell it', async (t) => {
  const app = await startApp(t)
  const { key } = await app.addKey('enterprise', { perMinute: 10, perDay: 1_000 })
  const paced = { baseUrl: app.baseUrl, apiKey: key, paceToQuota: true }
  const clients = [fastClient(paced, app.clock), fastClient(paced, app.clock)]
  for (let n = 0; n < 15; n += 1) for (const { store } of clients) await store.pets.list()
  assert.ok(statusesOf(app).filter((status) => status === 429).length <= 3)
})

test('a call that is given up in the queue leaves the others their turns', async (t) => {
  const { store } = await startFastStore(t, { paceToQuota: true })
  const reason = new Error('Enough.')
  const controller = new AbortController()
  const first = store.pets.create({ name: 'First', categoryId: 1 })
  const second = store.pets.create({ name: 'Second', categoryId: 1 }, { signal: controller.signal })
  const third = store.pets.create({ name: 'Third', categoryId: 1 })
  controller.abort(reason)
  await assert.rejects(second, reason)
  assert.equal((await first).name, 'First')
  assert.equal((await third).name, 'Third')
})
