import { int64Fields } from './generated/facts.ts'
import type { Int64Input } from './types.ts'

// In text that is JSON: a string, with the colon behind it if it is a name; or a number.
const tokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[\d.eE+-]*/g

/**
 * Reads JSON (RFC 8259) without passing an int64 through a double: the fields that hold one become
 * `bigint`, and so does any other integer that a `number` could not hold exactly.
 *
 * `JSON.parse` gives the digits of a number only in newer engines (source text access). So this
 * code passes numbers to it as strings: each string value gets the prefix `s`, each number `n`, and
 * the reviver removes them again. `JSON.parse` also checks the grammar of the original text.
 *
 * @throws SyntaxError
 */
export const parseExact = (text: string): unknown => {
  JSON.parse(text)
  const marked = text.replace(tokens, (token, string?: string, colon?: string) =>
    colon === undefined ? (string === undefined ? `"n${token}"` : `"s${token.slice(1)}`) : token,
  )
  return JSON.parse(marked, (name, value: unknown) =>
    typeof value !== 'string'
      ? value
      : value[0] === 's'
        ? value.slice(1)
        : exactNumber(name, value.slice(1)),
  )
}

const exactNumber = (name: string, digits: string): number | bigint => {
  const value = Number(digits)
  const isInteger = /^-?\d+$/.test(digits)
  return isInteger && (int64Fields.has(name) || !Number.isSafeInteger(value))
    ? BigInt(digits)
    : value
}

/** Writes an object as JSON, each `bigint` among its fields digit for digit. */
export const stringifyExact = (object: Readonly<Record<string, unknown>>): string => {
  const members = Object.entries(object).flatMap(([name, value]) => {
    if (value === undefined) return []
    const json = int64Fields.has(name)
      ? int64Text(name, value)
      : typeof value === 'bigint'
        ? value
        : JSON.stringify(value)
    return [`${JSON.stringify(name)}:${json}`]
  })
  return `{${members.join()}}`
}

/**
 * The decimal digits of an int64 that a caller gave.
 *
 * @throws TypeError if it is a number that may already have lost digits, or not an integer
 */
export const int64Text = (name: string, value: unknown): string => {
  // JavaScript callers can pass any value; the client writes only these two types.
  const given = value as Int64Input
  if (typeof given === 'bigint' || Number.isSafeInteger(given)) return String(BigInt(given))
  throw new TypeError(`${name} must be a bigint or a safe integer, not ${String(value)}.`)
}
