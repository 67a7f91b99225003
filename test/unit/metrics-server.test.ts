import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { serveMetrics } from '../../src/observe/metrics-server.ts'

/** Serves metrics, and returns what sends bytes to them and reads all that is answered. */
const setUp = async (t: TestContext, names: readonly string[] = []) => {
  let made = 0
  const make = async (): Promise<string> => {
    made += 1
    return 'petstore_up 1\n'
  }
  const server = await serveMetrics({ host: '127.0.0.1', port: 0, names }, async () => ({
    '/metrics': { type: 'text/plain', make },
  }))
  t.after(() => server.close())
  const send = async (request: string): Promise<string> => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port) })
    socket.write(request)
    return await text(socket)
  }
  return { send, made: () => made }
}

test('of many requests that one connection sends at once, the metrics are written for the first alone', async (t) => {
  const { send, made } = await setUp(t)
  const answers = await send('GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100))
  assert.match(answers, /^HTTP\/1\.1 200 OK\r\n[^]*petstore_up 1/)
  assert.equal(made(), 1)
})

test('only addresses, localhost and the names that are set lead to the metrics', async (t) => {
  const { send } = await setUp(t, ['metrics.example.com'])
  for (const [host, status] of [
    ['127.0.0.1:9464', 200],
    ['[::1]:9464', 200],
    ['localhost', 200],
    ['LOCALHOST:9464', 200],
    ['metrics.example.com:9464', 200],
    ['Metrics.Example.com', 200],
    ['evil.example.com:9464', 421],
    ['127.0.0.1.evil.example.com', 421],
    ['localhost.evil.example.com', 421],
    ['localhost@evil.example.com', 421],
  ] as const) {
    const received = await send(`GET /metrics HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    assert.match(received, new RegExp(`^HTTP/1\\.1 ${status} `), host)
    assert.equal(received.includes('petstore_up'), status === 200, host)
  }
  assert.match(await send('GET /metrics HTTP/1.0\r\n\r\n'), /petstore_up 1/)
})
