/** The smallest and the largest value of a signed 64-bit integer. */
export const int64 = { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n } as const

export type Int64Fault = 'not_integer' | 'out_of_range'

const shortInteger = /^-?\d{1,18}$/
const jsonNumber = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
const canonicalInteger = /^(?:0|-?[1-9]\d{0,18})$/

/** The exact integer of a JSON number token (RFC 8259, 6), bounded in length. `1.0` and `1e2` are integers (JSON Schema 2020-12, core 4.2.3). */
export const int64FromJson = (token: string): bigint | Int64Fault => {
  if (shortInteger.test(token)) return bigintOf(token)
  const parts = jsonNumber.exec(token)
  if (parts === null) return 'not_integer'
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = withoutTrailingZeros(digits)
  if (significant === '') return 0n
  // An exponent too large for a double becomes Infinity, which still compares correctly.
  const zeros = Number(exponent) - fraction.length + (digits.length - significant.length)
  if (zeros < 0) return 'not_integer'
  if (significant.length + zeros > 19) return 'out_of_range'
  return withinInt64(BigInt(sign + significant + '0'.repeat(zeros)))
}

/** The integer in a path segment or a query parameter, in canonical decimal form alone, so that an id has one spelling. */
export const int64FromText = (text: string): bigint | Int64Fault =>
  canonicalInteger.test(text)
    ? withinInt64(bigintOf(text))
    : /^-?[1-9]\d+$/.test(text)
      ? 'out_of_range'
      : 'not_integer'

/** Up to 15 digits are exact in a double. Converting from a double takes half the time of converting from text. */
const bigintOf = (integer: string): bigint =>
  BigInt(integer.length <= 15 ? Number(integer) : integer)

/** A loop, because `/0+$/` takes quadratic time on zeros in the middle of the text. */
const withoutTrailingZeros = (digits: string): string => {
  let end = digits.length
  while (digits.charCodeAt(end - 1) === 0x30) end -= 1
  return digits.slice(0, end)
}

const withinInt64 = (value: bigint): bigint | Int64Fault =>
  value >= int64.minimum && value <= int64.maximum ? value : 'out_of_range'
