import { type FieldName, fieldNames, fieldWords, ofFields } from '../model/fields.ts'

/** The cells of a spreadsheet, row by row, as text. */
export type Cells = ReadonlyArray<readonly string[]>

/** Which column is what, from 0 on; -1 for none. */
export type Columns = Readonly<Record<FieldName, number>>

/**
 * Reads cells that were pasted from a spreadsheet, or a CSV file (RFC 4180): with tabs, semicolons or
 * commas, whichever the first line has most of. Empty lines are left out.
 */
export const readCells = (text: string): Cells => {
  const whole = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(whole)
  // What is in quotes, what is not, and what ends the cell.
  const cells = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"?)?([^${separator}\r\n]*)([${separator}\r\n]|$)`,
    'g',
  )
  const rows: Cells[number][] = []
  let row: string[] = []
  for (const [, quoted = '', plain = '', end] of whole.matchAll(cells)) {
    row.push(quoted.replaceAll('""', '"') + plain)
    if (end === separator) continue
    rows.push(row)
    row = []
  }
  return rows.filter((each) => each.some((value) => value.trim() !== ''))
}

const separatorOf = (text: string): string => {
  const [line = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1)
  const countOf = (separator: string): number => line.split(separator).length
  return ['\t', ';', ','].reduce((best, each) => (countOf(each) > countOf(best) ? each : best))
}

/** Reads the bytes of a file: UTF-8, else what spreadsheet programs of Windows write. */
export const textOfFile = (bytes: ArrayBuffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Which columns the headings name, or undefined if the first row has no headings. */
export const columnsOfHeadings = (first: readonly string[] = []): Columns | undefined => {
  const columns = ofFields((field) => {
    const heading = headings[field] ?? new RegExp(`^${field}$`, 'i')
    const own = fieldWords[field].toLowerCase()
    return first.findIndex(
      (cell) => heading.test(cell.replaceAll(/[\s_]/g, '')) || cell.trim().toLowerCase() === own,
    )
  })
  return columns.name < 0 ? undefined : columns
}

/** What people call the columns, if not by the field alone. */
const headings: Readonly<Partial<Record<FieldName, RegExp>>> = {
  name: /^(?:animal|name|pet)s?$/i,
  categoryId: /^(?:category(?:id)?|kind|species)$/i,
  status: /^stat(?:us|e)$/i,
}

/** What the columns probably are if nothing names them: the order that people write them in. */
export const columnsByOrder = (cells: Cells): Columns => {
  const width = widthOf(cells)
  return ofFields((field) => {
    const column = fieldNames.indexOf(field)
    return column < Math.min(width, 3) ? column : -1
  })
}

/** The cells of the longest row. */
export const widthOf = (cells: Cells): number => Math.max(...cells.map((row) => row.length))

/** The letter by which spreadsheets call a column: A to Z, then AA. */
export const letterOf = (column: number): string =>
  // The digits of base 36 after 9 are the letters.
  (column < 26 ? '' : letterOf(Math.floor(column / 26) - 1)) +
  (10 + (column % 26)).toString(36).toUpperCase()

/** What a spreadsheet program would take for a formula. A number is none. */
const formula = /^(?:[=@\t\r]|[+-](?![\d.,]*$))/

/** Cells as a CSV file that every spreadsheet program reads, and that calculates nothing there. */
export const csvOf = (cells: Cells): string =>
  cells.map((row) => row.map((cell) => csvCell(cell.replace(formula, "'$&"))).join()).join('\r\n')

/** The address of cells as a CSV file. A byte order mark tells spreadsheet programs that it is UTF-8. */
export const csvFile = (cells: Cells): string =>
  URL.createObjectURL(new Blob([`\uFEFF${csvOf(cells)}`], { type: 'text/csv' }))

const csvCell = (cell: string): string =>
  /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
