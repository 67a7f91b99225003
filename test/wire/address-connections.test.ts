import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { startApp, type TestApp } from '../helpers/app.ts'
import { poll } from '../helpers/poll.ts'

const most = 3

/** Opens a connection and asks; resolves with the status, or with undefined if it was closed without an answer. */
const ask = async (
  t: TestContext,
  { port }: TestApp,
  localAddress: string,
): Promise<{ readonly socket: Socket; readonly status: string | undefined }> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  // Some of them are expected to be closed or reset.
  socket.on('error', () => undefined)
  t.after(() => socket.destroy())
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
  let status: string | undefined
  socket.on('data', (bytes: Buffer) => (status ??= bytes.toString('latin1', 9, 12)))
  await Promise.race([once(socket, 'data'), once(socket, 'close')].map(async (each) => await each))
  return { socket, status }
}

test('one connection more of an address than it may have is closed, and other addresses are served', async (t) => {
  const app = await startApp(t, { wireTimes: { connectionsOfAddress: most } })
  const sockets: Socket[] = []
  for (let n = 0; n < most; n += 1) {
    const { socket, status } = await ask(t, app, '127.0.0.1')
    sockets.push(socket)
    assert.equal(status, '200')
  }
  assert.equal((await ask(t, app, '127.0.0.1')).status, undefined)
  assert.equal((await ask(t, app, '127.0.0.2')).status, '200')
  // Once one is closed, another can connect.
  sockets[0]?.destroy()
  const { status } = await poll(async () => {
    const asked = await ask(t, app, '127.0.0.1')
    return asked.status === undefined ? undefined : asked
  })
  assert.equal(status, '200')
})

test('a trusted proxy may have as many connections as there are', async (t) => {
  const app = await startApp(t, {
    wireTimes: { connectionsOfAddress: most },
    trustedProxies: ['127.0.0.0/8'],
  })
  for (let n = 0; n < 2 * most; n += 1) {
    assert.equal((await ask(t, app, '127.0.0.1')).status, '200')
  }
})
