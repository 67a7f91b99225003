import { int64Fields } from './generated/facts.ts'

// Matches a string, with the colon after it if it is a name, or a number. The text must be valid JSON.
const tokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[\d.eE+-]*/g

/**
 * Reads JSON (RFC 8259) without passing an int64 through a double: the fields that hold one become `bigint`, and so
 * does any other integer that a `number` could not hold exactly.
 *
 * `JSON.parse` exposes the digits of a number only in newer engines (source text access). So this code passes
 * numbers to it as strings: each string value gets the prefix `s`, each number `n`, and the reviver removes them
 * again. `JSON.parse` also checks the grammar of the original text.
 *
 * @param finish transforms each value that is neither a string nor a number
 * @throws SyntaxError
 */
export const readExact = (text: string, finish = (value: unknown): unknown => value): unknown => {
  JSON.parse(text)
  const marked = text.replace(tokens, (token, string?: string, colon?: string) =>
    colon === undefined ? (string === undefined ? `"n${token}"` : `"s${token.slice(1)}`) : token,
  )
  return JSON.parse(marked, (name, value: unknown) =>
    typeof value !== 'string'
      ? finish(value)
      : value[0] === 's'
        ? value.slice(1)
        : exactNumber(name, value.slice(1)),
  )
}

/** Reads JSON as `readExact` does, into objects that `JSON.stringify` can write. @throws SyntaxError */
export const parseExact = (text: string): unknown => readExact(text, writable)

/**
 * Adds a `toJSON` to an object that has a `bigint`, because `JSON.stringify` would throw. It is not enumerable, so
 * a spread, `structuredClone` and comparisons do not see it.
 */
const writable = (value: unknown): unknown =>
  Object.values(Object(value)).some((member) => typeof member === 'bigint')
    ? Object.defineProperty(value, 'toJSON', { value: toJson })
    : value

function toJson(this: object): unknown {
  const members = Object.entries(this).map(([name, value]) => [name, int64Replacer(name, value)])
  return Array.isArray(this) ? members.map(([, value]) => value) : Object.fromEntries(members)
}

/**
 * The replacer with which `JSON.stringify` writes an int64, for objects that you made from animals,
 * orders and categories: `JSON.stringify({ ...pet, seen: true }, int64Replacer)`. The digits are
 * exact if the runtime has `JSON.rawJSON`, as Node 22 does. Without it, an integer that a `number`
 * cannot hold becomes a string.
 */
export const int64Replacer = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? written(value) : value

const written = (value: bigint): unknown => {
  const { rawJSON } = JSON as { readonly rawJSON?: (text: string) => unknown }
  const number = Number(value)
  return rawJSON?.(String(value)) ?? (Number.isSafeInteger(number) ? number : String(value))
}

const exactNumber = (name: string, digits: string): number | bigint => {
  const value = Number(digits)
  const isInteger = /^-?\d+$/.test(digits)
  return isInteger && (int64Fields.has(name) || !Number.isSafeInteger(value))
    ? BigInt(digits)
    : value
}

/**
 * Writes an object or a list of objects as JSON, with every digit of each `bigint`.
 *
 * @throws TypeError if an int64 may have lost digits, or a Date is invalid
 */
export const stringifyExact = (object: object): string => writeExact(object, checkField)

/** Checks the value that a caller passed for a field. @throws TypeError */
export type Check = (name: string, value: unknown) => void

/** Writes JSON as `stringifyExact` does. Without `check` it trusts what the types have checked. */
export const writeExact = (value: unknown, check?: Check): string => {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `[${value.map((each) => writeExact(each, check)).join()}]`
  if (Object(value) !== value || value instanceof Date) return JSON.stringify(value)
  const members = Object.entries(value as object).flatMap(([name, member]: [string, unknown]) => {
    if (member === undefined) return []
    for (const each of [member].flat()) check?.(name, each)
    return [`${JSON.stringify(name)}:${writeExact(member, check)}`]
  })
  return `{${members.join()}}`
}

/**
 * Checks that a value can be sent exactly.
 *
 * @throws TypeError if the value of an int64 field is not an integer or may already have lost digits; if a Date is invalid
 */
export const checkField: Check = (name, value) => {
  // JSON.stringify would write null, which the service refuses without naming the cause.
  if (value instanceof Date && Number.isNaN(value.getTime())) {
    throw new TypeError(`${name} must be a valid Date.`)
  }
  // JavaScript callers can pass any value; the client writes only these two types.
  if (!int64Fields.has(name) || typeof value === 'bigint' || Number.isSafeInteger(value)) return
  const shown = typeof value === 'string' ? `the string ${JSON.stringify(value)}` : String(value)
  throw new TypeError(`${name} must be a bigint or a safe integer, not ${shown}.`)
}
