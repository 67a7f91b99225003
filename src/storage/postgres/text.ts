import type { Cell } from '../sql/columns.ts'

/**
 * A text as PostgreSQL keeps it, which takes no NUL. A NUL becomes U+0001 U+0001, and U+0001 becomes U+0001 U+0002, so
 * the kept texts sort as the given ones do.
 */
export const keptText = (text: string): string =>
  text.includes('\u0000') || text.includes('\u0001')
    ? text.replaceAll('\u0001', '\u0001\u0002').replaceAll('\u0000', '\u0001\u0001')
    : text

/** The text that `keptText` was given. */
export const givenText = (kept: string): string => {
  if (!kept.includes('\u0001')) return kept
  let text = ''
  for (let at = 0; at < kept.length; at += 1) {
    if (kept[at] === '\u0001') {
      at += 1
      text += kept[at] === '\u0001' ? '\u0000' : '\u0001'
    } else text += kept[at]
  }
  return text
}

/**
 * An array as PostgreSQL reads it (manual, 8.15.2), with its texts as it keeps them. The driver's own way, which takes any
 * value, was an eighth of what a create takes the node.
 */
export const keptArray = (cells: readonly Cell[]): string => `{${cells.map(element).join(',')}}`

const element = (cell: Cell): string => {
  if (typeof cell === 'string') return `"${escaped(keptText(cell))}"`
  if (cell === null) return 'NULL'
  return typeof cell === 'object' ? `"\\\\x${Buffer.from(cell).toString('hex')}"` : String(cell)
}

const escaped = (text: string): string =>
  text.includes('"') || text.includes('\\')
    ? text.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`)
    : text
