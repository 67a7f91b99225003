import type { Cell } from '../sql/columns.ts'

/**
 * A text as PostgreSQL stores it, which takes no NUL: NUL becomes U+0001 U+0001, and U+0001 becomes U+0001 U+0002.
 * Encoded texts sort as the texts do.
 */
export const encodeText = (text: string): string =>
  text.includes('\u0000') || text.includes('\u0001')
    ? text.replaceAll('\u0001', '\u0001\u0002').replaceAll('\u0000', '\u0001\u0001')
    : text

/** Reverses `encodeText`. */
export const decodeText = (stored: string): string =>
  stored.includes('\u0001')
    ? stored.replaceAll('\u0001\u0001', '\u0000').replaceAll('\u0001\u0002', '\u0001')
    : stored

/** An array as PostgreSQL reads it (manual, 8.15.2). The driver's way took an eighth of the processor time of a create. */
export const encodeArray = (cells: readonly Cell[]): string => `{${cells.map(element).join(',')}}`

const element = (cell: Cell): string => {
  if (typeof cell === 'string') return `"${escaped(encodeText(cell))}"`
  if (cell === null) return 'NULL'
  return typeof cell === 'object' ? `"\\\\x${Buffer.from(cell).toString('hex')}"` : String(cell)
}

const escaped = (text: string): string =>
  text.includes('"') || text.includes('\\')
    ? text.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`)
    : text

/** The columns of some rows, which are all of one length. */
export const columnsOfRows = (rows: ReadonlyArray<readonly Cell[]>): Cell[][] =>
  (rows[0] ?? []).map((_, at) => rows.map((row) => row[at] ?? null))
