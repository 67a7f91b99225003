/** Formats a table for a terminal or a Markdown page. */
export const table = (head: readonly string[], rows: ReadonlyArray<readonly string[]>): string => {
  const lines = [head, ...rows]
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  const text = (line: readonly string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [text(head), rule, ...rows.map(text), ''].join('\n')
}

/** Formats a number as an integer with thousands separators. */
export const number = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: 0 })
