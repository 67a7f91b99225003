import type { Cell } from './sql/columns.ts'

export type MovedTable = {
  readonly name: string
  /** The names of its columns, and their types in the target. */
  readonly columns: ReadonlyArray<{ readonly name: string; readonly type: string }>
  /** The names of the columns that tell its rows apart. Rows are moved in their order: text by its bytes. */
  readonly key: readonly string[]
}

/** Some rows of a table, each with the cells of all its columns, in their order. */
export type Rows = ReadonlyArray<readonly Cell[]>

/** Bounds of a page, which a move keeps in memory: rows, and about how many characters or bytes. */
export const pageBounds = { rows: 2_000, characters: 1_000_000 } as const

export const quotedName = (name: string): string => `"${name}"`

export const sizeOfRow = (row: readonly Cell[]): number =>
  row.reduce<number>(
    (sum, cell) => sum + (typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 8),
    0,
  )

/** The rows of a statement, page by page. */
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
