import type { Cell } from './sql/columns.ts'

/** A table as the target of a move keeps it. */
export type MovedTable = {
  readonly name: string
  /** The names of its columns, and their types in the target. */
  readonly columns: ReadonlyArray<{ readonly name: string; readonly type: string }>
  /** The names of the columns that tell its rows apart. Rows are moved in their order: text by its bytes. */
  readonly key: readonly string[]
}

/** Some rows of a table, each with the cells of all its columns, in their order. */
export type Rows = ReadonlyArray<readonly Cell[]>

/** Most rows of one page, and about how many characters or bytes it may have: what a move keeps in memory. */
export const pageBounds = { rows: 2_000, characters: 1_000_000 } as const

/** About how many characters, or bytes, a row has. */
export const sizeOfRow = (row: readonly Cell[]): number =>
  row.reduce<number>(
    (sum, cell) => sum + (typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 8),
    0,
  )

/** Where the rows of a move come from. Nobody else writes to it meanwhile. */
export type MoveSource = {
  /** A secret that no other store has. */
  readonly secret: Uint8Array
  /** @throws UnusableDatabase if it lacks the table, has other columns, or has a table that no one of these takes */
  refuseOtherTables(tables: readonly MovedTable[]): void
  count(table: MovedTable): number
  /** Pages of its rows behind a key, or all of them. */
  pages(table: MovedTable, after?: readonly Cell[]): Iterable<Rows>
  close(): void
}

/** Where the rows of a move go. Each page is kept together with the note of how far the move came. */
export type MoveTarget = {
  readonly tables: readonly MovedTable[]
  /** The key of the last row of a table that is here; undefined if there is none. */
  reached(table: MovedTable): readonly Cell[] | undefined
  add(table: MovedTable, rows: Rows): Promise<void>
  /** Removes the rows of a table. */
  empty(table: MovedTable): Promise<void>
  pages(table: MovedTable): AsyncIterable<Rows>
  /** Opens the store for the service. */
  finish(): Promise<void>
  close(): Promise<void>
}
