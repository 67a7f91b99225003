import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { wireLimits } from '../../src/core/limits.ts'
import { ParserPool } from '../../src/http/wire/node-parser.ts'
import { RequestReader } from '../../src/http/wire/request-reader.ts'
import type { Cleanup } from '../helpers/cleanup.ts'
import { seededRandom } from '../torture/random.ts'
import { answersTo, mutate } from './mutate.ts'

const seed = Number(process.env['WIRE_SEED'] ?? Math.floor(Math.random() * 2 ** 32))
const parsers = new ParserPool(wireLimits.uriBytes + wireLimits.headerBytes)

/** The result of reading one request. */
type Reading = {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** The results of reading packets: their requests, and the code of the error that ends the connection. */
const readAll = (
  packets: readonly Buffer[],
): { requests: Reading[]; fault: string | undefined } => {
  const reader = new RequestReader(parsers)
  const requests: Reading[] = []
  let body = ''
  for (const packet of packets) {
    let at = 0
    while (at < packet.length) {
      at = reader.read(packet, at)
      if (reader.fault !== undefined) {
        reader.close()
        return { requests, fault: reader.fault.code }
      }
      body += Buffer.concat(reader.takeBody()).toString('latin1')
      const { head } = reader
      if (!reader.isComplete || head === undefined) continue
      const { method, target, fields } = head
      requests.push({ method, target, headers: { ...fields.headers }, body })
      body = ''
      reader.next()
    }
  }
  const isOpen = reader.isReading
  reader.close()
  return { requests, fault: isOpen ? 'more is to come' : undefined }
}

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')

const chunked = (data: string): string =>
  `POST /chunked HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${data}`
const chunkOf = (data: string): string => `${data.length.toString(16)}\r\n${data}\r\n`
const samples = [
  'GET /v1/pets?limit=20&status=sold HTTP/1.1\r\nHost: pets.example:8080\r\nAuthorization: Bearer abc\r\n\r\n',
  'GET /v1/pets/1 HTTP/1.1\r\nhost: [::1]:80\r\nx-request-id: a.b:c\r\nConnection: Keep-Alive\r\naccept:*/*\r\n\r\n',
  'POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"name":""}',
  'PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nCookie: a=b\r\nCookie: c\r\nX-A: 1\r\nx-a: 2\r\n\r\n',
  'PATCH /%41 HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n\r\n\r\n',
  'DELETE http://a/b HTTP/1.1\r\nHost: c\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
  '\r\nOPTIONS * HTTP/1.1\r\nHost: a\r\nTE: x\r\n\r\n',
  chunked(`${chunkOf('abc')}0\r\n\r\n`),
  chunked(`${chunkOf('\r\n\r\n')}${chunkOf('\r\n')}0\r\nA: b\r\n\r\n`),
  chunked(`${chunkOf('\r\n\r\nGET / HTTP/1.1\r\n')}${chunkOf('\r\n\r\n\r\n\r\n\r\n')}0\r\n\r\n`),
]

test('requests are the same however their bytes are cut into packets', () => {
  const all = samples.join('')
  const whole = readAll([bytes(all)])
  assert.equal(whole.fault, undefined)
  assert.equal(whole.requests.length, samples.length)
  assert.deepEqual(readAll(all.split('').map(bytes)), whole, 'a byte at a time')
  for (let at = 1; at < all.length; at += 1) {
    assert.deepEqual(
      readAll([bytes(all.slice(0, at)), bytes(all.slice(at))]),
      whole,
      `cut at ${at}`,
    )
  }
  const random = seededRandom(seed)
  for (let round = 0; round < 200; round += 1) {
    const packets: Buffer[] = []
    for (let at = 0; at < all.length;) {
      const size = 1 + Math.floor(random() ** 3 * 200)
      packets.push(bytes(all.slice(at, at + size)))
      at += size
    }
    assert.deepEqual(readAll(packets), whole, `WIRE_SEED=${seed}`)
  }
})

test('a request line that the parser takes but HTTP does not is refused behind every kind of request', () => {
  for (const sample of samples) {
    const { requests, fault } = readAll([bytes(`${sample}GET  / HTTP/1.1\r\nHost: a\r\n\r\n`)])
    assert.equal(requests.length, 1, sample)
    assert.equal(fault, 'malformed_request', sample)
  }
})

/** Node's own server, which answers with its reading of a request. */
const startNode = async (t: Cleanup): Promise<number> => {
  const answer = (request: IncomingMessage, text: string): string =>
    JSON.stringify({
      method: request.method,
      target: request.url,
      headers: request.headers,
      body: text,
    })
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      response.setHeader('Connection', 'close')
      response.end(Buffer.from(answer(request, Buffer.concat(pieces).toString('latin1')), 'latin1'))
    })
  })
  server.on('upgrade', (_request, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Node's reading of a request, or undefined if it refuses the request. */
const askNode = async (port: number, text: string): Promise<Reading | undefined> => {
  const answer = await answersTo(port, text)
  const [head = '', body = ''] = answer.split(/\r\n\r\n(.*)/s, 2)
  // Written by the server above.
  return head.startsWith('HTTP/1.1 200 ') ? (JSON.parse(body) as Reading) : undefined
}

test(`what the service takes for a request, Node's server reads alike (WIRE_SEED=${seed})`, async (t) => {
  const port = await startNode(t)
  const random = seededRandom(seed)
  // Node reads Upgrade as another protocol, and keeps a target in absolute form.
  const comparable = samples.filter((text) => !/Upgrade/.test(text))
  const mutants = Array.from({ length: 1_500 }, (_, n) =>
    mutate(comparable[n % comparable.length] ?? '', random),
  )
  let taken = 0
  for (const text of [...comparable, ...mutants]) {
    const { requests, fault } = readAll([bytes(text)])
    const [only] = requests
    if (fault !== undefined || requests.length !== 1 || only === undefined) continue
    taken += 1
    const node = await askNode(port, text)
    assert.ok(node, JSON.stringify(text))
    if (!node.target.startsWith('http')) assert.equal(only.target, node.target)
    assert.equal(only.method, node.method)
    assert.equal(only.body, node.body)
    assert.deepEqual(only.headers, node.headers, JSON.stringify(text))
  }
  t.diagnostic(`${taken} of ${mutants.length} are taken`)
  assert.ok(taken > 100)
})
