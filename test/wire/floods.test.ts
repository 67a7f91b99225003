import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { it, startApp, type TestApp } from '../helpers/app.ts'
import { poll } from '../helpers/poll.ts'
import { counted, head } from './case.ts'
import { wireCases } from './cases/index.ts'
import { connectTo, untilDeserted } from './exchange.ts'
import { runCase } from './run-case.ts'

setFlagsFromString('--expose-gc')
// Contexts that are made from now on have the function.
const collect = runInNewContext('gc') as () => void

const packetBytes = 64 * 1_024

/** 64 KiB of a request, again and again. */
const packetOf = (request: string): string =>
  request.repeat(Math.ceil(packetBytes / request.length)).slice(0, packetBytes)

const openAll = async (
  t: TestContext,
  { port }: TestApp,
  count: number,
): Promise<readonly Socket[]> =>
  await Promise.all(
    Array.from({ length: count }, async () => (await connectTo(t, port)).socket.pause()),
  )

const servedOf = ({ observations }: TestApp): number =>
  observations.filter(({ kind }) => kind === 'request').length

const heapOf = (): number => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const floods = {
  'HEAD /healthz, again and again': 'HEAD /healthz HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /healthz in packets that end in the middle':
    'GET /healthz HTTP/1.1\r\nHost: a\r\nX: 1\r\n\r\n',
  'GET /healthz with a field that is not plain':
    'GET /healthz HTTP/1.1\r\nHost: a\r\nTE: x\r\n\r\n',
} as const

suite('Floods', () => {
  for (const [what, request] of Object.entries(floods)) {
    it(`beside ${what} a client is answered before a fifth of what the flood asked for`, async (app, t) => {
      const flooding = await openAll(t, app, 8)
      const client = await connectTo(t, app.port)
      for (const socket of flooding) {
        socket.resume()
        socket.write(packetOf(request))
      }
      // Sent in one turn, so all of it has arrived when the service reads for the first time.
      client.socket.write(counted()(app.key))
      const [answer] = await once(client.socket, 'data')
      assert.match(String(answer), /^HTTP\/1\.1 201 /)
      const asked = 8 * Math.floor(packetBytes / request.length)
      const served = servedOf(app)
      assert.ok(served < asked / 5, `${served} of ${asked} were served before it`)
    })
  }

  it('what is never read is not answered without end, and holds little memory', async (app, t) => {
    const count = 60
    const sockets = await openAll(t, app, count)
    app.observations.length = 0
    const before = heapOf()
    for (const socket of sockets) {
      socket.write(packetOf('GET /openapi.json HTTP/1.1\r\nHost: a\r\nTE: x\r\n\r\n'))
    }
    // It stops growing once every connection waits for its client.
    let served = -1
    await poll(async () => {
      const now = servedOf(app)
      const stands = now === served && now >= count
      served = now
      return stands ? true : undefined
    })
    app.observations.length = 0
    const grown = heapOf() - before
    const each = Math.round(grown / count / 1_024)
    // 64 KiB of read bytes, 32 KiB of answers and one more answer, and the buffers of both ends.
    assert.ok(each < 600, `${each} KiB for each connection`)
    t.diagnostic(`${served} answers, ${each} KiB for each connection`)
    const { status } = await app.call('/pets')
    assert.equal(status, 200)
  })

  it('work for a connection that has gone ends with it', async (app, t) => {
    const sockets = await openAll(t, app, 8)
    const request = head('HEAD /v1/pets?limit=100 HTTP/1.1')(app.key)
    for (const socket of sockets) socket.write(packetOf(request))
    await poll(async () => servedOf(app) > 0)
    for (const socket of sockets) socket.resetAndDestroy()
    await poll(async () => app.app.connections.count === 0)
    const served = servedOf(app)
    const asked = 8 * Math.floor(packetBytes / request.length)
    assert.ok(served < asked, `${served} of ${asked} were served`)
    assert.equal((await app.call('/pets')).status, 200)
    assert.equal(servedOf(app), served + 1, 'nothing is served for those that have gone')
  })

  // Cases that send a byte at a time take long, and leave no more memory behind than others.
  const quick = Object.values(wireCases)
    .flat()
    .filter(({ packets }) => packets('key').length < 20)

  test('after all of the table, again and again, memory and open sockets are where they were', async (t) => {
    const app = await startApp(t, { wireTimes: { lingerTimeout: 100, keepAliveTimeout: 100 } })
    /** Sends every case, and returns the bytes of the heap once all work has ended. */
    const round = async (): Promise<number> => {
      const waiting = [...quick]
      const worker = async (): Promise<void> => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          await runCase(next, app.port, app.key)
        }
      }
      await Promise.all(Array.from({ length: 16 }, worker))
      await untilDeserted(app)
      app.observations.length = 0
      // The timers of closed connections free their memory when they end.
      await wait(50)
      collect()
      return process.memoryUsage().heapUsed
    }
    // The first rounds compile, fill caches, and make the buffers that are kept.
    for (let warm = 0; warm < 2; warm += 1) await round()
    const before = await round()
    let after = before
    for (let again = 0; again < 3; again += 1) after = await round()
    const grown = Math.round((after - before) / 1_024)
    // Three rounds are 700 connections; 1 KiB left behind by each would be 700 KiB.
    assert.ok(grown < 700, `the heap has grown by ${grown} KiB`)
    t.diagnostic(`${quick.length * 3} connections: the heap has grown by ${grown} KiB`)
  })
})
