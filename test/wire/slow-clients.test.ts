import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { startApp, type TestApp } from '../helpers/app.ts'
import { poll } from '../helpers/poll.ts'
import { creation, head, petJson } from './case.ts'
import { parseAnswers, type RawAnswer, until } from './exchange.ts'
import { checkAnswer, shownAnswer } from './run-case.ts'
import { addPet } from '../helpers/storage.ts'

/** Short enough for a test, long enough for a busy machine to tell them apart. */
const wireTimes = {
  headersTimeout: 1_200,
  requestTimeout: 2_000,
  responseTimeout: 2_500,
  keepAliveTimeout: 200,
  lingerTimeout: 400,
  checkInterval: 50,
}

/** Milliseconds until the test stops waiting. */
const patience = 60_000

/** A client that sends and reads each byte on command. */
type Client = {
  readonly socket: Socket
  readonly answers: () => readonly RawAnswer[]
  readonly isClosed: () => boolean
}

const connectTo = async (t: TestContext, { port }: TestApp): Promise<Client> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  let bytes = ''
  let isClosed = false
  socket.on('data', (chunk: Buffer) => (bytes += chunk.toString('latin1')))
  for (const event of ['end', 'close', 'error'] as const) socket.on(event, () => (isClosed = true))
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  return { socket, answers: () => parseAnswers(bytes), isClosed: () => isClosed }
}

/** Sends a byte at a time until the other side closes. */
const dribble = (t: TestContext, { socket }: Client, text: string): void => {
  let at = 0
  const timer = setInterval(() => {
    if (socket.writable) socket.write(text.charAt(at % text.length))
    at += 1
  }, 20)
  t.after(() => clearInterval(timer))
}

const connectionsOf = async ({ app }: TestApp): Promise<number> =>
  await new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })

const refusedAs = async (client: Client, answer: string): Promise<void> => {
  await until(client.isClosed, patience)
  assert.ok(client.isClosed())
  assert.deepEqual(client.answers().map(shownAnswer), [answer])
  for (const each of client.answers()) checkAnswer(each, false)
}

suite('Slow, greedy and silent clients', { concurrency: true }, () => {
  for (const [what, start, more] of [
    ['headers that come a byte at a time', 'GET /v1/pets HTTP/1.1\r\nHost: a\r\nA: ', 'b'],
    ['a request line that comes a byte at a time', 'GET /v1/', 'a'],
    ['headers that stop', 'GET /v1/pets HTTP/1.1\r\nHost: a\r\n', ''],
    ['a request line of HTTP/0.9 and silence', 'GET /v1/pets\r\n', ''],
  ] as const) {
    test(`${what} are answered 408, and the connection is closed`, async (t) => {
      const app = await startApp(t, { wireTimes })
      const client = await connectTo(t, app)
      client.socket.write(start)
      if (more !== '') dribble(t, client, more)
      await refusedAs(client, '408 request_timeout')
    })
  }

  for (const [what, fields, start, more] of [
    ['a body that comes a byte at a time', 'Content-Length: 2000', '{', ' '],
    ['a body that never comes', 'Content-Length: 27', '', ''],
    ['a body whose last byte never comes', 'Content-Length: 28', petJson, ''],
    ['chunks of one byte', 'Transfer-Encoding: chunked', '', '1\r\n \r\n'],
    ['a chunk of 2^64 - 1 bytes', 'Transfer-Encoding: chunked', 'ffffffffffffffff\r\n', ' '],
    ['a chunk size of endless zeros', 'Transfer-Encoding: chunked', '0', '0'],
  ] as const) {
    test(`${what}: answered 408 with the quota of the key, and the connection is closed`, async (t) => {
      const app = await startApp(t, { wireTimes })
      const client = await connectTo(t, app)
      client.socket.write(creation(app.key, start, fields))
      if (more !== '') dribble(t, client, more)
      await refusedAs(client, '408 request_timeout')
      assert.equal(client.answers()[0]?.headers.get('x-ratelimit-limit'), '1000000')
    })
  }

  test('a body that goes on after its request was refused is cut off', async (t) => {
    const app = await startApp(t, { wireTimes })
    const client = await connectTo(t, app)
    client.socket.write(creation('wrong', '', 'Content-Length: 2000'))
    dribble(t, client, ' ')
    await refusedAs(client, '401 invalid_api_key')
  })

  test('a client that goes on sending after a refusal is cut off', async (t) => {
    const app = await startApp(t, { wireTimes })
    const client = await connectTo(t, app)
    client.socket.write('nonsense\r\n\r\n')
    dribble(t, client, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await refusedAs(client, '400 malformed_request')
    // The connection ends after its answer, when the linger time is over.
    assert.equal(client.socket.writable, true)
    await poll(async () => ((await connectionsOf(app)) === 0 ? true : undefined))
  })

  test('empty lines without end are refused, not waited for', async (t) => {
    // Their number must cause the refusal, so the time must not end first even on a busy machine.
    const app = await startApp(t, {
      wireTimes: { ...wireTimes, headersTimeout: 6_000, requestTimeout: 6_000 },
    })
    const client = await connectTo(t, app)
    dribble(t, client, '\r\n')
    await refusedAs(client, '400 malformed_request')
  })

  test('a connection on which nothing is sent is closed without an answer, and costs no quota', async (t) => {
    const app = await startApp(t, { wireTimes })
    const client = await connectTo(t, app)
    await until(client.isClosed, patience)
    assert.ok(client.isClosed())
    assert.deepEqual(client.answers(), [])
    // A busy machine may close this connection too before its bytes arrive.
    const { headers } = await poll(
      async () => await app.call('/pets', { key: undefined }).catch(() => undefined),
    )
    assert.equal(headers['x-ratelimit-remaining'], '59')
  })

  test('a connection that is idle after an answer is closed', async (t) => {
    const app = await startApp(t, { wireTimes })
    const client = await connectTo(t, app)
    client.socket.write(head('GET /v1/pets HTTP/1.1', app.key))
    await until(client.isClosed, patience)
    assert.ok(client.isClosed())
    assert.deepEqual(client.answers().map(shownAnswer), ['200'])
  })

  for (const [what, fields] of [
    ['an ordinary request', []],
    ['a request with a field that is not plain', ['TE: x']],
  ] as const) {
    test(`${what} whose answer does not come in time: its connection is closed`, async (t) => {
      const app = await startApp(t, { wireTimes })
      app.app.connections.hold()
      const client = await connectTo(t, app)
      client.socket.write(head('GET /v1/pets HTTP/1.1', app.key, ...fields))
      await until(client.isClosed, patience)
      assert.ok(client.isClosed())
      assert.deepEqual(client.answers(), [])
    })
  }

  test('a client that never reads is closed, and is not answered without end before', async (t) => {
    const app = await startApp(t, { wireTimes })
    const big = 'x'.repeat(150)
    for (let n = 0; n < 100; n += 1) {
      await addPet(app.storage, { name: big, categoryId: 1n, status: 'available' })
    }
    const client = await connectTo(t, app)
    client.socket.pause()
    const requests = head('GET /v1/pets?limit=100 HTTP/1.1', app.key).repeat(200)
    const sending = setInterval(() => {
      if (client.socket.writable && client.socket.writableLength < 1_000_000)
        client.socket.write(requests)
    }, 10)
    t.after(() => clearInterval(sending))
    await poll(async () => ((await connectionsOf(app)) === 0 ? true : undefined))
    // 20 KB an answer: what the kernel and the sockets buffer is a few MB.
    const answered = app.observations.filter(({ kind }) => kind === 'request').length
    assert.ok(answered < 2_000, `${answered} requests were answered for nobody`)
  })

  test('connections over the limit are closed at once, and the others go on', async (t) => {
    const app = await startApp(t, { wireTimes: { connections: 2 } })
    const first = await connectTo(t, app)
    const second = await connectTo(t, app)
    first.socket.write(head('GET /v1/pets HTTP/1.1', app.key))
    second.socket.write(head('GET /v1/pets HTTP/1.1', app.key))
    await until(() => first.answers().length + second.answers().length === 2, patience)
    const third = await connectTo(t, app)
    await until(third.isClosed, patience)
    assert.ok(third.isClosed())
    assert.deepEqual(third.answers(), [])
    first.socket.write(head('GET /v1/pets HTTP/1.1', app.key))
    await until(() => first.answers().length === 2, patience)
    assert.deepEqual(first.answers().map(shownAnswer), ['200', '200'])
  })
})
