import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NodeParser } from '../../src/http/wire/node-parser.ts'

/*
 * Node does not document its parser. These tests fail if a later Node changes what the service takes from it, and with
 * it everything in `src/http/wire/node-parser.ts`.
 */

const maxHeadBytes = 1_024
const get = 'GET /a?b=c HTTP/1.1\r\nHost: a\r\nX-B: 1\r\n\r\n'

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')

const begun = (): NodeParser => {
  const parser = new NodeParser(maxHeadBytes)
  parser.begin()
  return parser
}

test('Node has the names that the service uses of its parser', () => {
  const { HTTPParser } = process.getBuiltinModule('node:_http_common' as 'node:http') as never as {
    HTTPParser: { readonly prototype: object }
  }
  for (const name of [
    'REQUEST',
    'kOnHeaders',
    'kOnHeadersComplete',
    'kOnBody',
    'kOnMessageComplete',
    'kLenientNone',
  ]) {
    assert.equal(typeof Reflect.get(HTTPParser, name), 'number', name)
  }
  for (const name of ['initialize', 'execute', 'finish', 'close']) {
    assert.equal(typeof Reflect.get(HTTPParser.prototype, name), 'function', name)
  }
})

test('it reads a head', () => {
  const parser = begun()
  assert.equal(parser.read(bytes(get)), undefined)
  assert.deepEqual(parser.head, {
    target: '/a?b=c',
    fields: ['Host', 'a', 'X-B', '1'],
    version: '1.1',
    keepsAlive: true,
  })
  assert.ok(parser.isComplete)
})

test('it reads a head of many fields that comes a byte at a time', () => {
  const parser = begun()
  const fields = Array.from({ length: 100 }, (_, n) => [`X-${n}`, `${n}`])
  const lines = fields.map((field) => `${field.join(': ')}\r\n`).join('')
  const text = `GET /${'a'.repeat(90)} HTTP/1.0\r\n${lines}\r\n`
  const large = new NodeParser(4_096)
  large.begin()
  for (const byte of bytes(text)) assert.equal(large.read(Buffer.of(byte)), undefined)
  assert.deepEqual(large.head?.fields, fields.flat())
  assert.equal(large.head?.target, `/${'a'.repeat(90)}`)
  assert.equal(large.head?.version, '1.0')
  assert.equal(large.head?.keepsAlive, false)
  parser.close()
})

test('the parser is used again after a request that closes, one that upgrades, one that breaks off, and bytes that are none', () => {
  const parser = begun()
  for (const before of [
    get,
    get.replace('X-B: 1', 'Connection: close'),
    get.replace('X-B: 1', 'Connection: Upgrade\r\nUpgrade: h2c'),
    get.slice(0, 20),
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n123',
    'nonsense\r\n\r\n',
  ]) {
    parser.begin()
    parser.read(bytes(before))
    parser.begin()
    assert.equal(parser.read(bytes(get)), undefined, before)
    assert.ok(parser.isComplete, before)
    assert.equal(parser.head?.target, '/a?b=c')
  }
})

test('it gives the body in pieces, and ignores trailer fields', () => {
  const parser = begun()
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
  assert.equal(parser.read(bytes(head)), undefined)
  assert.equal(parser.isComplete, false)
  assert.equal(parser.read(bytes('3\r\nabc\r\n2\r\nde')), undefined)
  assert.equal(Buffer.concat(parser.takeBody()).toString(), 'abcde')
  assert.equal(parser.read(bytes('\r\n0\r\nHost: b\r\n\r\n')), undefined)
  assert.deepEqual(parser.takeBody(), [])
  assert.deepEqual(parser.head?.fields, ['Host', 'a', 'Transfer-Encoding', 'chunked'])
  assert.ok(parser.isComplete)
})

test('it says what is wrong, in an upgrade too', () => {
  for (const [text, code] of [
    ['nonsense\r\n\r\n', 'HPE_INVALID_METHOD'],
    [`GET / HTTP/1.1\r\nA: ${'b'.repeat(maxHeadBytes)}`, 'HPE_HEADER_OVERFLOW'],
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'HPE_PAUSED_H2_UPGRADE'],
    ['POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 'HPE_INVALID_CHUNK_SIZE'],
    [
      'POST / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      'HPE_UNKNOWN',
    ],
  ] as const) {
    assert.equal(begun().read(bytes(text))?.code, code, text)
  }
})

test('it says what is wrong with a request that ends too early', () => {
  const parser = begun()
  parser.read(bytes(get.slice(0, 10)))
  assert.equal(parser.end().code, 'HPE_INVALID_EOF_STATE')
})
