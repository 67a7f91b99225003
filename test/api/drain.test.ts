import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { drain, drainTimes } from '../../src/server/drain.ts'
import { it, type TestApp } from '../helpers/app.ts'
import { call } from '../helpers/http.ts'
import { poll } from '../helpers/poll.ts'

/** Ends an application, without a grace unless it is given one. */
const end = ({ app, observations }: TestApp, parts: Partial<Parameters<typeof drain>[0]> = {}) =>
  drain({ app, grace: Promise.resolve(), observe: (seen) => observations.push(seen), ...parts })

it('connections that were never used, and those that take too long, hold up no end', async (app) => {
  const unused = connect(app.port, '127.0.0.1')
  const stuck = connect(app.port, '127.0.0.1')
  stuck.write('POST /v1/pets HTTP/1.1\r\nHost: shop\r\n')
  await poll(() => app.app.connections.count === 2)
  const closed = [unused, stuck].map(async (socket) => {
    socket.on('error', () => undefined)
    await once(socket, 'close')
    return performance.now()
  })
  const begun = performance.now()
  await end(app, { times: { ...drainTimes, unused: 100, all: 1_500 } })
  const [first = 0, second = 0] = await Promise.all(closed)
  assert.ok(first < second && second - begun >= 1_400)
  const cut = app.observations.find(({ kind }) => kind === 'cut_off')
  assert.deepEqual(cut, { kind: 'cut_off', connections: 1 })
})

it('connections that stand in the queue of the listener when the end begins are answered', async (app) => {
  const answers = Array.from({ length: 40 }, async () => {
    // The system takes it into the queue at once; this thread has no turn before the end begins.
    const client = connect(app.port, '127.0.0.1')
    client.write('GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n')
    return await textOf(client)
  })
  const drained = end(app)
  for (const answer of await Promise.all(answers)) {
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/)
    assert.match(answer, /\r\nConnection: close\r\n/)
  }
  await drained
})

it('a request on a kept connection that was idle when the listener closed is answered', async (app) => {
  const client = connect(app.port, '127.0.0.1')
  const request = 'GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n'
  client.write(request)
  await once(client, 'data')
  const text = textOf(client)
  const drained = end(app, { times: { ...drainTimes, idle: drainTimes.all } })
  await poll(() => (app.app.server.listening ? undefined : true))
  client.write(request)
  assert.match(await text, /^HTTP\/1\.1 200 OK\r\n[^]*\r\nConnection: close\r\n/)
  await drained
})

it('during its grace an application is not ready, takes connections, and closes each behind its answer', async (app) => {
  const grace = Promise.withResolvers<void>()
  const drained = end(app, { grace: grace.promise })
  for (const [url, status] of [
    [`${app.origin}/readyz`, 503],
    [`${app.baseUrl}/pets`, 200],
  ] as const) {
    const answer = await call(url, { key: app.key })
    assert.deepEqual([answer.status, answer.headers['connection']], [status, 'close'])
  }
  assert.equal(app.app.server.listening, true)
  grace.resolve()
  await drained
  assert.equal(app.app.server.listening, false)
})

const textOf = async (client: Socket): Promise<string> => {
  let text = ''
  for await (const chunk of client) text += String(chunk)
  return text
}
