import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readJsonBody } from '../../src/api/json-object.ts'
import { processorTime } from '../helpers/processor-time.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text)

const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/)

/** A JSON value with white space wherever the grammar lets it stand. */
const spaced = (value: unknown, gap: string): string => {
  if (Array.isArray(value)) {
    return `[${gap}${value.map((item) => spaced(item, gap)).join(`${gap},${gap}`)}${gap}]`
  }
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).map(
      ([name, item]) => `${JSON.stringify(name)}${gap}:${gap}${spaced(item, gap)}`,
    )
    return `{${gap}${members.join(`${gap},${gap}`)}${gap}}`
  }
  return JSON.stringify(value)
}

test('an object splits into the members that JSON.parse sees, values spelled as sent', () => {
  const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 4 }))
  fc.assert(
    fc.property(object, space, (value, gap) => {
      const text = `${gap}${spaced(value, gap)}${gap}`
      const body = readJsonBody(bytes(text))
      assert.equal(body.kind, 'object')
      const parsed = body.members.map(({ name, token }) => [name, JSON.parse(token)])
      assert.deepEqual(parsed, Object.entries(JSON.parse(text)))
      for (const { token } of body.members) {
        assert.ok(text.includes(token))
        assert.equal(token, token.trim())
      }
    }),
    { numRuns: 1_000 },
  )
})

test('whatever bytes come, the verdict is that of JSON.parse', () => {
  const almostJson = fc.stringMatching(/^[{}[\]",:\\u0-9eE+.\-truefalsn \n]{0,24}$/)
  fc.assert(
    fc.property(fc.oneof(almostJson, fc.json(), fc.string()), (text) => {
      let value: unknown
      let valid = text !== '' && text.codePointAt(0) !== 0xfeff && text.isWellFormed()
      try {
        value = JSON.parse(text)
      } catch {
        valid = false
      }
      const body = readJsonBody(bytes(text))
      if (!text.isWellFormed()) return
      assert.equal(body.kind !== 'invalid', valid, text)
      if (body.kind !== 'object') return
      assert.deepEqual(
        Object.fromEntries(body.members.map(({ name, token }) => [name, JSON.parse(token)])),
        value,
      )
    }),
    { numRuns: 3_000 },
  )
})

test('a name that is repeated is seen each time, however it is spelled', () => {
  const body = readJsonBody(bytes(String.raw`{"name":1,"n\u0061me":2,"name" : [3,"]"]}`))
  assert.deepEqual(body, {
    kind: 'object',
    members: [
      { name: 'name', token: '1' },
      { name: 'name', token: '2' },
      { name: 'name', token: '[3,"]"]' },
    ],
  })
})

test('a name that objects inherit is a name like any other', () => {
  const body = readJsonBody(bytes('{"__proto__":{"a":1},"constructor":2}'))
  assert.equal(body.kind, 'object')
  assert.deepEqual(
    body.members.map(({ name }) => name),
    ['__proto__', 'constructor'],
  )
})

test('a number keeps every digit', () => {
  const body = readJsonBody(bytes('{"a":9223372036854775807,"b":-0.10E+2}'))
  assert.equal(body.kind, 'object')
  assert.deepEqual(
    body.members.map(({ token }) => token),
    ['9223372036854775807', '-0.10E+2'],
  )
})

for (const [text, type] of [
  ['null', 'null'],
  ['"{}"', 'a string'],
  ['12', 'a number'],
  ['true', 'a boolean'],
]) {
  test(`a body that is ${text} is called ${type}`, () => {
    assert.deepEqual(readJsonBody(bytes(text ?? '')), { kind: 'other', type })
  })
}

test('a body that is an array is kept as its text, without the white space around it', () => {
  const text = '[ 1 , {"a":"\u00a0"} ]'
  assert.deepEqual(readJsonBody(bytes(` \r\n\t${text}\n `)), { kind: 'array', text })
})

for (const [what, body] of [
  ['none', undefined],
  ['empty', new Uint8Array()],
  ['white space', bytes(' \n')],
  ['not UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
  ['a surrogate in UTF-8', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)],
  ['marked by a byte order mark', bytes('\uFEFF{}')],
  ['cut', bytes('{"name":"Rex"')],
  ['followed by more', bytes('{} {}')],
  ['with a trailing comma', bytes('{"a":1,}')],
  ['with a comment', bytes('{"a":1 /* one */}')],
  ['with single quotes', bytes("{'a':1}")],
  ['with a control character in a string', bytes('{"a":"\n"}')],
  ['NaN', bytes('{"a":NaN}')],
] as const) {
  test(`a body that is ${what} is invalid, with a reason that quotes none of it`, () => {
    const read = readJsonBody(body)
    assert.equal(read.kind, 'invalid')
    assert.match(read.problem, /^The body .+\.$/)
    assert.doesNotMatch(read.problem, /Rex|\n/)
  })
}

test('a body that nests as deeply as its size allows is read or refused with little work', async () => {
  const depth = 32_000
  const spent = await processorTime(() => {
    const body = readJsonBody(bytes(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`))
    assert.ok(body.kind === 'object' || body.kind === 'invalid')
  })
  assert.ok(spent < 1_000, `${spent} ms`)
})
