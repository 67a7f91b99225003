/** Plain data whose integers are `bigint`. A `number` is not allowed: JSON cannot tell a 64-bit integer from a double. */
export type Exact =
  | string
  | boolean
  | bigint
  | null
  | undefined
  | readonly Exact[]
  | { readonly [name: string]: Exact }

/** Writes a value as JSON, without members that are `undefined`. It throws TypeError if it contains a number. */
export const writeExact = (value: Exact): string => JSON.stringify(value, withoutNumbers)

/** Reads what `writeExact` wrote, exactly. It throws SyntaxError or RangeError if it is not JSON, or has a fraction. */
export const readExact = (text: string): Exact =>
  // Up to 15 digits are exact in a double. Longer ones need a reviver, which takes five times as long.
  // With bigint for numbers, every JSON value is an `Exact`.
  (longDigits.test(text) ? JSON.parse(text, fromDigits) : fromNumbers(JSON.parse(text))) as Exact

const longDigits = /\d{16}/

const fromNumbers = (value: unknown): unknown => {
  if (typeof value === 'number') return BigInt(value)
  if (typeof value !== 'object' || value === null) return value
  const members = value as Record<string, unknown>
  // What `JSON.parse` makes inherits no members that are enumerated.
  for (const name in members) members[name] = fromNumbers(members[name])
  return members
}

/** A replacer for `JSON.stringify`: an integer that is a bigint keeps its digits. */
export const withDigits = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value

const withoutNumbers = (name: string, value: unknown): unknown => {
  if (typeof value === 'number') throw new TypeError(`${name} is a number; make it a bigint.`)
  return withDigits(name, value)
}

/** @param context as `JSON.parse` passes it for a primitive value: its source text */
const fromDigits = (
  _name: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown => (typeof value === 'number' ? BigInt(context?.source ?? value) : value)
