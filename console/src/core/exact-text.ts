/** Stands before an int64 on its way. No text of the store has a control character, so none looks alike. */
const mark = '\u0001'

/**
 * Writes a value as JSON on several lines, each int64 digit for digit, which `JSON.stringify` cannot
 * in every browser.
 */
export const exactJson = (value: unknown): string =>
  JSON.stringify(value, replace, 2).replaceAll(/"\\u0001(-?\d+)"/g, '$1')

/** Takes each member as it is, since the client's objects have a `toJSON` that writes an int64 as a number. */
function replace(this: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = this[name]
  return typeof value === 'bigint' ? mark + String(value) : value
}
