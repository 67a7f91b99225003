/**
 * Plain data whose integers are `bigint`: what `writeExact` writes, `readExact` reads back as it was. A
 * `number` has no place in it, since nothing in the text would tell an integer of 64 bits from a double.
 */
export type Exact =
  | string
  | boolean
  | bigint
  | null
  | undefined
  | readonly Exact[]
  | { readonly [name: string]: Exact }

/**
 * Writes a value as JSON, with every digit of its integers. A member that is `undefined` is left out.
 *
 * @throws TypeError if a number stands anywhere in it
 */
export const writeExact = (value: Exact): string => JSON.stringify(value, withDigits)

/**
 * Reads what `writeExact` wrote.
 *
 * @throws SyntaxError if the text is not JSON; that or RangeError if it holds a number that is no integer
 */
export const readExact = (text: string): Exact =>
  // Up to 15 digits are exact in a double. To ask for the spelling of a longer one takes five times as long.
  // JSON has nothing that `Exact` has not, once its numbers are bigint.
  (longDigits.test(text) ? JSON.parse(text, fromDigits) : fromNumbers(JSON.parse(text))) as Exact

const longDigits = /\d{16}/

const fromNumbers = (value: unknown): unknown => {
  if (typeof value === 'number') return BigInt(value)
  if (typeof value !== 'object' || value === null) return value
  const members = value as Record<string, unknown>
  for (const name of Object.keys(members)) members[name] = fromNumbers(members[name])
  return members
}

const withDigits = (name: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return JSON.rawJSON(String(value))
  if (typeof value === 'number') throw new TypeError(`${name} is a number; make it a bigint.`)
  return value
}

/** @param context as `JSON.parse` gives it for a value that is no object: the text that stands for it */
const fromDigits = (
  _name: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown => (typeof value === 'number' ? BigInt(context?.source ?? value) : value)
