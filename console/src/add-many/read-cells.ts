import { fieldNames } from '../model/fields.ts'
import { type Columns, ofColumns } from './columns.ts'

/** The cells of a spreadsheet, row by row, as text. */
export type Cells = ReadonlyArray<readonly string[]>

/**
 * Parses cells pasted from a spreadsheet, or a CSV file (RFC 4180). The separator is a tab, semicolon or
 * comma, whichever is most frequent in the first line. Empty lines are left out.
 */
export const readCells = (text: string): Cells => {
  const whole = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(whole)
  // The quoted part, the unquoted part, and the separator that ends the cell.
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

/** Decodes a file: UTF-8, or else the encoding that spreadsheet programs on Windows use. */
export const textOfFile = (bytes: ArrayBuffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The likely columns if there are no headings: the order in which people write them. */
export const columnsByOrder = (cells: Cells): Columns => {
  const width = widthOf(cells)
  return ofColumns((name) => {
    const column = fieldNames.findIndex((field) => field === name)
    return column < Math.min(width, 3) ? column : -1
  })
}

/** The number of cells in the longest row. */
export const widthOf = (cells: Cells): number => Math.max(...cells.map((row) => row.length))

/** The name of a column in spreadsheets: A to Z, then AA. */
export const letterOf = (column: number): string =>
  // In base 36, the digits after 9 are the letters.
  (column < 26 ? '' : letterOf(Math.floor(column / 26) - 1)) +
  (10 + (column % 26)).toString(36).toUpperCase()
