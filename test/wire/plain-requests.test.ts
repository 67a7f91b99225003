import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { Cleanup } from '../helpers/cleanup.ts'
import { wireLimits } from '../../src/core/limits.ts'
import { readPlainRequest } from '../../src/http/fast-lane/plain-request.ts'
import { createWireServer } from '../../src/http/wire/server.ts'
import type { WireRequest } from '../../src/core/wire-request.ts'
import { seededRandom } from '../torture/random.ts'
import { answersTo, mutate } from './mutate.ts'

const seed = Number(process.env['WIRE_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

const samples = [
  'GET /v1/pets?limit=20&status=sold HTTP/1.1\r\nHost: pets.example:8080\r\nAuthorization: Bearer abc\r\n\r\n',
  'GET /v1/pets/1 HTTP/1.1\r\nhost: [::1]:80\r\nx-request-id: a.b:c\r\nConnection: Keep-Alive\r\naccept:*/*\r\n\r\n',
  'POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"name":""}',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nCookie: a=b; c="d"\r\nTraceparent: 00-0-0-00\r\n\r\n',
]

/** Says what it understood of a request. */
const answerWithReading = async (request: WireRequest): Promise<void> => {
  const { method, target, headers } = request
  const read = headers['content-length'] === undefined ? undefined : await request.readBody(65_536)
  const body = JSON.stringify({ method, target, headers, body: read?.toString('latin1') })
  const lines = `Content-Length: ${Buffer.byteLength(body)}\r\n`
  request.answer('X-First: 1\r\n', { status: 200, lines, body, encoding: 'utf8' })
}

const startServer = async (t: Cleanup): Promise<number> => {
  const handle = (request: WireRequest): void => void answerWithReading(request)
  const { server } = createWireServer(handle, () => 'X-First: 1\r\n', wireLimits)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** What Node's server says where the client has ended its side differs, and says nothing of the request. */
const comparable = (answer: string): string =>
  answer
    .replace(/Date: [^\r]*\r\n/, '')
    .replace(/Connection: close\r\n|Connection: keep-alive\r\nKeep-Alive: [^\r]*\r\n/, '')

test(`what is read as a plain request, Node's parser reads alike (WIRE_SEED=${seed})`, async (t) => {
  const port = await startServer(t)
  const random = seededRandom(seed)
  const mutants = Array.from({ length: 3_000 }, (_, n) =>
    mutate(samples[n % samples.length] ?? '', random),
  )
  const plain = [...samples, ...mutants].filter((text) => {
    const bytes = Buffer.from(text, 'latin1')
    return readPlainRequest(bytes, 0, undefined)?.end === bytes.length
  })
  t.diagnostic(`${plain.length} of ${mutants.length + samples.length} are plain`)
  assert.ok(plain.length > 300)
  for (const text of plain) {
    const ours = await answersTo(port, text)
    // With an empty line before it, which HTTP allows, a request is for the parser.
    const parsed = await answersTo(port, `\r\n${text}`)
    assert.match(parsed, /^HTTP\/1.1 200 /, JSON.stringify(text))
    assert.equal(comparable(ours), comparable(parsed), JSON.stringify(text))
  }
})

const isPlain = (text: string): boolean =>
  readPlainRequest(Buffer.from(text, 'latin1'), 0, undefined) !== undefined

const get = (fields: string): string => `GET / HTTP/1.1\r\nHost: a\r\n${fields}\r\n`

const leftToParser: Readonly<Record<string, string>> = {
  'no Host': 'GET / HTTP/1.1\r\n\r\n',
  'two Hosts': get('Host: a\r\n'),
  'a repeated field': get('X-A: 1\r\nx-a: 1\r\n'),
  'a Content-Length with GET': get('Content-Length: 0\r\n'),
  'Transfer-Encoding': get('Transfer-Encoding: chunked\r\n'),
  Expect: get('Expect: 100-continue\r\n'),
  Upgrade: get('Upgrade: h2c\r\n'),
  'Connection: close': get('Connection: close\r\n'),
  'Connection with a list': get('Connection: keep-alive, TE\r\n'),
  'a folded line': get('X-A: 1\r\n 2\r\n'),
  'white space before the colon': get('X-A : 1\r\n'),
  'white space at the end': get('X-A: 1 \r\n'),
  'a bare LF': get('X-A: 1\nX-B: 2\r\n'),
  'a bare CR': get('X-A: 1\rX-B: 2\r\n'),
  'a byte beyond ASCII': get('X-A: \xe9\r\n'),
  'a NUL': get('X-A: \0\r\n'),
  'an encoded target': 'GET /%31 HTTP/1.1\r\nHost: a\r\n\r\n',
  'a target in absolute form': 'GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n',
  'HTTP/1.0': 'GET / HTTP/1.0\r\nHost: a\r\n\r\n',
  'another method': 'PUT / HTTP/1.1\r\nHost: a\r\n\r\n',
  'a body that is not all here': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n1',
  'a Content-Length with a sign': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n1',
  'a body past the limit': `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n${'1'.repeat(65_537)}`,
  'headers that are not all here': 'GET / HTTP/1.1\r\nHost: a\r\n',
}

for (const [what, text] of Object.entries(leftToParser)) {
  test(`${what} is left to Node's parser`, () => assert.equal(isPlain(text), false))
}

test('the fields that came before are taken again only where they are the same to the byte', () => {
  const read = (text: string, known?: Parameters<typeof readPlainRequest>[2]) =>
    readPlainRequest(Buffer.from(text), 0, known)
  const first = read(get('X-A: 1\r\n'))
  assert.ok(first)
  assert.equal(read(get('X-A: 1\r\n'), first.fields)?.fields, first.fields)
  assert.equal(read(get('X-A: 2\r\n'), first.fields)?.fields.headers['x-a'], '2')
})
