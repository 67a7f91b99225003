import type { PostgresAddress } from '../../base/config/store-address.ts'
import type { Table } from '../../base/data/table.ts'
import { type BulkEngine, type Gathering, idsBehind, importUnderWay } from '../bulk.ts'
import { connect, type Connection } from './connection.ts'
import { columnsOfRows } from './text.ts'
import { insertText, lockedTransaction, locks, takeLock } from './transaction.ts'
import { columnTypes, importedColumnsOf, names, quoted, versionColumn } from '../sql/columns.ts'
import { pageBounds, type Rows, sizeOfRow } from '../moved-table.ts'
import { lastId } from '../unit-of-work.ts'
import type { Patience, Writer } from './writer.ts'

type Parts = {
  readonly address: PostgresAddress
  readonly patience: Patience
  readonly writer: Writer
  readonly committed: () => Promise<void>
}

/**
 * Imports rows without delaying others for long. All become visible atomically, or none if anything fails:
 *
 * 1. Gather the rows in a temporary table, in a separate connection and transaction.
 * 2. Reserve a range of ids, in a short transaction of another connection.
 * 3. Move the rows, which are not visible yet.
 * 4. Take the lock of the store, write the totals and one event for all rows, and commit.
 *
 * If the import dies in between, the database drops the rows; their ids are not reused.
 */
export const postgresBulk = (parts: Parts): BulkEngine => {
  const { address, patience } = parts
  const { read, lock } = patience
  return {
    async *batches(text) {
      await using connection = await connect(address, { patience: read, session: {} })
      await connection.within(read, () => connection.run('BEGIN READ ONLY'))
      yield* pagesBy(connection, text, read)
    },
    gather: async (table) => {
      const sql = gatherSql(table)
      const session = { lock_timeout: String(lock) }
      await using opened = new AsyncDisposableStack()
      const connection = opened.use(await connect(address, { patience: read, session }))
      const taking = `SELECT pg_try_advisory_xact_lock(${locks.importing})::int`
      const [, taken] = await connection.within(read, () =>
        connection.run(`BEGIN; ${taking}; ${sql.create}`),
      )
      if (taken?.rows[0]?.[0] !== 1) throw importUnderWay()
      opened.move()
      return gathering(connection, parts, table, sql)
    },
  }
}

/**
 * The rows of a statement from one snapshot, one page at a time, inside a transaction.
 * @param patience the timeout of a page in milliseconds
 */
export async function* pagesBy(
  connection: Connection,
  text: string,
  patience: number,
): AsyncGenerator<Rows> {
  const run = async (statement: string) =>
    await connection.within(patience, () => connection.run(statement))
  // A cursor reads from one snapshot, however long it takes.
  await run(`DECLARE rows NO SCROLL CURSOR FOR ${text}`)
  // Rows may be large, so the first pages determine how many rows make a page.
  let count = 10
  // The server reads the next page while this one is processed.
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

/** The statements for the rows of an import, which have no ids yet. */
const gatherSql = (table: Table) => {
  const types = importedColumnsOf(table).map(
    (column) => [quoted(column), columnTypes.postgres[column.kind]] as const,
  )
  const list = names(importedColumnsOf(table))
  return {
    create: `CREATE TEMP TABLE gathered (
      number bigint GENERATED ALWAYS AS IDENTITY, ${types.map((each) => each.join(' ')).join(', ')}
    ) ON COMMIT DROP`,
    insert: insertText({ table: 'gathered', columns: Object.fromEntries(types) }),
    /** Moves all rows. The id of a row is its number plus `$1`. */
    move: `
      INSERT INTO ${table.name} (id, ${list}, ${versionColumn})
      SELECT number + $1, ${list}, 1 FROM gathered ORDER BY number`,
  }
}

/** The commit can also throw OutcomeUnknown. */
const gathering = (
  connection: Connection,
  { writer, committed, patience: { write } }: Parts,
  table: Table,
  sql: ReturnType<typeof gatherSql>,
): Gathering => ({
  add: async (rows) =>
    void (await connection.within(write, () => connection.query(sql.insert, columnsOfRows(rows)))),
  commit: async (count, note, progress) => {
    const before = await writer.write(function* ({ last, raise }) {
      const id = last(lastId(table))
      raise(lastId(table), id + BigInt(count))
      return id
    })
    // A millisecond per row is a generous limit.
    await connection.within(write + count, () => connection.query(sql.move, [before]))
    progress(count)
    const ids = idsBehind(before, count)
    const started = performance.now()
    await connection.within(write, async () => {
      // If this process stops in between, others do not wait for long.
      const bounded = `SET LOCAL idle_in_transaction_session_timeout = ${write}`
      const locked = await connection.run(`${bounded}; ${takeLock}`)
      const { transaction, commit } = lockedTransaction(connection, locked)
      note(transaction, ids)
      await commit()
    })
    await committed()
    return { ids, heldUp: performance.now() - started }
  },
  end: async () => await connection.end(),
})
