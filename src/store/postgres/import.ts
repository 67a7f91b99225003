import { type Import, ImportUnderWay } from '../../base/data/bulk.ts'
import { hiddenFieldsOf, type Row, type Table } from '../../base/data/table.ts'
import { cellsOf } from '../sql/columns.ts'
import type { BulkParts } from './bulk.ts'
import { commit, type LastStatement, nextOf, positionsIn, takeLock } from './commit.ts'
import { connect, type Connection } from './connection.ts'
import { columnsOfRows, numbering } from './engine.ts'
import { locks } from './locks.ts'
import type { WriteSql } from './table-sql.ts'
import { lastId } from './working-set.ts'
import type { Transaction } from './writer.ts'

/** Milliseconds that moving a row may take at most, with a large margin. */
const mostPerRow = 1

/**
 * Imports rows without delaying anybody for long. All of them become visible at one moment, or none if anything fails:
 *
 * 1. Gather the rows in a temporary table, over a connection of its own and in its one transaction.
 * 2. Take a range of ids for them, in a short transaction of another connection.
 * 3. Move the rows there, which nobody sees and nobody waits for.
 * 4. Take the lock of the store, write the totals and the one event that tells of all rows, and commit.
 *
 * If the import ends in between, the database drops the rows; their ids are not given again.
 *
 * @throws ImportUnderWay; StorageUnavailable. The commit of an import also throws OutcomeUnknown
 */
export const beginImport = async (
  parts: BulkParts,
  table: Table,
  sql: WriteSql,
): Promise<Import> => {
  if (table.id !== 'assigned') throw new TypeError(`${table.name} chooses its ids by itself.`)
  const filled = hiddenFieldsOf(table).find(({ isOptional }) => !isOptional)
  if (filled !== undefined) throw new TypeError(`No import fills ${table.name}.${filled.name}.`)
  const { address, patience } = parts
  const connection = await connect(address, {
    patience: patience.read,
    session: { lock_timeout: String(patience.lock) },
  })
  try {
    const [, taken] = await connection.within(patience.read, () =>
      connection.run(
        `BEGIN; SELECT pg_try_advisory_xact_lock(${locks.importing})::int; ${sql.gather.create}`,
      ),
    )
    if (taken?.rows[0]?.[0] !== 1) throw new ImportUnderWay()
    return gatherInto(connection, parts, table, sql)
  } catch (error) {
    await connection.end()
    throw error
  }
}

const gatherInto = (
  connection: Connection,
  { writer, log, committed, patience: { write } }: BulkParts,
  table: Table,
  sql: WriteSql,
): Import => {
  const { gather } = sql
  const totals = gather.columns.find(({ name }) => name === table.totals)?.column
  let count = 0

  /** Makes the moved rows visible. */
  const show = async (ids: { readonly first: bigint; readonly last: bigint }, at: number) => {
    // If this process stops in between, nobody waits for it for long.
    const bounded = `SET LOCAL idle_in_transaction_session_timeout = ${write}`
    const before = positionsIn(await connection.run(`${bounded}; ${takeLock}`))
    const positions = nextOf(before)
    const last: LastStatement[] = []
    const atCommit: Transaction['atCommit'] = (text, values) => void last.push([text, values])
    if (totals !== undefined) atCommit(gatheredTotals(totals), [table.name])
    const events = log(numbering(positions, atCommit))
    events.noteImport(table, { ...ids, count }, { at })
    events.save()
    await commit(connection, last, positions, before)
  }

  return {
    add: async (rows) => {
      if (rows.length === 0) return
      const cells = rows.map((row) => cellsOf(gather.columns, row as Row))
      await connection.within(write, () => connection.query(gather.insert, columnsOfRows(cells)))
      count += rows.length
    },
    commit: async (clock, progress) => {
      if (count === 0) return { count: 0, ids: undefined, heldUp: 0 }
      const before = await writer.transaction(async ({ positions }) => {
        const last = positions.get(lastId(table)) ?? 0n
        positions.set(lastId(table), last + BigInt(count))
        return last
      })
      await connection.within(write + count * mostPerRow, () =>
        connection.query(gather.move, [before]),
      )
      progress(count)
      const ids = { first: before + 1n, last: before + BigInt(count) }
      const started = performance.now()
      await connection.within(write, () => show(ids, clock()))
      await committed()
      return { count, ids, heldUp: performance.now() - started }
    },
    end: async () => await connection.end(),
  }
}

const gatheredTotals = (column: string): string => `
  INSERT INTO totals (table_name, value, count)
  SELECT $1, "${column}", count(*) FROM gathered GROUP BY 2
  ON CONFLICT (table_name, value) DO UPDATE SET count = totals.count + excluded.count`
