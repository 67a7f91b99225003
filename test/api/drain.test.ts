import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { drain, drainTimes } from '../../src/server/drain.ts'
import { it } from '../helpers/app.ts'
import { call, errorOf } from '../helpers/http.ts'
import { poll } from '../helpers/poll.ts'

it('connections that were never used, and those that take too long, hold up no end', async (app) => {
  const unused = connect(app.port, '127.0.0.1')
  const stuck = connect(app.port, '127.0.0.1')
  await Promise.all([once(unused, 'connect'), once(stuck, 'connect')])
  stuck.write('POST /v1/pets HTTP/1.1\r\nHost: shop\r\n')
  await poll(() => app.app.connections.count === 2)
  const closed = Promise.all([
    once(unused, 'close').then(() => performance.now()),
    once(stuck, 'close').then(() => performance.now()),
  ])
  for (const socket of [unused, stuck]) socket.on('error', () => undefined)
  const begun = performance.now()
  await drain({
    app: app.app,
    grace: Promise.resolve(),
    observe: (seen) => app.observations.push(seen),
    times: { ...drainTimes, unused: 100, all: 1_500 },
  })
  const [first, second] = await closed
  assert.ok(first < second)
  assert.ok(second - begun >= 1_400)
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
  const drained = drain({ app: app.app, grace: Promise.resolve(), observe: () => undefined })
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
  const times = { ...drainTimes, idle: drainTimes.all }
  const drained = drain({ app: app.app, grace: Promise.resolve(), observe: () => undefined, times })
  await poll(() => (app.app.server.listening ? undefined : true))
  client.write(request)
  assert.match(await text, /^HTTP\/1\.1 200 OK\r\n[^]*\r\nConnection: close\r\n/)
  await drained
})

it('during its grace an application is not ready, takes connections, and closes each behind its answer', async (app) => {
  const grace = Promise.withResolvers<void>()
  const drained = drain({ app: app.app, grace: grace.promise, observe: () => undefined })
  const unready = await call(`${app.origin}/readyz`)
  assert.equal(unready.status, 503)
  assert.equal(errorOf(unready).code, 'service_unavailable')
  assert.equal(unready.headers['connection'], 'close')
  const other = await app.call('/pets')
  assert.equal(other.status, 200)
  assert.equal(other.headers['connection'], 'close')
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
