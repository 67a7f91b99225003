import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HeadCache } from '../../src/http/wire/request-head.ts'
import { ParserPool } from '../../src/http/wire/node-parser.ts'
import { RequestReader } from '../../src/http/wire/request-reader.ts'
import { seededRandom } from '../torture/random.ts'
import { seed } from './exchange.ts'
import { mutate } from './mutate.ts'

const parsers = new ParserPool()

/** The result of reading one request. */
type Reading = {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
  readonly keepsAlive?: boolean
}

/**
 * The results of reading packets: their requests, and the code of the error that ends the connection. What was read is
 * overwritten at once, as the next read of a socket does.
 */
const readAll = (
  packets: readonly Buffer[],
  cache = new HeadCache(),
): { requests: Reading[]; fault: string | undefined } => {
  const reader = new RequestReader(parsers, cache)
  const requests: Reading[] = []
  const body: Buffer[] = []
  for (const packet of packets) {
    let at = 0
    while (at < packet.length) {
      const arrived = Buffer.from(packet)
      at = reader.read(arrived, at)
      if (reader.fault !== undefined) {
        reader.close()
        return { requests, fault: reader.fault.code }
      }
      body.push(...reader.takeBody())
      arrived.fill('#')
      const { head } = reader
      if (!reader.isComplete || head === undefined) continue
      const { method, target, fields, keepsAlive } = head
      const whole = Buffer.concat(body.splice(0)).toString('latin1')
      requests.push({ method, target, headers: { ...fields.headers }, body: whole, keepsAlive })
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
  `GET /many HTTP/1.0\r\nHost: a\r\n${Array.from({ length: 100 }, (_, n) => `X-${n}: ${n}\r\n`).join('')}Connection: keep-alive\r\n\r\n`,
  'DELETE http://a/b HTTP/1.1\r\nHost: c\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
  '\r\nOPTIONS * HTTP/1.1\r\nHost: a\r\nTE: x\r\n\r\n',
  chunked(`${chunkOf('abc')}0\r\n\r\n`),
  chunked(`${chunkOf('\r\n\r\n')}${chunkOf('\r\n')}0\r\nA: b\r\n\r\n`),
  chunked(`${chunkOf('\r\n\r\nGET / HTTP/1.1\r\n')}${chunkOf('\r\n\r\n\r\n\r\n\r\n')}0\r\n\r\n`),
]

test('a reader whose body ended without bytes does not get those of the next user of its parser', () => {
  const pool = new ParserPool()
  const [one, other] = [0, 1].map(() => new RequestReader(pool, new HeadCache())) as [
    RequestReader,
    RequestReader,
  ]
  for (const packet of [chunked(''), chunkOf('one'), '0\r\n\r\n']) one.read(bytes(packet), 0)
  assert.ok(one.isComplete)
  one.takeBody()
  one.next()
  for (const packet of [chunked(''), chunkOf('other')]) other.read(bytes(packet), 0)
  assert.deepEqual(one.takeBody(), [])
  assert.deepEqual(other.takeBody(), [bytes('other')])
})

/** A head of the commonest form: the fields without their request line. */
const plainHeads = [
  'Host: a\r\nAuthorization: Bearer abc\r\n\r\n',
  'Host: a\r\nAccept: */*\r\nConnection: close\r\n\r\n',
  'host:[::1]:80\r\nX-Request-Id:  a.b:c \r\ncookie: a=b\r\nCookie: c\r\n\r\n',
  'Host: a\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
]
const plainGet = (target: string, fields: string): string => `GET ${target} HTTP/1.1\r\n${fields}`

/** The same with the length of a body. */
const headsOfBody = [
  'Host: a\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n',
  'Host: a\r\ncontent-length:  11 \r\nConnection: close\r\n\r\n',
]
const plainPost = (target: string, fields: string, method = 'POST'): string =>
  `${method} ${target} HTTP/1.1\r\n${fields}{"name":""}`

/** A cache with some fields: they are cached after a few requests that had them. */
const cachedHeads = (...fields: readonly string[]): HeadCache => {
  const cache = new HeadCache()
  const all = fields.map((each) =>
    bytes(/content-length/i.test(each) ? plainPost('/', each) : plainGet('/', each)),
  )
  for (let round = 0; round < 8 * all.length; round += 1)
    for (const each of all) readAll([each], cache)
  for (const each of all) assert.ok(findIn(cache, each), 'the fields are cached')
  return cache
}

/** What the short cut makes of a request, if it takes it. */
const findIn = (cache: HeadCache, text: Buffer): unknown => {
  const lineEnd = cache.lineEnd(text, 0)
  const end = text.indexOf('\r\n\r\n') + 4
  return lineEnd === 0 || end === 3 ? undefined : cache.find(text, 0, lineEnd, end)
}

test(`a request whose fields are cached is what the parser would make of it (WIRE_SEED=${seed})`, () => {
  const cache = cachedHeads(...plainHeads, ...headsOfBody)
  const random = seededRandom(seed)
  const targets = ['/', '/v1/pets?limit=2&status=sold', "/a:b/[c]/~!$&'()*+,;=@?x=/?"]
  const texts = targets.flatMap((target) => [
    ...plainHeads.map((fields) => plainGet(target, fields)),
    ...headsOfBody.map((fields) => plainPost(target, fields)),
    ...headsOfBody.map((fields) => plainPost(target, fields, 'PATCH')),
  ])
  let short = 0
  for (let round = 0; round < 6_000; round += 1) {
    const text = texts[round % texts.length] ?? ''
    const line = text.indexOf('\r\n') + 2
    // The line alone, so that the fields stay cached; then anything.
    const mutant =
      round % 2 === 0
        ? mutate(text.slice(0, line), random) + text.slice(line)
        : mutate(text, random)
    const packet = bytes(mutant)
    if (findIn(cache, packet) !== undefined) short += 1
    assert.deepEqual(readAll([packet], cache), readAll([packet]), JSON.stringify(mutant))
  }
  assert.ok(short > 100, `the short cut took ${short}`)
})

test('requests are the same however their bytes are cut into packets, whether their fields are cached or not', () => {
  const [get = ''] = plainHeads
  const [post = ''] = headsOfBody
  const requests = [...samples, plainGet('/a', get), plainPost('/b', post), plainGet('/c', get)]
  const all = requests.join('')
  const whole = readAll([bytes(all)])
  assert.equal(whole.fault, undefined)
  assert.equal(whole.requests.length, requests.length)
  const random = seededRandom(seed)
  for (const cache of [new HeadCache(), cachedHeads(...plainHeads, ...headsOfBody)]) {
    const check = (packets: readonly string[], how: string): void =>
      assert.deepEqual(readAll(packets.map(bytes), cache), whole, how)
    check([all], 'in one')
    check(all.split(''), 'a byte at a time')
    for (let at = 1; at < all.length; at += 1) check([all.slice(0, at), all.slice(at)], `at ${at}`)
    for (let round = 0; round < 200; round += 1) {
      const packets: string[] = []
      for (let at = 0; at < all.length;) {
        const size = 1 + Math.floor(random() ** 3 * 200)
        packets.push(all.slice(at, at + size))
        at += size
      }
      check(packets, `WIRE_SEED=${seed}`)
    }
  }
})

test('fields that make a request wrong, or give it another body than its method has, are never cached', () => {
  const wrong = ['Host: a\r\nHost: b\r\n\r\n', '\r\n', 'Host: a b\r\n\r\n']
  const withBody = ['Content-Length: 0', 'Expect: 100-continue']
  for (const fields of [...wrong, ...withBody.map((each) => `Host: a\r\n${each}\r\n\r\n`)]) {
    const cache = new HeadCache()
    const packet = bytes(plainGet('/', fields))
    for (let round = 0; round < 8; round += 1) readAll([packet], cache)
    assert.equal(findIn(cache, packet), undefined, fields)
  }
  const [ofGet = ''] = plainHeads
  const [ofPost = ''] = headsOfBody
  const cache = cachedHeads(ofGet, ofPost)
  for (const text of [
    plainPost('/', ofPost, 'GET'),
    plainPost('/', ofGet),
    plainPost('/', ofPost, 'HEAD'),
  ]) {
    assert.equal(findIn(cache, bytes(text)), undefined, text)
    assert.deepEqual(readAll([bytes(text)], cache), readAll([bytes(text)]), text)
  }
})

test('cached fields give way to others', () => {
  const [first = ''] = plainHeads
  const cache = cachedHeads(first)
  for (let n = 0; n < 8_000; n += 1) readAll([bytes(plainGet('/', `Host: a${n}\r\n\r\n`))], cache)
  assert.equal(findIn(cache, bytes(plainGet('/', first))), undefined)
})
