import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { int64 } from '../../src/base/int64.ts'
import { int64FromJson } from '../../src/kit/tokens.ts'
import { processorTime } from '../helpers/processor-time.ts'
import { type Exact, readExact, writeExact } from '../../src/base/exact-json.ts'

const { minimum, maximum } = int64

/** The value of a JSON number, by integer arithmetic alone: `digits` times ten to `power`. */
const expected = (digits: bigint, power: number): ReturnType<typeof int64FromJson> => {
  const scale = 10n ** BigInt(Math.abs(power))
  if (power < 0 && digits % scale !== 0n) return 'not_integer'
  const value = power < 0 ? digits / scale : digits * scale
  return value >= minimum && value <= maximum ? value : 'out_of_range'
}

test('any spelling of a JSON number gives what BigInt arithmetic gives', () => {
  const natural = fc.oneof(
    fc.bigInt({ min: 0n, max: 10n ** 25n }),
    fc.bigInt({ min: maximum - 1_000n, max: maximum + 1_000n }),
    fc.bigInt({ min: 0n, max: 20n }),
  )
  const fraction = fc.option(fc.stringMatching(/^(?:[0-9]{1,22}|0{1,22}|[1-9]0{1,20})$/), {
    nil: '',
  })
  const exponent = fc.option(fc.integer({ min: -45, max: 45 }), { nil: undefined })
  const spelling = fc.record({
    sign: fc.constantFrom('', '-'),
    whole: natural,
    fraction,
    exponent,
    letter: fc.constantFrom('e', 'E', 'e+'),
  })
  fc.assert(
    fc.property(spelling, ({ sign, whole, fraction: tail, exponent: power, letter }) => {
      const mark = power !== undefined && power < 0 ? letter.charAt(0) : letter
      const token = `${sign}${whole}${tail === '' ? '' : `.${tail}`}${power === undefined ? '' : `${mark}${power}`}`
      const digits = BigInt(`${sign}${whole}${tail}`)
      assert.equal(int64FromJson(token), expected(digits, (power ?? 0) - tail.length), token)
    }),
    { numRuns: 3_000 },
  )
})

for (const [value, tokens] of [
  [maximum, ['9223372036854775807', '92233720368547758070e-1']],
  [minimum, ['-9223372036854775808']],
  [0n, ['-0.0', '0e999999999', '0.000e-999999999']],
  ['not_integer', ['1.5', '1e-999999999', '"1"', 'null', '{}', '', '+1', ' 1', '0x10', '.5', '1.']],
  ['out_of_range', ['9.223372036854775808e18', '1e999999999', `1e${'9'.repeat(400)}`]],
] as const) {
  test(`JSON that is ${value} is read as such, however it is spelled`, () => {
    for (const token of tokens) assert.equal(int64FromJson(token), value, token)
  })
}

test('a number as long as a body may be costs no more than its length', async () => {
  const zeros = '0'.repeat(65_000)
  const spent = await processorTime(() => {
    assert.equal(int64FromJson(`1${zeros}1`), 'out_of_range')
    assert.equal(int64FromJson(`1.${zeros}1`), 'not_integer')
    assert.equal(int64FromJson(`1${zeros}e-65000`), 1n)
    assert.equal(int64FromJson(`0.${zeros}1e65001`), 1n)
    assert.equal(int64FromJson(`1e${'9'.repeat(65_000)}`), 'out_of_range')
    assert.equal(int64FromJson(`1e-${'9'.repeat(65_000)}`), 'not_integer')
  })
  // Quadratic work on so many digits takes several seconds.
  assert.ok(spent < 1_000, `${spent} ms`)
})

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
