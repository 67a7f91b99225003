/** The cells of a spreadsheet, row by row, as text. */
export type Cells = ReadonlyArray<readonly string[]>

/** What a column can be. */
export const columnKinds = ['name', 'category', 'status'] as const
export type ColumnKind = (typeof columnKinds)[number]

/** Which column is what, from 0 on; -1 for none. */
export type Columns = Readonly<Record<ColumnKind, number>>

/**
 * Reads cells that were pasted from a spreadsheet, or a CSV file (RFC 4180): with tabs, semicolons or
 * commas, whichever the first line has most of. Empty lines are left out.
 */
export const readCells = (text: string): Cells => {
  const whole = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(whole)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < whole.length; at += 1) {
    const character = whole.charAt(at)
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (whole.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) {
      row.push(cell)
      cell = ''
    } else if (character === '\n' || character === '\r') {
      rows.push([...row, cell])
      row = []
      cell = ''
    } else cell += character
  }
  rows.push([...row, cell])
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

const headings: Readonly<Record<ColumnKind, RegExp>> = {
  name: /^(?:animal|name|pet)s?$/i,
  category: /^(?:category|categoryid|kind|species)$/i,
  status: /^(?:status|state)$/i,
}

/** Which columns the headings name, or undefined if the first row has no headings. */
export const columnsOfHeadings = (first: readonly string[]): Columns | undefined => {
  const of = (kind: ColumnKind): number =>
    first.findIndex((cell) => headings[kind].test(cell.trim().replaceAll(/[\s_]/g, '')))
  const columns = { name: of('name'), category: of('category'), status: of('status') }
  return columns.name >= 0 ? columns : undefined
}

/** What the columns probably are if nothing names them: the order that people write them in. */
export const columnsByOrder = (cells: Cells): Columns => {
  const width = Math.max(0, ...cells.map((row) => row.length))
  return { name: 0, category: width > 1 ? 1 : -1, status: width > 2 ? 2 : -1 }
}

/** The letter by which spreadsheets call a column: A to Z, then AA. */
export const letterOf = (column: number): string =>
  (column < 26 ? '' : letterOf(Math.floor(column / 26) - 1)) +
  String.fromCodePoint(65 + (column % 26))

/** Cells as a CSV file that every spreadsheet program reads. */
export const csvOf = (cells: Cells): string =>
  cells
    .map((row) =>
      row.map((cell) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(),
    )
    .join('\r\n')
