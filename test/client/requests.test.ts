import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type EndedRequest,
  parseExact,
  RateLimitError,
  stringifyExact,
  verifyWebhook,
} from '../../client/src/index.ts'
import { TestClock } from '../helpers/app.ts'
import { answer, drop, fastClient, refuse, startFaultyServer } from '../helpers/client.ts'

const pet = '{"id":1,"name":"Rex","categoryId":9223372036854775807,"status":"available"}'

test('any operation can be sent, with headers, retries and a time of its own', async (t) => {
  const server = await startFaultyServer(t, answer(200, pet), drop)
  const { store, waits } = fastClient(server, new TestClock())
  const headers = { traceparent: '00-1-2-03', Authorization: 'Bearer other' }
  const query = { id: [1n, 2], limit: 2 }
  assert.deepEqual(
    { ...(await store.request<object>('GET /pets/{petId}', { id: 7, query, headers })) },
    { id: 1n, name: 'Rex', categoryId: 9_223_372_036_854_775_807n, status: 'available' },
  )
  const [request] = server.requests
  assert.equal(request?.url, '/v1/pets/7?id=1,2&limit=2')
  assert.equal(request?.headers['traceparent'], '00-1-2-03')
  assert.equal(request?.headers['authorization'], 'Bearer pets_test_any')
  assert.match(String(request?.headers['user-agent']), /^petstore-client\/\d/)
  await assert.rejects(store.pets.find(1, { retries: 1 }))
  assert.equal(server.requests.length, 3)
  await assert.rejects(store.pets.find(1, { timeout: 300 }))
  assert.deepEqual(waits, [125, 125])
})

test('a header of a call counts in any case of letters, except for the key', async (t) => {
  const server = await startFaultyServer(t, answer(200, pet))
  const { store } = fastClient(server, new TestClock())
  const headers = { authorization: 'Bearer other', 'USER-AGENT': 'shop/1', accept: 'text/plain' }
  await store.pets.update(1, { name: 'Max' }, { headers: { ...headers, 'content-type': 'x/y' } })
  const [sent] = server.requests
  assert.equal(sent?.headers['authorization'], 'Bearer pets_test_any')
  assert.equal(sent?.headers['content-type'], 'application/merge-patch+json')
  assert.equal(sent?.headers['user-agent'], 'shop/1')
  assert.equal(sent?.headers['accept'], 'text/plain')
})

test('what a call cannot be sent with is refused before anything is sent', async (t) => {
  const server = await startFaultyServer(t, answer(200, pet))
  const { store } = fastClient(server, new TestClock())
  await assert.rejects(store.pets.find(1, { headers: { 'no name': 'x' } }), TypeError)
  await assert.rejects(store.pets.find(1, { timeout: 0 }), {
    name: 'RangeError',
    message: 'timeout must be from 1 to 2147483647, not 0.',
  })
  await assert.rejects(store.pets.list({ retries: Number.NaN }), RangeError)
  assert.deepEqual(server.requests, [])
})

test('a body of bytes is sent as it is, as a picture of its kind', async (t) => {
  const server = await startFaultyServer(t, answer(201, pet))
  const { store } = fastClient(server, new TestClock())
  const body = Buffer.from('RIFF....WEBPVP8 ', 'latin1')
  await store.request('POST /pets/{petId}/photos', { id: 7, body })
  const [sent] = server.requests
  assert.equal(sent?.headers['content-type'], 'image/webp')
  assert.equal(sent?.body, 'RIFF....WEBPVP8 ')
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

test('a misspelled option is refused, of a client, a call, a mirror and a check', async () => {
  const client = { baseUrl: 'http://127.0.0.1:1/v1', retry: 3 }
  assert.throws(() => fastClient(client, new TestClock()), /There is no option retry\./)
  const { store } = fastClient({ baseUrl: 'http://127.0.0.1:1/v1' }, new TestClock())
  const options: object = { ifmatch: '"1"' }
  await assert.rejects(store.pets.delete(1, options), /There is no option ifmatch\./)
  const mirror = { load: () => undefined, save: () => {}, onSave: () => {} }
  await assert.rejects(store.mirror(mirror), /There is no option onSave\./)
  const check: object = { tolerence: 60 }
  await assert.rejects(verifyWebhook([], {}, '', check), /There is no option tolerence\./)
})

test('a refusal of the usage count holds up no other call', async (t) => {
  const server = await startFaultyServer(
    t,
    refuse(429, 'rate_limit_exceeded', { 'Retry-After': '40' }),
    answer(200, '[]'),
  )
  const { store, waits } = fastClient(server, new TestClock())
  await assert.rejects(store.usage({ retries: 0 }), RateLimitError)
  await store.pets.list()
  assert.deepEqual(waits, [])
})

test('all followers of a client ask once whether there is anything new, and outlive outages', async (t) => {
  let usages = 0
  let down = 0
  const server = await startFaultyServer(t, (request, response) => {
    const reply = (status: number, body: string): void =>
      void response
        .writeHead(status, {
          'Content-Type': 'application/json',
          Link: '</v1/events?cursor=c>; rel="next"',
        })
        .end(body)
    if (request.url?.startsWith('/v1/usage') === true) {
      usages += 1
      // The service is away for several calls with all their retries.
      if (usages > 1 && usages < 30) return reply(503, '{}')
      return reply(200, `{"lastEventId":${usages}}`)
    }
    down += 1
    if (down === 1) return reply(500, '{}')
    return reply(200, usages === 0 ? '[]' : '[{"id":7,"type":"pet.created","data":{}}]')
  })
  const clock = new TestClock()
  const { store } = fastClient(server, clock)
  const first = async (): Promise<bigint> => {
    for await (const { id } of store.events({ follow: true })) return id
    throw new Error('The follower ended.')
  }
  const ids = await Promise.all(Array.from({ length: 5 }, first))
  assert.deepEqual(ids, [7n, 7n, 7n, 7n, 7n])
  assert.ok(usages < 60, `asked ${usages} times`)
})

test('the exact reader and writer of JSON are there for bodies of one’s own', () => {
  const text = '{"id":9223372036854775807,"name":"x"}'
  const read = parseExact(text) as object
  assert.deepEqual({ ...read }, { id: 9_223_372_036_854_775_807n, name: 'x' })
  assert.equal(stringifyExact(read), text)
})
