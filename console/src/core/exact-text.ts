/**
 * Writes a value as JSON on several lines, each int64 digit for digit, which `JSON.stringify` cannot
 * in every browser.
 */
export const exactJson = (value: unknown, indent = ''): string => {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const members = Object.entries(value).map(
    ([name, member]) =>
      inner + (isList ? '' : `${JSON.stringify(name)}: `) + exactJson(member, inner),
  )
  const [open, close] = isList ? '[]' : '{}'
  return members.length === 0
    ? `${open}${close}`
    : `${open}\n${members.join(',\n')}\n${indent}${close}`
}
