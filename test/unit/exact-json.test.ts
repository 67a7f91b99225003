import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type Exact, readExact, writeExact } from '../../src/base/exact-json.ts'
import { int64 } from '../../src/base/int64.ts'

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
