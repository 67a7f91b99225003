import type { Cell } from './sql/columns.ts'

export type MovedTable = {
  readonly name: string
  /** The names of the columns, and their types in the target. */
  readonly columns: ReadonlyArray<{ readonly name: string; readonly type: string }>
  /** The columns that identify a row. Rows are moved in this order, with text compared by bytes. */
  readonly key: readonly string[]
}

/** Rows of a table, each with the cells of all columns in order. */
export type Rows = ReadonlyArray<readonly Cell[]>

/** The limits of a page held in memory: rows, and approximate characters or bytes. */
export const pageBounds = { rows: 2_000, characters: 1_000_000 } as const

export const quotedName = (name: string): string => `"${name}"`

export const sizeOfRow = (row: readonly Cell[]): number =>
  row.reduce<number>(
    (sum, cell) => sum + (typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 8),
    0,
  )

/** The rows of a statement, one page at a time. */
export function* pagesOf(rows: Iterable<readonly Cell[]>): Iterable<Rows> {
  let page: Array<readonly Cell[]> = []
  let characters = 0
  for (const row of rows) {
    page.push(row)
    characters += sizeOfRow(row)
    if (page.length < pageBounds.rows && characters < pageBounds.characters) continue
    yield page
    page = []
    characters = 0
  }
  if (page.length > 0) yield page
}
