import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { exactPets } from '../helpers/exact-json.ts'
import { type Answer, type Call, errorOf } from '../helpers/http.ts'
import { readScrape } from '../helpers/metrics.ts'
import { poll } from '../helpers/poll.ts'
import { runCommand } from '../helpers/service.ts'
import { atOnce, startThreads } from '../helpers/threads.ts'

const rex = { name: 'Rex', categoryId: 1 }

test('an animal is on the first page of every thread once its creation was answered', async (t) => {
  const threads = await startThreads(t, 4)
  const size = exactPets((await threads.call('/pets?limit=100')).text).length
  for (let made = 1; made <= 5; made += 1) {
    // Every thread has cached the previous page.
    await atOnce(64, () => threads.call('/pets?limit=100'))
    const { status } = await threads.call('/pets', { method: 'POST', body: rex })
    assert.equal(status, 201)
    const pages = await atOnce(64, () => threads.call('/pets?limit=100'))
    for (const { text } of pages) assert.equal(exactPets(text).length, size + made)
  }
})

test('of many creations at once with one key, over all threads, one makes an animal', async (t) => {
  const threads = await startThreads(t, 4)
  const location = new Set<unknown>()
  for (let round = 0; round < 4; round += 1) {
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await atOnce(64, () =>
      threads.call('/pets', { method: 'POST', body: rex, headers }),
    )
    const created = answers.filter(({ status }) => status === 201)
    for (const answer of answers) {
      if (answer.status !== 201) assert.equal(errorOf(answer).code, 'idempotency_key_in_use')
    }
    const first = created.filter((answer) => answer.headers['idempotent-replayed'] === undefined)
    assert.equal(first.length, 1)
    assert.equal(new Set(created.map(({ text }) => text)).size, 1)
    location.add(first[0]?.headers['location'])
  }
  assert.equal(location.size, 4)
})

test('every thread holds a key to its scopes, and follows a change of them', async (t) => {
  const threads = await startThreads(t, 2)
  const wide = ['--plan', 'enterprise', '--per-minute', '1000000', '--per-day', '1000000']
  const key = await threads.service.addKey('staging', ...wide, '--scopes', 'pets:read')
  const statusesOf = async (options: Call): Promise<readonly number[]> => {
    const answers = await atOnce(64, () => threads.call('/pets?limit=2', { ...options, key }))
    return [...new Set(answers.map(({ status }) => status))]
  }
  const create = { method: 'POST', body: rex }
  for (let round = 0; round < 3; round += 1) {
    assert.deepEqual(await statusesOf({}), [200])
    assert.deepEqual(await statusesOf(create), [403])
  }
  const command = ['keys', 'list', '--environment', 'staging', '--json']
  const { out } = await runCommand(command, threads.service.env)
  const { id } = JSON.parse(out.trim().split('\n').at(-1) ?? '')
  const update = ['keys', 'update', id, '--environment', 'staging', '--scopes', 'pets:write']
  assert.equal((await runCommand(update, threads.service.env)).status, 0)
  await poll(async () => ((await statusesOf({})).join() === '403' ? true : undefined))
  // The path takes no parameter of a list, so it is permitted, and then refused for that.
  assert.deepEqual(await statusesOf(create), [400])
})

test('of 1,000 requests at once on a free key, over all threads, 60 pass, and then the key is banned on all', async (t) => {
  const threads = await startThreads(t, 4)
  const ask = async (key: string): Promise<readonly Answer[]> =>
    await atOnce(1_000, () => threads.call('/pets?limit=1', { key }))
  // The end of a minute gives a key another 60 requests. Then the test goes on with the next key.
  const { key, answers } = await poll(async () => {
    const fresh = await threads.service.addKey('staging', '--plan', 'free')
    const begun = minuteOf(Date.now())
    const asked = { key: fresh, answers: await ask(fresh) }
    return minuteOf(Date.now()) === begun ? asked : undefined
  })
  const codes = Map.groupBy(answers, (answer) =>
    answer.status === 200 ? 'passed' : errorOf(answer).code,
  )
  assert.equal(codes.get('passed')?.length, 60)
  assert.equal(codes.get('rate_limit_exceeded')?.length, 60)
  assert.equal(codes.get('api_key_banned')?.length, 880)
  const remaining = (codes.get('passed') ?? []).map(({ headers }) =>
    Number(headers['x-ratelimit-remaining']),
  )
  assert.equal(new Set(remaining).size, 60, 'no two were told the same number')
  for (const answer of await atOnce(64, () => threads.call('/pets', { key }))) {
    assert.equal(errorOf(answer).code, 'api_key_banned')
  }
})

test('a key that was revoked is soon refused on every thread', async (t) => {
  const threads = await startThreads(t, 4)
  const key = await threads.service.addKey('staging', '--plan', 'business')
  for (const { status } of await atOnce(64, () => threads.call('/pets', { key }))) {
    assert.equal(status, 200)
  }
  const id = threads.logged('request').at(-1)?.['keyId']
  const revoke = ['keys', 'revoke', String(id), '--environment', 'staging']
  assert.equal((await runCommand(revoke, threads.service.env)).status, 0)
  await poll(async () => {
    const answers = await atOnce(64, () => threads.call('/pets', { key }))
    // With 401, or, once the quota of the address is used up, with 429.
    return answers.every(({ status }) => status !== 200) ? true : undefined
  })
})

test('the connections of all threads together are bounded', async (t) => {
  const threads = await startThreads(t, 3, { PETSTORE_MAX_CONNECTIONS: '30' })
  const port = Number(new URL(threads.base).port)
  let closed = 0
  const crowd = await atOnce(60, async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.on('close', () => (closed += 1))
    await once(socket, 'connect')
    return socket
  })
  // Each thread can be off by one if two take a connection at the very same moment.
  await poll(() => (closed >= 28 ? true : undefined))
  assert.ok(closed <= 30)
  await threads.untilLogged('connections_refused', 1)
  for (const socket of crowd) socket.destroy()
  await poll(async () => {
    const answer = await threads.call('/pets').catch(() => undefined)
    return answer?.status === 200 ? true : undefined
  })
  await threads.untilLogged('connections_accepted', 1)
  assert.equal(threads.logged('connections_refused').length, 1)
})

test('the metrics are those of all threads together, and outlive a thread', async (t) => {
  const threads = await startThreads(t, 3, { PETSTORE_METRICS_PORT: '0' })
  const url = threads.service.facts.staging?.metrics ?? assert.fail('There are no metrics.')
  const scrape = async () => readScrape(await (await fetch(url)).text())
  const listed = { operation: 'listPets', status: '200' }
  await atOnce(64, () => threads.call('/pets'))
  const connections = await poll(async () => {
    const seen = (await scrape()).sum('petstore_open_connections')
    return seen >= 64 ? seen : undefined
  })
  assert.equal(connections, 64)
  const before = await scrape()
  assert.equal(before.sum('petstore_requests_total', listed), 64)
  assert.equal(before.sum('petstore_request_duration_seconds_count', { operation: 'listPets' }), 64)
  assert.equal(before.sum('petstore_threads'), 3)
  assert.equal(before.sum('petstore_database_up'), 1)
  for (const thread of [0, 1, 2]) {
    threads.fail(thread, 'throw')
    await threads.untilLogged('thread_replaced', thread + 1)
  }
  const after = await poll(async () => {
    const seen = await scrape()
    return seen.sum('petstore_open_connections') === 0 ? seen : undefined
  })
  assert.equal(after.sum('petstore_requests_total', listed), 64)
  assert.equal(after.sum('petstore_threads'), 3)
  assert.equal(after.sum('petstore_threads_replaced_total'), 3)
  const active = 'petstore_event_loop_active_seconds_total'
  assert.ok(after.sum(active) >= before.sum(active))
})

test('a port that another service of several threads has is taken all the same', async (t) => {
  const threads = await startThreads(t, 2)
  const { port } = new URL(threads.base)
  const second = await startThreads(t, 2, { PETSTORE_STAGING_PORT: port }).then(
    () => 'It started.',
    (error: Error) => error.message,
  )
  assert.match(second, new RegExp(`Port ${port} of 127\\.0\\.0\\.1 is taken by another program\\.`))
  assert.equal((await threads.call('/pets')).status, 200)
})

const minuteOf = (time: number): number => Math.floor(time / 60_000)
