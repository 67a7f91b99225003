import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { sendLoad } from '../../bench/load.ts'

test('the load generator counts answers, refusals and requests without an answer', async (t) => {
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    if (request.url === '/lost') request.socket.destroy()
    else
      response.writeHead(request.url === '/refused' ? 429 : 200, { 'Content-Length': 2 }).end('ok')
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const send = async (path: string) => {
    asked = 0
    const load = { connections: 4, headers: {}, requests: [{ method: 'GET', path }] } as const
    return await sendLoad('node', port, load, 0.1)
  }
  const taken = await send('/taken')
  assert.deepEqual([taken.requests, taken.refused, taken.failed], [asked, 0, 0])
  assert.ok(taken.requests > 4 && taken.p50 > 0 && taken.p99 >= taken.p50)
  const refused = await send('/refused')
  assert.deepEqual([refused.requests, refused.refused, refused.failed], [asked, asked, 0])
  const lost = await send('/lost')
  assert.deepEqual([lost.requests, lost.failed], [0, 4])
})
