import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { serveMetrics } from '../../src/observability/metrics-server.ts'

test('of many requests that one connection sends at once, the metrics are written for the first alone', async (t) => {
  let made = 0
  const make = async (): Promise<string> => {
    made += 1
    return 'petstore_up 1\n'
  }
  const server = await serveMetrics('127.0.0.1', 0, async () => ({
    '/metrics': { type: 'text/plain', make },
  }))
  t.after(() => server.close())
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port) })
  socket.write('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100))
  const answers = await text(socket)
  assert.match(answers, /^HTTP\/1\.1 200 OK\r\n/)
  assert.match(answers, /petstore_up 1/)
  assert.equal(made, 1)
})
