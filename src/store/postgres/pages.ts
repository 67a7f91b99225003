import { pageBounds, type Rows, sizeOfRow } from '../moved-table.ts'
import type { Connection } from './connection.ts'

/**
 * The rows of a statement as of one moment, page by page, inside a transaction.
 * @param patience milliseconds that a page may take
 */
export async function* pagesBy(
  connection: Connection,
  text: string,
  patience: number,
): AsyncGenerator<Rows> {
  const run = async (statement: string) =>
    await connection.within(patience, () => connection.run(statement))
  // A cursor reads as of one moment, however long it takes.
  await run(`DECLARE rows NO SCROLL CURSOR FOR ${text}`)
  // Rows may be large: the first pages tell how many are a page.
  let count = 10
  // The server reads the next page while the one before is looked at.
  for (let next = run(`FETCH ${count} FROM rows`); ;) {
    const [{ rows } = { rows: [] }] = await next
    if (rows.length === 0) break
    const size = rows.reduce((sum, row) => sum + sizeOfRow(row), 0) / rows.length
    count = Math.min(pageBounds.rows, Math.ceil(pageBounds.characters / size))
    next = run(`FETCH ${count} FROM rows`)
    next.catch(() => {})
    yield rows
  }
  await run('CLOSE rows')
}
