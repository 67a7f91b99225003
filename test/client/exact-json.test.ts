import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { int64Replacer, parseExact, stringifyExact } from '../../client/src/index.ts'

/** Pieces of texts that are nearly JSON. */
const characters = '{ } [ ] " , : \\ / n t u 0 1 2 3 - + . e E a \n'.split(' ')

test('every int64 comes back digit for digit, in and beyond the safe numbers', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.string({ unit: 'binary' }),
      (categoryId, name) => {
        assert.deepEqual(parseExact(stringifyExact({ name, categoryId })), { name, categoryId })
      },
    ),
  )
})

/** What becomes of a text, as doubles; the name of the error if it is refused. */
const outcomeOf = (parse: (text: string) => unknown, text: string): unknown => {
  try {
    return withoutBigint(parse(text))
  } catch (error) {
    return Object(error).name
  }
}

test('what holds no int64 is read as JSON.parse reads it, and what it refuses is refused', () => {
  const nearly = fc.array(fc.constantFrom(...characters)).map((picked) => picked.join(''))
  fc.assert(
    fc.property(fc.oneof(fc.json({ noUnicodeString: false }), nearly), (text) =>
      assert.deepEqual(outcomeOf(parseExact, text), outcomeOf(JSON.parse, text)),
    ),
    { numRuns: 3_000 },
  )
})

test('strings that look like numbers, names and escapes stay what they are', () => {
  const text = String.raw`{"id":7,"n1":"n1","s":"s","q\"":"1\" : 2","deep":[{"id":9007199254740993}],"x":12345678901234567890,"y":1.5e3}`
  assert.deepEqual(parseExact(text), {
    id: 7n,
    n1: 'n1',
    s: 's',
    'q"': '1" : 2',
    deep: [{ id: 9007199254740993n }],
    x: 12345678901234567890n,
    y: 1500,
  })
})

test('a number that may have lost digits is refused, a field left undefined is not sent', () => {
  for (const categoryId of [2 ** 53, 1.5, Number.NaN, Infinity, '3', null, {}])
    assert.throws(() => stringifyExact({ name: 'Rex', categoryId }), /categoryId must be a bigint/)
  const sent = { name: 'Rex', categoryId: 3, status: undefined }
  assert.equal(stringifyExact(sent), '{"name":"Rex","categoryId":3}')
})

test('an animal stays a plain object, and so do its copies, which the replacer writes', () => {
  const json = '{"id":1,"name":"Rex","categoryId":9223372036854775807,"status":"available"}'
  const pet = parseExact(json) as object
  const plain = { id: 1n, name: 'Rex', categoryId: 2n ** 63n - 1n, status: 'available' }
  assert.deepEqual([pet, structuredClone(pet)], [plain, plain])
  assert.deepEqual(Object.keys(pet), Object.keys(plain))
  assert.equal(JSON.stringify({ pets: [pet], seen: true }), `{"pets":[${json}],"seen":true}`)
  for (const copy of [{ ...pet }, structuredClone(pet)]) {
    assert.throws(() => JSON.stringify(copy), TypeError)
    assert.equal(JSON.stringify(copy, int64Replacer), json)
  }
})

test('on a runtime without JSON.rawJSON no digit is lost either', (t) => {
  t.mock.property(JSON, 'rawJSON', undefined)
  const pet = parseExact('{"id":1,"categoryId":9223372036854775807}') as object
  const text = '{"id":1,"categoryId":"9223372036854775807"}'
  assert.equal(JSON.stringify(pet), text)
  assert.equal(JSON.stringify({ ...pet }, int64Replacer), text)
})

/** For comparison with JSON.parse, which has only doubles. */
const withoutBigint = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(withoutBigint)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withoutBigint(item)]),
  )
}
