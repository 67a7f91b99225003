import { createHash, type Hash } from 'node:crypto'
import type { Cell } from './sql/columns.ts'
import { UnusableDatabase } from './unusable-database.ts'

/** A table as the target of a move has it. */
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
  /** Its rows behind a key, or all of them. */
  rows(table: MovedTable, after?: readonly Cell[]): Iterable<readonly Cell[]>
  close(): void
}

/** Where the rows of a move go. Nobody else writes to it meanwhile. */
export type MoveTarget = {
  readonly tables: readonly MovedTable[]
  /** The key of the last row of a table that is here; undefined if there is none. */
  reached(table: MovedTable): Promise<readonly Cell[] | undefined>
  /** Adds rows: all of them, or none. */
  add(table: MovedTable, rows: Rows): Promise<void>
  /** Removes the rows of a table. */
  empty(table: MovedTable): Promise<void>
  pages(table: MovedTable): AsyncIterable<Rows>
  /** Opens the store for the service. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** How many rows a table has, and a digest (SHA-256) of all of them. */
export type TableFacts = { readonly rows: number; readonly digest: string }

/** What a move did. */
export type Moved = {
  /** By the name of the table, the same on both sides. */
  readonly tables: Readonly<Record<string, TableFacts>>
  /** Whether an earlier run had begun it. */
  readonly isResumed: boolean
}

/** Told of rows that were copied, or compared, of so many. */
export type MoveProgress = {
  readonly copied: (rows: number, of: number) => void
  readonly compared: (rows: number, of: number) => void
}

/**
 * Copies all rows of a store to another one page by page, then reads and compares both. A killed move resumes where it
 * stopped. If the source has changed since, tables that differ are copied anew.
 *
 * @throws UnusableDatabase if the two differ in the end; StorageUnavailable
 */
export const moveStore = async (
  source: MoveSource,
  target: MoveTarget,
  progress: MoveProgress,
): Promise<Moved> => {
  const { tables } = target
  source.refuseOtherTables(tables)
  const of = tables.reduce((sum, table) => sum + source.count(table), 0)
  const begun = new Set<MovedTable>()

  let copied = 0
  for (const table of tables) {
    const after = await target.reached(table)
    if (after !== undefined) begun.add(table)
    await copy(source, target, table, after, (rows) => progress.copied((copied += rows), of))
  }

  const facts: Array<readonly [string, TableFacts]> = []
  let compared = 0
  const compare = async (table: MovedTable): Promise<readonly [TableFacts, TableFacts]> => {
    const there = await factsOfPages(target.pages(table), (rows) =>
      progress.compared((compared += rows), of),
    )
    return [await factsOfPages(pagesOf(source.rows(table))), there]
  }
  for (const table of tables) {
    let [here, there] = await compare(table)
    if (here.digest !== there.digest && begun.has(table)) {
      await target.empty(table)
      await copy(source, target, table, undefined, () => {})
      ;[here, there] = await compare(table)
    }
    if (here.digest !== there.digest) throw differs(table, here, there)
    facts.push([table.name, here])
  }
  await target.finish()
  return { tables: Object.fromEntries(facts), isResumed: begun.size > 0 }
}

const copy = async (
  source: MoveSource,
  target: MoveTarget,
  table: MovedTable,
  after: readonly Cell[] | undefined,
  onRows: (rows: number) => void,
): Promise<void> => {
  // The next page is read while the target writes the one before.
  let writing = Promise.resolve()
  for (const page of pagesOf(source.rows(table, after))) {
    await writing
    writing = target.add(table, page)
    // It is awaited later, and a rejection until then is no fault of the process.
    writing.catch(() => {})
    onRows(page.length)
  }
  await writing
}

function* pagesOf(rows: Iterable<readonly Cell[]>): Iterable<Rows> {
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

const differs = ({ name }: MovedTable, here: TableFacts, there: TableFacts): UnusableDatabase =>
  new UnusableDatabase(
    here.rows === there.rows
      ? `The copies of the table ${name} differ, though both have ${here.rows} rows. The source was left as it is; begin anew with an empty database.`
      : `The table ${name} has ${here.rows} rows, and its copy ${there.rows}. The source was left as it is; begin anew with an empty database.`,
  )

const factsOfPages = async (
  pages: Iterable<Rows> | AsyncIterable<Rows>,
  onRows: (rows: number) => void = () => {},
): Promise<TableFacts> => {
  const hash = createHash('sha256')
  let rows = 0
  for await (const page of pages) {
    digestInto(hash, page)
    rows += page.length
    onRows(page.length)
  }
  return { rows, digest: hash.digest('hex') }
}

/** Writes each cell with its kind and length, so the digest does not depend on the pages. */
const digestInto = (hash: Hash, rows: Rows): void => {
  let text = ''
  for (const row of rows) {
    for (const cell of row) {
      if (cell === null) text += 'n '
      else if (typeof cell === 'string') text += `t${cell.length}:${cell} `
      else if (typeof cell !== 'object') text += `i${cell} `
      else {
        hash.update(`${text}b${cell.length}:`).update(cell)
        text = ' '
      }
    }
    text += '\n'
  }
  hash.update(text)
}
