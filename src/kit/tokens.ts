import { int64 } from '../base/int64.ts'

/** One member of a JSON object: its decoded name, and its value as the sender spelled it. */
export type JsonMember = { readonly name: string; readonly token: string }

// Values stay text, so numbers keep every digit and repeated names are visible. `JSON.parse` alone checks the grammar
// (RFC 8259); what follows only sees text that it accepted.

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

export const textOf = (token: string): string =>
  // To parse a string takes three times as long. Of a string token it gives a string.
  token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1)

export const membersOf = (text: string): readonly JsonMember[] => {
  const members: JsonMember[] = []
  let at = skipSpace(text, text.indexOf('{') + 1)
  while (text.charCodeAt(at) !== closeBrace) {
    const nameEnd = endOfString(text, at)
    const rawName = text.slice(at, nameEnd)
    const name = textOf(rawName)
    const valueStart = skipSpace(text, skipSpace(text, nameEnd) + 1)
    const valueEnd = endOfValue(text, valueStart)
    members.push({ name, token: text.slice(valueStart, valueEnd) })
    at = skipSpace(text, valueEnd)
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1)
  }
  return members
}

export const elementsOf = (text: string): readonly string[] => {
  const elements: string[] = []
  let at = skipSpace(text, text.indexOf('[') + 1)
  while (text.charCodeAt(at) !== closeBracket) {
    const end = endOfValue(text, at)
    elements.push(text.slice(at, end))
    at = skipSpace(text, end)
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1)
  }
  return elements
}

const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

const skipSpace = (text: string, from: number): number => {
  let at = from
  while (isSpace(text.charCodeAt(at))) at += 1
  return at
}

const endOfString = (text: string, from: number): number => {
  let at = from + 1
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    at += code === backslash ? 2 : 1
  }
}

const endOfValue = (text: string, from: number): number => {
  const first = text.charCodeAt(from)
  if (first === quote) return endOfString(text, from)
  if (first === openBrace || first === openBracket) return endOfNested(text, from)
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === comma || code === closeBrace || code === closeBracket || isSpace(code)) return at
    at += 1
  }
}

const endOfNested = (text: string, from: number): number => {
  let depth = 0
  let at = from
  do {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = endOfString(text, at)
      continue
    }
    if (code === openBrace || code === openBracket) depth += 1
    if (code === closeBrace || code === closeBracket) depth -= 1
    at += 1
  } while (depth > 0)
  return at
}

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
