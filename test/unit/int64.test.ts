import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { int64 } from '../../src/base/int64.ts'
import { int64FromJson } from '../../src/kit/tokens.ts'
import { type Exact, readExact, writeExact } from '../../src/base/exact-json.ts'

const { minimum, maximum } = int64

for (const [value, tokens] of [
  [maximum, ['9223372036854775807', '92233720368547758070e-1']],
  [minimum, ['-9223372036854775808']],
  // Beyond what a double holds exactly.
  [2n ** 53n + 1n, ['9007199254740993', '9007199254740993.0', '90071992547409.93e2']],
  [0n, ['-0.0', '0e999999999', '0.000e-999999999']],
  ['not_integer', ['1.5', '1e-999999999', '"1"', 'null', '{}', '', '+1', ' 1', '0x10', '.5', '1.']],
  ['out_of_range', ['9.223372036854775808e18', '1e999999999', `1e${'9'.repeat(400)}`]],
] as const) {
  test(`JSON that is ${value} is read as such, however it is spelled`, () => {
    for (const token of tokens) assert.equal(int64FromJson(token), value, token)
  })
}

const exact = fc.letrec<{ value: Exact }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary' }),
    fc.boolean(),
    fc.constant(null),
    fc.bigInt({ min: int64.minimum, max: int64.maximum }),
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value'), { noNullPrototype: true }),
  ),
})).value

test('what was written is read back as it was, every digit of it', () => {
  fc.assert(
    fc.property(exact, (value) => {
      assert.deepEqual(readExact(writeExact(value)), value)
    }),
  )
})

test('a number is refused, written or read, since it may not be what it stands for', () => {
  // @ts-expect-error: the type refuses it as well.
  assert.throws(() => writeExact({ id: 1 }), TypeError)
  assert.throws(() => readExact('{"id":1.5}'), RangeError)
  assert.throws(() => readExact('{"id":1e400}'), RangeError)
  assert.throws(() => readExact('{"id":1.5000000000000001}'), SyntaxError)
})
