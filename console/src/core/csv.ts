/** Matches what a spreadsheet program would take for a formula; not a number. */
const formula = /^(?:[=@\t\r]|[+-](?![\d.,]*$))/

/** Writes cells as a CSV file that every spreadsheet program reads, without any formulas. */
export const csvOf = (cells: ReadonlyArray<readonly string[]>): string =>
  cells.map((row) => row.map((cell) => csvCell(cell.replace(formula, "'$&"))).join()).join('\r\n')

/** The URL of a CSV file with these cells. A byte order mark tells spreadsheet programs that it is UTF-8. */
export const csvFile = (cells: ReadonlyArray<readonly string[]>): string =>
  URL.createObjectURL(new Blob([`\uFEFF${csvOf(cells)}`], { type: 'text/csv' }))

const csvCell = (cell: string): string =>
  /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
