import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test, type TestContext } from 'node:test'
import { CursorExpiredError, type PetStore, type StoreEvent } from '../../client/src/index.ts'
import { readStream } from '../../client/src/event-stream.ts'
import { startApp, type TestApp, TestClock } from '../helpers/app.ts'
import { answer, fastClient, refuse, startFaultyServer } from '../helpers/client.ts'
import { followStream } from '../helpers/event-stream.ts'
import { poll } from '../helpers/poll.ts'
import { startProxy } from '../helpers/tcp-proxy.ts'

const add = async (app: TestApp, name = 'Rex'): Promise<void> =>
  assert.equal((await app.post('/pets', { name, categoryId: 1 })).status, 201)

/** Follows in the background until the test ends. */
const following = (t: TestContext, store: PetStore, options: Parameters<PetStore['events']>[0]) => {
  const controller = new AbortController()
  const seen: StoreEvent[] = []
  const list = store.events({ ...options, follow: true, signal: controller.signal })
  const ended = (async () => {
    for await (const event of list) seen.push(event)
  })()
  const rejected = assert.rejects(ended, /It ended\./)
  const end = async (): Promise<void> => {
    controller.abort(new Error('It ended.'))
    await rejected
  }
  t.after(end)
  const ids = () => seen.map(({ id }) => Number(id))
  /** Waits until it has seen so many. */
  const until = async (count: number) => await poll(() => seen.length === count)
  return { list, seen, end, ids, until }
}

const upTo = (last: number, first = 1): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** How many streams were open, at each change. */
const streamsOf = ({ observations }: TestApp): readonly number[] =>
  observations.flatMap((seen) => (seen.kind === 'streams' ? [seen.open] : []))

/** How many streams are open. */
const open = (app: TestApp): number => streamsOf(app).at(-1) ?? 0

/** A client with its own clock, through a proxy that can be cut. */
const startBehindProxy = async (t: TestContext, limits?: Parameters<TestApp['addKey']>[1]) => {
  const app = await startApp(t)
  const { key } = await app.addKey('enterprise', limits)
  const proxy = await startProxy(t, app.port)
  const requests: string[] = []
  const { store } = fastClient(
    {
      baseUrl: `http://127.0.0.1:${proxy.port}/v1`,
      apiKey: key,
      retries: 0,
      onRequest: ({ operation }) => void requests.push(operation),
    },
    app.clock,
  )
  return { app, key, proxy, store, requests }
}

test('five followers share one stream, each from its place and with its filter, through an outage and a quota used up', async (t) => {
  const { app, key, proxy, store, requests } = await startBehindProxy(t, {
    perMinute: 50,
    perDay: 100_000,
  })
  for (let n = 0; n < 120; n += 1) await add(app)
  const all = following(t, store, { limit: 50 })
  await all.until(120)
  const late = following(t, store, { after: 119 })
  const typed = following(t, store, { types: ['pet.deleted', 'category.created'] })
  const ofPet = following(t, store, { petId: 7, after: 120 })
  const recent = following(t, store, { since: new Date(app.clock.time - 60_000), after: 120 })
  await poll(() => open(app) === 1 && late.seen.length === 1)
  const remove = async (id: number) => await app.remove(`/pets/${id}`)
  await remove(7)
  await add(app, 'Überfuß\u2028🐶')
  await poll(() => ofPet.seen.length > 0 && recent.seen.length > 1)
  assert.deepEqual(streamsOf(app), [1])

  // The quota is used up, and lists are refused. What the stream brings costs nothing.
  while ((await app.call('/pets?limit=1', { key })).status === 200);
  await remove(8)
  for (const [each, count] of [
    [typed, 2],
    [all, 123],
  ] as const)
    await each.until(count)

  // Nobody answers for more than a minute. Then lists beside the followers are answered at once.
  const before = app.clock.time
  proxy.cut()
  await remove(9)
  await poll(() => app.clock.time > before + 60_000)
  await add(app)
  proxy.heal()
  await poll(async () => await store.pets.list({ limit: 1 }).catch(() => undefined))
  for (const [each, ids] of [
    [all, upTo(125)],
    [late, upTo(125, 120)],
    [typed, [121, 123, 124]],
    [ofPet, [121]],
    [recent, upTo(125, 121)],
  ] as const) {
    await each.until(ids.length)
    assert.deepEqual(each.ids(), ids)
  }
  const [, , , event] = late.seen
  assert.ok(event?.type === 'pet.deleted' && event.data.pet.id === 8n)

  // The stream is back, and asks nothing more.
  await poll(() => open(app) === 1)
  const asked = requests.length
  await add(app)
  await all.until(126)
  assert.ok(requests.slice(asked).every((operation) => operation === 'GET /events'))
  // A list goes on behind what the stream brought, in another process too.
  const { cursor } = all.list
  assert.ok(cursor !== undefined)
  await add(app)
  const ids = async (from: string): Promise<readonly bigint[]> =>
    (await Array.fromAsync(store.events({ cursor: from }))).map(({ id }) => id)
  assert.deepEqual(await ids(cursor), [127n])
  assert.equal(open(app), 1)
  for (const each of [all, late, typed, ofPet, recent]) await each.end()
  await poll(() => open(app) === 0)
})

test('a client without a stream asks, and is on a stream once there is room', async (t) => {
  const { app, key, store } = await startBehindProxy(t)
  const streams = await Promise.all(
    Array.from({ length: 5 }, async () => await followStream(t, `${app.baseUrl}/events`, key)),
  )
  const { ids, until } = following(t, store, {})
  await add(app)
  await until(1)
  for (const stream of streams) stream.close()
  await poll(() => open(app) === 1)
  await add(app)
  await until(2)
  assert.deepEqual(ids(), [1, 2])
})

test('a stream that nobody waits for is closed, and who comes back misses nothing', async (t) => {
  const { app, store } = await startBehindProxy(t)
  await add(app)
  const events = store.events({ follow: true })[Symbol.asyncIterator]()
  const next = async (): Promise<bigint | undefined> => (await events.next()).value?.id
  assert.equal(await next(), 1n)
  const second = next()
  await poll(() => open(app) === 1)
  await add(app)
  assert.equal(await second, 2n)
  // The follower is busy with the second event.
  app.clock.advance(31_000)
  await poll(() => open(app) === 0)
  await add(app)
  assert.equal(await next(), 3n)
  await events.return(undefined)
  await poll(() => open(app) === 0)
})

const eventWith = (id: number): string =>
  `{"id":${id},"type":"pet.deleted","data":{"name":"Überfüß"}}`
const told = (id: number): string =>
  `id: ${id}\r\nevent: pet.deleted\r\ndata: ${eventWith(id)}\r\n\r\n`

/** A service with events up to 150, whose streams do as a test says. */
const startStreams = async (
  t: TestContext,
  stream: (after: string, response: ServerResponse, request: IncomingMessage) => void,
  newest = () => 150,
  isGone = () => false,
) =>
  await startFaultyServer(t, (request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1')
    const after = url.searchParams.get('after') ?? url.searchParams.get('cursor') ?? ''
    if (request.headers.accept === 'text/event-stream') return stream(after, response, request)
    if (url.pathname.endsWith('usage'))
      return answer(200, `{"lastEventId":${newest()}}`)(request, response)
    if (isGone()) return refuse(410, 'cursor_expired')(request, response)
    const ids = upTo(newest(), Number(after) + 1)
    answer(200, `[${ids.map(eventWith).join()}]`, {
      Link: `</v1/events?limit=100&cursor=${ids.at(-1) ?? after}>; rel="next"`,
    })(request, response)
  })

const begin = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })

test('a stream that is cut goes on where it ended; what comes twice, in parts or beside comments counts once', async (t) => {
  const places: string[] = []
  const server = await startStreams(t, (after, response, request) => {
    places.push(after)
    // A short log has the last place alone.
    if (after === '50') return refuse(410, 'cursor_expired')(request, response)
    const wire = begin(response)
    const rest = upTo(263, Number(after) + 1)
    if (places.length > 2) return void wire.write(rest.map(told).join(''))
    const bytes = Buffer.from(`: hello\n\n${told(151)}: there\nid: 160\n\n${told(260)}id: 261`)
    const cut = bytes.indexOf('ü') + 1
    wire.write(bytes.subarray(0, cut))
    setImmediate(() => wire.write(bytes.subarray(cut), () => setImmediate(() => wire.destroy())))
  })
  const { store } = fastClient(server, new TestClock())
  const { ids, seen, until } = following(t, store, { after: 150 })
  await until(5)
  assert.deepEqual(ids(), [151, 260, 261, 262, 263])
  assert.deepEqual(places, ['50', '150', '260'])
  assert.match(JSON.stringify(seen[0]), /Überfüß/)
})

test('a store that was restored tells its followers that their place is gone', async (t) => {
  let isRestored = false
  const server = await startStreams(
    t,
    (after, response, request) => {
      if (isRestored && Number(after) > 140) return refuse(410, 'cursor_expired')(request, response)
      const wire = begin(response)
      if (isRestored) return void wire.write(told(1_151))
      isRestored = true
      wire.write(told(151), () => setImmediate(() => wire.destroy()))
    },
    () => (isRestored ? 1_150 : 150),
    () => isRestored,
  )
  const { store } = fastClient(server, new TestClock())
  const ids: bigint[] = []
  const follow = async (): Promise<void> => {
    for await (const { id } of store.events({ after: 150, follow: true })) ids.push(id)
  }
  await assert.rejects(follow(), CursorExpiredError)
  assert.deepEqual(ids, [151n])
})

test('while a stream brings nothing, or is none, its follower asks', async (t) => {
  for (const stream of [
    (response: ServerResponse) => begin(response).flushHeaders(),
    (response: ServerResponse) => answer(200, '[]')({} as IncomingMessage, response),
    (response: ServerResponse) => void begin(response).end('id: x\nevent: y\ndata: z\n\n'),
  ]) {
    let asked = 0
    const newest = (): number => 150 + Math.max(0, (asked += 1) - 3)
    const server = await startStreams(t, (_after, response) => stream(response), newest)
    const { store } = fastClient(server, new TestClock())
    const { ids, end } = following(t, store, { after: 150 })
    await poll(() => ids().length > 0)
    assert.equal(ids()[0], 151)
    await end()
  }
})

test('a stream that says nothing for 40 seconds counts as dead', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let isCancelled = false
  const stream = new ReadableStream<Uint8Array>({ cancel: () => void (isCancelled = true) })
  const read = readStream(stream.getReader(), () => {})
  t.mock.timers.tick(39_999)
  assert.equal(isCancelled, false)
  t.mock.timers.tick(1)
  await read
  assert.equal(isCancelled, true)
})
