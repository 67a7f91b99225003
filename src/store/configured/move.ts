import { createHash } from 'node:crypto'
import { type MovedTable, pagesOf, type Rows } from '../moved-table.ts'
import type { MoveTarget } from '../postgres/move-target.ts'
import type { Cell } from '../sql/columns.ts'
import type { MoveSource } from '../sqlite/move-source.ts'
import { UnusableDatabase } from '../unusable-database.ts'

type TableFacts = { readonly rows: number; readonly digest: string }

export type Moved = Awaited<ReturnType<typeof moveStore>>

/** Told of rows that were copied, or compared, of so many. */
export type MoveProgress = {
  readonly copied: (rows: number, of: number) => void
  readonly compared: (rows: number, of: number) => void
}

/** Copies and compares all rows. It throws UnusableDatabase if they differ, or StorageUnavailable. */
export const moveStore = async (source: MoveSource, target: MoveTarget, progress: MoveProgress) => {
  const { tables } = target
  source.refuseOtherTables(tables)
  const of = tables.reduce((sum, table) => sum + source.count(table), 0)
  let copied = 0
  for (const table of tables) {
    // The next page is read while the target writes the one before.
    let writing = Promise.resolve()
    for (const page of pagesOf(source.rows(table))) {
      await writing
      writing = target.add(table, page)
      // It is awaited later, and a rejection until then is no fault of the process.
      writing.catch(() => {})
      progress.copied((copied += page.length), of)
    }
    await writing
  }
  const facts: Array<readonly [string, TableFacts]> = []
  let compared = 0
  for (const table of tables) {
    const there = await factsOfPages(target.pages(table), (rows) =>
      progress.compared((compared += rows), of),
    )
    const here = await factsOfPages(pagesOf(source.rows(table)))
    if (here.digest !== there.digest) throw differs(table, here, there)
    facts.push([table.name, here])
  }
  await target.finish()
  /** By the name of the table, the same on both sides. */
  return { tables: Object.fromEntries(facts) }
}

const differs = ({ name }: MovedTable, here: TableFacts, there: TableFacts): UnusableDatabase => {
  const what =
    here.rows === there.rows
      ? `The copies of the table ${name} differ, though both have ${here.rows} rows.`
      : `The table ${name} has ${here.rows} rows, and its copy ${there.rows}.`
  const advice = 'The source was not changed, and the database is empty.'
  return new UnusableDatabase(`${what} ${advice}`)
}

const factsOfPages = async (
  pages: Iterable<Rows> | AsyncIterable<Rows>,
  onRows: (rows: number) => void = () => {},
): Promise<TableFacts> => {
  const hash = createHash('sha256')
  let rows = 0
  for await (const page of pages) {
    hash.update(page.map((row) => `${JSON.stringify(row.map(textOf))}\n`).join(''))
    rows += page.length
    onRows(page.length)
  }
  return { rows, digest: hash.digest('hex') }
}

/** The text of a cell, with its kind: an integer may be a number or a bigint. */
const textOf = (cell: Cell): string | null => {
  if (cell === null) return null
  if (typeof cell === 'string') return `text ${cell}`
  return cell instanceof Uint8Array ? Buffer.from(cell).toString('base64') : String(cell)
}
