import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

/**
 * Rows of one table that a transaction inserts. They wait, and many are written by one statement: that takes half the
 * time of a statement for each, above all if SQLite keeps the highest id of the table.
 */
export type RowBatch = {
  /** @param cells of one row */
  readonly add: (cells: readonly SQLInputValue[]) => void
  /** Writes the rows that wait. Call it before the table is read, and before the commit. */
  readonly write: () => void
  /** Forgets the rows that wait: their transaction was rolled back. */
  readonly forget: () => void
}

/** How many rows one statement writes, the most first. */
const sizes = [16, 4, 1] as const

/**
 * @param database the connection that writes
 * @param into the table and the columns to fill: `books (id, title)`
 * @param width how many columns they are
 * @param onConflict what follows the rows, like `ON CONFLICT DO NOTHING`
 */
export const rowBatch = (
  database: DatabaseSync,
  into: string,
  width: number,
  onConflict = '',
): RowBatch => {
  const statements = sizes.map((rows) => ({
    rows,
    statement: database.prepare(`${insertion(into, rows, width)} ${onConflict}`),
  }))
  let waiting: Array<readonly SQLInputValue[]> = []
  return {
    add: (cells) => void waiting.push(cells),
    write: () => {
      if (waiting.length === 0) return
      let from = 0
      for (const { rows, statement } of statements) {
        for (; from + rows <= waiting.length; from += rows) {
          const cells: SQLInputValue[] = []
          for (let at = from; at < from + rows; at += 1) {
            for (const cell of waiting[at] ?? []) cells.push(cell)
          }
          // Of a write `get` returns nothing; `run` would make an object.
          statement.get(...cells)
        }
      }
      waiting = []
    },
    forget: () => {
      if (waiting.length > 0) waiting = []
    },
  }
}

/**
 * The statement that inserts as many rows, and takes their cells. A row that cannot be written fails it. What it wrote
 * before stays in the transaction, which must be rolled back: to undo the statement alone, SQLite would copy each page
 * before it changes, and that takes longer than to write the rows.
 */
export const insertion = (into: string, rows: number, width: number): string => {
  const row = `(${Array(width).fill('?').join(', ')})`
  return `INSERT OR FAIL INTO ${into} VALUES ${Array(rows).fill(row).join(', ')}`
}
