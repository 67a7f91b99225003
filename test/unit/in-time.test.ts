import assert from 'node:assert/strict'
import net from 'node:net'
import { once } from 'node:events'
import { test } from 'node:test'
import { LateAnswer, inTime } from '../../src/base/in-time.ts'

test('an answer that came while the thread was busy is in time', async (t) => {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const asking = net.connect(address.port, '127.0.0.1')
  const [answering] = (await once(server, 'connection')) as [net.Socket]
  t.after(() => [asking, answering].map((socket) => socket.destroy()) && server.close())

  const answered = inTime(once(asking, 'data'), 1)
  answering.write('answer')
  const busyUntil = performance.now() + 50
  while (performance.now() < busyUntil);
  assert.deepEqual(await answered, [Buffer.from('answer')])
})

test('an answer that does not come is late', async () => {
  await assert.rejects(inTime(new Promise(() => {}), 1), LateAnswer)
})
