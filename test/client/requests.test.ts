import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EndedRequest, RateLimitError } from '../../client/src/index.ts'
import { TestClock } from '../helpers/app.ts'
import {
  answer,
  drop,
  fastClient,
  refuse,
  startFaultyServer,
  startFaultyStore,
} from '../helpers/client.ts'

const pet = '{"id":1,"name":"Rex","categoryId":9223372036854775807,"status":"available"}'

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
  const limited = refuse(429, 'rate_limit_exceeded', { 'Retry-After': '40' })
  const { store, waits } = await startFaultyStore(t, limited, answer(200, '[]'))
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
