import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { makeAuthority } from '../helpers/certificates.ts'
import { bodyOf, localSender, startRawReceiver, startReceiver } from '../helpers/receiver.ts'

const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
const event = JSON.stringify({
  id: 17,
  type: 'pet.deleted',
  timestamp: '2026-11-20T12:00:00.000Z',
  data: { pet: { id: 1, name: 'Rex', categoryId: 3, status: 'available' } },
})
const message = (url: string) => ({ url, secrets, id: 'evt_17', body: event })
const authority = makeAuthority()

type Receiver = { readonly port: number }
type SenderParts = Parameters<typeof localSender>[1]

/** Sends the message to a receiver by http. */
const sendTo = async (t: TestContext, { port }: Receiver, parts?: SenderParts) =>
  await localSender(t, parts).send(message(`http://receiver.example:${port}/`))

/** Sends it by https, to a receiver with a certificate of the authority that is trusted. */
const sendSafely = async (
  t: TestContext,
  { port }: Receiver,
  parts?: SenderParts,
  host = 'receiver.example',
) =>
  await localSender(t, { ca: authority.cert, ...parts }).send(message(`https://${host}:${port}/`))

test('a receiver with the verifier of Standard Webhooks takes a message by https', async (t) => {
  const verifier = new Webhook(secrets[0] ?? '')
  const seen: IncomingMessage[] = []
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    seen.push(request)
    verifier.verify(await bodyOf(request), request.headers as Record<string, string>)
    response.writeHead(204).end()
  }
  const certificate = authority.issue(['receiver.example'])
  const receiver = await startReceiver(t, (...given) => void take(...given), certificate)
  const { send } = localSender(t, { ca: authority.cert })
  const before = Date.now()
  const { result, status, at, duration } = await send(
    message(`https://receiver.example:${receiver.port}/hook?a=b`),
  )
  assert.deepEqual([result, status], ['delivered', 204])
  assert.ok(at >= before && duration >= 0 && Number.isInteger(duration))
  const [{ url, headers } = assert.fail()] = seen
  assert.equal(url, '/hook?a=b')
  assert.equal(headers.host, `receiver.example:${receiver.port}`)
  assert.equal(headers['webhook-id'], 'evt_17')
  assert.match(headers['user-agent'] ?? '', /^petstore-webhooks\/\d/)
})

for (const [status, result, body] of [
  [200, 'delivered', 'words'],
  [299, 'delivered', 'words'],
  [300, 'status', 'words'],
  [304, 'status', ''],
  [410, 'status', 'words'],
  [500, 'status', 'words'],
] as const) {
  test(`an answer of ${status} is a result of ${result}, with the beginning of its body`, async (t) => {
    const receiver = await startReceiver(t, (_, response) => {
      response.writeHead(status, { 'retry-after': '7' }).end(body)
    })
    const { at: _at, duration: _duration, ...attempt } = await sendTo(t, receiver)
    assert.deepEqual(attempt, { result, status, body, retryAfter: 7_000 })
  })
}

test('of an answer of 10 MB the first KiB is kept, and the connection is closed', async (t) => {
  const closed = Promise.withResolvers<void>()
  let chunks = 0
  const receiver = await startRawReceiver(t, (socket) => {
    socket.once('close', closed.resolve)
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10485760\r\n\r\n')
    const more = (): void => {
      chunks += 1
      socket.write('é'.repeat(32_768), (error) => {
        if (!error) more()
      })
    }
    more()
  })
  const attempt = await sendTo(t, receiver)
  assert.equal(attempt.result, 'delivered')
  assert.equal(attempt.body, 'é'.repeat(512))
  await closed.promise
  assert.ok(chunks * 65_536 < 10_485_760)
})

test('a character that the bound cuts is left out, and bytes that are no UTF-8 are marked', async (t) => {
  const receiver = await startReceiver(t, (_, response) => {
    response.end(Buffer.concat([Buffer.from([0xff]), Buffer.from('€'.repeat(400))]))
  })
  const attempt = await sendTo(t, receiver)
  assert.equal(attempt.body, `\ufffd${'€'.repeat(341)}`)
})

/** Answers again and again what makes no answer. */
const without =
  (beginning: string, more: string): Taking =>
  (socket) => {
    socket.write(beginning)
    const go = (): void => {
      while (socket.write(more));
      socket.once('drain', go)
    }
    go()
  }
type Taking = (socket: Socket) => unknown

const saying =
  (text: string): Taking =>
  (socket) =>
    socket.write(text)
const ending =
  (text: string): Taking =>
  (socket) =>
    socket.end(text)
const onData =
  (take: Taking): Taking =>
  (socket) =>
    socket.once('data', () => take(socket))

/** Receivers whose answers are none: by the result and its reason, what they do with a connection. */
const faulty: ReadonlyArray<readonly [string, RegExp, Readonly<Record<string, Taking>>]> = [
  [
    'timeout',
    /^No answer within/,
    {
      'never answers': () => undefined,
      'drips a header': (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        const timer = setInterval(() => socket.write('a'), 10)
        socket.once('close', () => clearInterval(timer))
      },
    },
  ],
  [
    'connection',
    /closed the connection/,
    {
      'closes at once': (socket) => socket.destroy(),
      'resets after the request': onData((socket) => socket.resetAndDestroy()),
      'closes half way through its headers': ending('HTTP/1.1 200 OK\r\nContent-Le'),
      'ends its side without an answer': (socket) => socket.end(),
    },
  ],
  [
    'protocol',
    /not a valid HTTP/,
    {
      'speaks another protocol': saying('SSH-2.0-OpenSSH_9.9\r\n'),
      'sends headers without end': without('HTTP/1.1 200 OK\r\n', `a: ${'b'.repeat(1_000)}\r\n`),
      'sends interim answers without end': without('', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
      'switches protocols': saying(
        'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      ),
      'has two lengths': saying(
        'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      ),
      ...Object.fromEntries(
        ['0', '000', '001', '99', '099', '101', '1000'].map((status) => [
          `answers with the status ${status}`,
          saying(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`),
        ]),
      ),
    },
  ],
]

for (const [result, wanted, takings] of faulty) {
  for (const [what, take] of Object.entries(takings)) {
    test(`a receiver that ${what} is a failure with a plain reason, and its connection is closed`, async (t) => {
      const closed = Promise.withResolvers<void>()
      const receiver = await startRawReceiver(t, (socket) => {
        socket.once('close', () => closed.resolve())
        take(socket)
      })
      const longest = result === 'timeout' ? 200 : 60_000
      const { reason, status, body, ...attempt } = await sendTo(t, receiver, { longest })
      assert.deepEqual([attempt.result, status, body], [result, undefined, undefined])
      assert.match(reason ?? '', wanted)
      await closed.promise
    })
  }
}

test('a receiver whose body drips, ends early or breaks off has answered: its status decides', async (t) => {
  const head = 'HTTP/1.1 200 OK\r\n'
  const long = `${head}Content-Length: 100\r\n\r\nabc`
  const broken = `${head}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nxyz\r\n`
  for (const take of [saying(long), ending(long), saying(broken)]) {
    const receiver = await startRawReceiver(t, onData(take))
    const attempt = await sendTo(t, receiver, { longest: 1_500 })
    assert.deepEqual([attempt.result, attempt.status, attempt.body], ['delivered', 200, 'abc'])
  }
})

for (const [what, certificate, reason] of [
  [
    'of an unknown authority',
    makeAuthority().issue(['receiver.example']),
    /UNABLE_TO_VERIFY_LEAF_SIGNATURE/,
  ],
  ['for another host', authority.issue(['other.example']), /the certificate is for another host/],
  ['that is over', authority.issue(['receiver.example'], Date.now() - 60_000), /CERT_HAS_EXPIRED/],
] as const) {
  test(`a certificate ${what} is refused, and nothing is sent`, async (t) => {
    let requests = 0
    const receiver = await startReceiver(t, () => (requests += 1), certificate)
    const attempt = await sendSafely(t, receiver)
    assert.equal(attempt.result, 'tls')
    assert.match(attempt.reason ?? '', reason)
    assert.equal(requests, 0)
  })
}

test('a receiver without TLS, or one that never ends its handshake, is a failure of TLS or of time', async (t) => {
  const plain = await startReceiver(t, (_, response) => response.end())
  assert.equal((await sendSafely(t, plain)).result, 'tls')
  const silent = await startRawReceiver(t, () => undefined)
  const other = await sendSafely(t, silent, { connect: 100 })
  assert.deepEqual([other.result, other.reason], ['timeout', 'No connection within 0.1 seconds.'])
})

test('a certificate for an address serves a URL with that address', async (t) => {
  const certificate = authority.issue(['127.0.0.1'])
  const receiver = await startReceiver(t, (_, response) => response.end(), certificate)
  assert.equal((await sendSafely(t, receiver, {}, '127.0.0.1')).result, 'delivered')
})

test('a name server that never answers takes the time of a connection, no more', async (t) => {
  const { send } = localSender(t, { connect: 50, resolve: async () => await new Promise(() => {}) })
  const attempt = await send(message('https://receiver.example/'))
  assert.equal(attempt.reason, 'No connection within 0.05 seconds.')
})

test('a closed port is told by its code, without an address, and the next address of the name is tried', async (t) => {
  const receiver = await startReceiver(t, (_, response) => response.end())
  const refused = await sendTo(t, receiver, { resolve: async () => ['127.0.0.2', '127.0.0.3'] })
  assert.deepEqual([refused.result, refused.reason], ['connection', 'No connection: ECONNREFUSED.'])
  const next = await sendTo(t, receiver, { resolve: async () => ['127.0.0.2', '127.0.0.1'] })
  assert.equal(next.result, 'delivered')
})

for (const [what, options, connections] of [
  ['one connection takes one message after the other, and is looked up once', {}, 1],
  ['no connection is kept beyond the bound', { maxOpen: 0 }, 3],
] as const) {
  test(what, async (t) => {
    const receiver = await startReceiver(t, (_, response) => response.end('ok'))
    const { send, lookups } = localSender(t, options)
    for (let count = 0; count < 3; count += 1) {
      const attempt = await send(message(`http://receiver.example:${receiver.port}/`))
      assert.equal(attempt.result, 'delivered')
    }
    assert.deepEqual([receiver.connections(), lookups()], [connections, connections])
  })
}

test('a message over a kept connection that the receiver has closed goes over a new one, once', async (t) => {
  let requests = 0
  const receiver = await startRawReceiver(t, (socket) => {
    let first = true
    socket.on('data', () => {
      requests += 1
      // The second message over a connection finds it closed.
      if (first) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      else socket.destroy()
      first = false
    })
  })
  const { send } = localSender(t)
  const url = `http://receiver.example:${receiver.port}/`
  assert.equal((await send(message(url))).result, 'delivered')
  assert.equal((await send(message(url))).result, 'delivered')
  assert.deepEqual([requests, receiver.connections()], [3, 2])
})
