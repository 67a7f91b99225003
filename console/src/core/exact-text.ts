/** Marks an int64 in intermediate JSON. No text of the store contains a control character, so none looks like it. */
const mark = '\u0001'

/** Writes a value as indented JSON with every digit of each int64, which `JSON.stringify` cannot do in every browser. */
export const exactJson = (value: unknown): string =>
  JSON.stringify(value, replace, 2).replaceAll(/"\\u0001(-?\d+)"/g, '$1')

/** Reads the member from `this`, since the client's objects have a `toJSON` that converts an int64. */
function replace(this: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = this[name]
  return typeof value === 'bigint' ? mark + String(value) : value
}
