import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
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

/** Sends the message to a receiver by http. */
const sendTo = async (
  t: TestContext,
  { port }: { readonly port: number },
  options: Parameters<typeof localSender>[1] = {},
) => await localSender(t, options).send(message(`http://receiver.example:${port}/`))

/** Sends it by https, to a receiver with a certificate of the authority that is trusted. */
const sendSafely = async (
  t: TestContext,
  { port }: { readonly port: number },
  options: Parameters<typeof localSender>[1] = {},
  host = 'receiver.example',
) =>
  await localSender(t, { ca: authority.cert, ...options }).send(message(`https://${host}:${port}/`))

test('a receiver with the verifier of Standard Webhooks takes a message by https', async (t) => {
  const verifier = new Webhook(secrets[0] ?? '')
  const seen: IncomingHttpHeaders[] = []
  const receiver = await startReceiver(
    t,
    (request, response) => {
      const take = async (): Promise<void> => {
        seen.push({ ...request.headers, ':path': request.url })
        verifier.verify(await bodyOf(request), request.headers as Record<string, string>)
        response.writeHead(204).end()
      }
      void take()
    },
    authority.issue(['receiver.example']),
  )
  const { send } = localSender(t, { ca: authority.cert })
  const before = Date.now()
  const attempt = await send(message(`https://receiver.example:${receiver.port}/hook?a=b`))
  assert.equal(attempt.result, 'delivered')
  assert.equal(attempt.status, 204)
  assert.ok(attempt.at >= before && attempt.duration >= 0 && Number.isInteger(attempt.duration))
  const [headers = {}] = seen
  assert.equal(headers[':path'], '/hook?a=b')
  assert.equal(headers.host, `receiver.example:${receiver.port}`)
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['webhook-id'], 'evt_17')
  assert.match(headers['user-agent'] ?? '', /^petstore-webhooks\/\d/)
})

for (const [status, result] of [
  [200, 'delivered'],
  [299, 'delivered'],
  [300, 'status'],
  [304, 'status'],
  [410, 'status'],
  [500, 'status'],
] as const) {
  test(`an answer of ${status} is a result of ${result}, with the beginning of its body`, async (t) => {
    const receiver = await startReceiver(t, (_, response) => {
      response.writeHead(status, { 'retry-after': '7' }).end(status === 304 ? undefined : 'words')
    })
    const attempt = await sendTo(t, receiver)
    assert.deepEqual([attempt.result, attempt.status], [result, status])
    assert.equal(attempt.body, status === 304 ? '' : 'words')
    assert.equal(attempt.retryAfter, 7_000)
    assert.equal(attempt.reason, undefined)
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
  (beginning: string, more: string) =>
  (socket: Socket): void => {
    socket.write(beginning)
    const go = (): void => {
      while (socket.write(more));
      socket.once('drain', go)
    }
    go()
  }
const saying = (text: string) => (socket: Socket) => socket.write(text)
const ending = (text: string) => (socket: Socket) => socket.end(text)
const onData = (take: Taking) => (socket: Socket) => socket.once('data', () => take(socket))

const reasons = {
  timeout: /^No answer within/,
  connection: /closed the connection/,
  protocol: /not a valid HTTP/,
} as const

type Taking = (socket: Socket) => unknown

/** Receivers whose answers are none: what they do with a connection, and the result. */
const faulty: ReadonlyArray<readonly [result: keyof typeof reasons, what: string, take: Taking]> = [
  ['timeout', 'never answers', () => undefined],
  ['connection', 'closes at once', (socket) => socket.destroy()],
  ['connection', 'resets after the request', onData((socket) => socket.resetAndDestroy())],
  ['connection', 'closes half way through its headers', ending('HTTP/1.1 200 OK\r\nContent-Le')],
  ['connection', 'ends its side without an answer', (socket) => socket.end()],
  [
    'timeout',
    'drips a header',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('a'), 10)
      socket.once('close', () => clearInterval(timer))
    },
  ],
  ['protocol', 'speaks another protocol', saying('SSH-2.0-OpenSSH_9.9\r\n')],
  [
    'protocol',
    'sends headers without end',
    without('HTTP/1.1 200 OK\r\n', `a: ${'b'.repeat(1_000)}\r\n`),
  ],
  [
    'protocol',
    'sends interim answers without end',
    without('', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
  ],
  [
    'protocol',
    'switches protocols',
    saying('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  ],
  [
    'protocol',
    'has two lengths',
    saying('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
  ],
]

const meet = async (t: TestContext, result: keyof typeof reasons, take: Taking): Promise<void> => {
  const closed = Promise.withResolvers<void>()
  const receiver = await startRawReceiver(t, (socket) => {
    socket.once('close', () => closed.resolve())
    socket.resume()
    take(socket)
  })
  const attempt = await sendTo(t, receiver, { longest: result === 'timeout' ? 200 : 60_000 })
  assert.equal(attempt.result, result)
  assert.match(attempt.reason ?? '', reasons[result])
  assert.deepEqual([attempt.status, attempt.body], [undefined, undefined])
  await closed.promise
}

for (const [result, what, take] of faulty) {
  test(`a receiver that ${what} is a failure with a plain reason, and its connection is closed`, async (t) => {
    await meet(t, result, take)
  })
}

test('a receiver that answers with a status that is none is such a failure too', async (t) => {
  await Promise.all(
    ['0', '000', '001', '99', '099', '101', '1000'].map(async (status) => {
      await meet(t, 'protocol', saying(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`))
    }),
  )
})

test('a receiver whose body drips, ends early or breaks off has answered: its status decides', async (t) => {
  const head = 'HTTP/1.1 200 OK\r\n'
  const long = `${head}Content-Length: 100\r\n\r\nabc`
  for (const take of [
    saying(long),
    ending(long),
    saying(`${head}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nxyz\r\n`),
  ]) {
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
