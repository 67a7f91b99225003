import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { startApp, type TestApp, testOf } from '../helpers/app.ts'
import { poll } from '../helpers/poll.ts'
import { creation, get, head, petJson } from './case.ts'
import { type Client, connectTo, until, untilDeserted } from './exchange.ts'
import { checkAnswers, shownAnswer } from './run-case.ts'
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

/** Sends a byte at a time until the other side closes. */
const dribble = (t: TestContext, { socket }: Client, text: string): void => {
  let at = 0
  const timer = setInterval(() => {
    if (socket.writable) socket.write(text.charAt(at % text.length))
    at += 1
  }, 20)
  t.after(() => clearInterval(timer))
}

/** Waits until a client is closed. It has got these answers. */
const untilClosed = async (client: Client, ...answers: readonly string[]): Promise<void> => {
  await until(client.isClosed)
  assert.ok(client.isClosed())
  assert.deepEqual(client.answers().map(shownAnswer), answers)
}

/** The same of a request that was refused. */
const refusedAs = async (client: Client, answer: string, sent = ''): Promise<void> => {
  await untilClosed(client, answer)
  checkAnswers(sent, client.answers())
}

/** What is sent with a key, and what follows a byte at a time, if anything does. */
type Slow = readonly [what: string, start: (key: string) => string, more?: string]

/** Tests a client that has sent nothing yet. */
const it = testOf(async (t) => {
  const app = await startApp(t, { wireTimes })
  return { app, client: await connectTo(t, app.port, { allowHalfOpen: true }) }
})

suite('Slow, greedy and silent clients', { concurrency: true }, () => {
  for (const [what, start, more] of [
    ['headers that come a byte at a time', () => 'GET /v1/pets HTTP/1.1\r\nHost: a\r\nA: ', 'b'],
    ['a request line that comes a byte at a time', () => 'GET /v1/', 'a'],
    ['headers that stop', () => 'GET /v1/pets HTTP/1.1\r\nHost: a\r\n'],
    ['a request line of HTTP/0.9 and silence', () => 'GET /v1/pets\r\n'],
    ['a body that comes a byte at a time', creation('{', 'Content-Length: 2000'), ' '],
    ['a body that never comes', creation('', 'Content-Length: 27')],
    ['a body whose last byte never comes', creation(petJson, 'Content-Length: 28')],
    ['chunks of one byte', creation('', 'Transfer-Encoding: chunked'), '1\r\n \r\n'],
    [
      'a chunk of 2^64 - 1 bytes',
      creation('ffffffffffffffff\r\n', 'Transfer-Encoding: chunked'),
      ' ',
    ],
    ['a chunk size of endless zeros', creation('0', 'Transfer-Encoding: chunked'), '0'],
  ] satisfies readonly Slow[]) {
    it(`${what} are answered 408, and the connection is closed`, async ({ app, client }, t) => {
      const sent = start(app.key)
      client.socket.write(sent)
      if (more !== undefined) dribble(t, client, more)
      await refusedAs(client, '408 request_timeout', sent)
      // Once the headers are there, the quota is that of the key.
      const limit = client.answers()[0]?.headers['x-ratelimit-limit']
      assert.equal(limit, sent.startsWith('POST') ? '1000000' : '60')
    })
  }

  it('a body that goes on after its request was refused is cut off', async ({ client }, t) => {
    client.socket.write(creation('', 'Content-Length: 2000')('wrong'))
    dribble(t, client, ' ')
    await refusedAs(client, '401 invalid_api_key')
  })

  it('a client that goes on sending after a refusal is cut off', async ({ app, client }, t) => {
    client.socket.write('nonsense\r\n\r\n')
    dribble(t, client, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await refusedAs(client, '400 malformed_request')
    await untilDeserted(app)
  })

  test('empty lines without end are refused, not waited for', async (t) => {
    // Their number must cause the refusal, so the time must not end first even on a busy machine.
    const app = await startApp(t, {
      wireTimes: { ...wireTimes, headersTimeout: 6_000, requestTimeout: 6_000 },
    })
    const client = await connectTo(t, app.port)
    dribble(t, client, '\r\n')
    await refusedAs(client, '400 malformed_request')
  })

  it('a connection on which nothing is sent is closed without an answer, and costs no quota', async ({
    app,
    client,
  }) => {
    await untilClosed(client)
    // A busy machine may close this connection too before its bytes arrive.
    const { headers } = await poll(
      async () => await app.call('/pets', { key: undefined }).catch(() => undefined),
    )
    assert.equal(headers['x-ratelimit-remaining'], '59')
  })

  it('a connection that is idle after an answer is closed', async ({ app, client }) => {
    client.socket.write(get()(app.key))
    await untilClosed(client, '200')
  })

  for (const [what, fields] of [
    ['an ordinary request', []],
    ['a request with a field that is not plain', ['TE: x']],
  ] as const) {
    test(`${what} whose answer does not come in time: its connection is closed`, async (t) => {
      const app = await startApp(t, { wireTimes })
      app.app.connections.hold()
      const client = await connectTo(t, app.port)
      client.socket.write(get(...fields)(app.key))
      await untilClosed(client)
    })
  }

  test('a client that never reads is closed, and is not answered without end before', async (t) => {
    const app = await startApp(t, { wireTimes })
    const big = 'x'.repeat(150)
    for (let n = 0; n < 100; n += 1) {
      await addPet(app.storage, { name: big, categoryId: 1n, status: 'available' })
    }
    const client = await connectTo(t, app.port)
    client.socket.pause()
    const requests = head('GET /v1/pets?limit=100 HTTP/1.1')(app.key).repeat(200)
    const sending = setInterval(() => {
      if (client.socket.writable && client.socket.writableLength < 1_000_000)
        client.socket.write(requests)
    }, 10)
    t.after(() => clearInterval(sending))
    await untilDeserted(app)
    // 20 KB an answer: what the kernel and the sockets buffer is a few MB.
    const answered = app.observations.filter(({ kind }) => kind === 'request').length
    assert.ok(answered < 2_000, `${answered} requests were answered for nobody`)
  })

  const most = 3

  /** What an address is answered over one connection more; undefined if that is closed. */
  const ask = async (t: TestContext, { port }: TestApp, localAddress = '127.0.0.1') => {
    const { socket, answers, isClosed } = await connectTo(t, port, { localAddress })
    const again = async () => {
      const before = answers().length
      socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
      await until(() => isClosed() || answers().length > before)
      return answers()[before]?.status
    }
    return { socket, again, status: await again() }
  }

  for (const [what, bound, elsewhere] of [
    ['than there may be is closed at once', { connections: most }, undefined],
    [
      'of an address than it may have is closed, and other addresses are served',
      { connectionsOfAddress: most },
      200,
    ],
  ] as const) {
    test(`one connection more ${what}; the others go on`, async (t) => {
      const app = await startApp(t, { wireTimes: bound })
      const [first, ...others] = [await ask(t, app), await ask(t, app), await ask(t, app)]
      assert.equal((await ask(t, app)).status, undefined)
      assert.equal((await ask(t, app, '127.0.0.2')).status, elsewhere)
      for (const { status, again } of [first, ...others])
        assert.deepEqual([status, await again()], [200, 200])
      // Once one is closed, another can connect.
      first?.socket.destroy()
      await poll(async () => (await ask(t, app)).status === 200)
    })
  }

  test('a trusted proxy may have as many connections as there are', async (t) => {
    const app = await startApp(t, {
      wireTimes: { connectionsOfAddress: most },
      trustedProxies: ['127.0.0.0/8'],
    })
    for (let n = 0; n < 2 * most; n += 1) assert.equal((await ask(t, app)).status, 200)
  })
})
