import { int64Fields } from './generated/facts.ts'
import type { Int64Input } from './types.ts'

// In text that is JSON: a string, and the colon behind it where it is a name; or a number.
const tokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[\d.eE+-]*/g

/**
 * Reads JSON (RFC 8259) without passing an int64 through a double: the fields that hold one become
 * `bigint`, and so does any other integer that a `number` could not hold exactly.
 *
 * `JSON.parse` hands out the digits of a number only in newer engines (source text access), so here
 * numbers reach it as strings: each string value gets the prefix `s`, each number `n`, and the
 * reviver takes them off again. `JSON.parse` judges the grammar, of the text as it came.
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
 * @throws TypeError where it is a number that may already have lost digits, or no integer
 */
export const int64Text = (name: string, value: unknown): string => {
  // Any value can come from JavaScript; only these two are written.
  const given = value as Int64Input
  if (typeof given === 'bigint' || Number.isSafeInteger(given)) return String(BigInt(given))
  throw new TypeError(`${name} must be a bigint or a safe integer, not ${String(value)}.`)
}
