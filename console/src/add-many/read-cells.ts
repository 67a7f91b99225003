import { fieldNames } from '../model/fields.ts'
import { type Columns, ofColumns } from './columns.ts'

/** The cells of a spreadsheet, row by row, as text. */
export type Cells = ReadonlyArray<readonly string[]>

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

/** What the columns probably are if nothing names them: the order that people write them in. */
export const columnsByOrder = (cells: Cells): Columns => {
  const width = widthOf(cells)
  return ofColumns((name) => {
    const column = fieldNames.findIndex((field) => field === name)
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
