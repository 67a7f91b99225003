import { type Import, ImportUnderWay } from '../../data/bulk.ts'
import { hiddenFieldsOf, type Row, type Table } from '../../data/table.ts'
import { cellsOf } from '../sql/columns.ts'
import type { BulkParts } from './bulk.ts'
import { connect, type Connection } from './connection.ts'
import { columnsOfRows } from './event-log.ts'
import { locks } from './locks.ts'
import type { TableSql } from './table-sql.ts'
import { lastId } from './working-set.ts'
import { type Transaction, versionPosition } from './writer.ts'

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
 * @throws ImportUnderWay
 */
export const beginImport = async (
  parts: BulkParts,
  table: Table,
  sql: TableSql,
): Promise<Import> => {
  if (table.id !== 'assigned') throw new TypeError(`${table.name} chooses its ids by itself.`)
  const filled = hiddenFieldsOf(table).find(({ isOptional }) => !isOptional)
  if (filled !== undefined) throw new TypeError(`No import fills ${table.name}.${filled.name}.`)
  const { address, patience } = parts
  const connection = await connect(address, { patience: patience.read, session: {} })
  try {
    const [, taken] = await connection.run(
      `BEGIN; SELECT pg_try_advisory_xact_lock(${locks.importing})::int; ${sql.gather.create}`,
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
  { writer, applying, committed }: BulkParts,
  table: Table,
  sql: TableSql,
): Import => {
  const { gather } = sql
  const totals = gather.columns.find(({ name }) => name === table.totals)?.column
  let count = 0n
  return {
    add: async (rows) => {
      if (rows.length === 0) return
      const cells = rows.map((row) => cellsOf(gather.columns, row as Row))
      await connection.query(gather.insert, columnsOfRows(cells))
      count += BigInt(rows.length)
    },
    commit: async (clock, progress) => {
      if (count === 0n) return { count: 0, ids: undefined, heldUp: 0 }
      const before = await writer.transaction(async ({ positions }) => {
        const last = positions.get(lastId(table)) ?? 0n
        positions.set(lastId(table), last + count)
        return last
      })
      await connection.query(gather.move, [before])
      progress(Number(count))
      const ids = { first: before + 1n, last: before + count }
      const started = performance.now()
      const positions = await takeLock(connection)
      const writes: Array<Promise<unknown>> = []
      const atCommit: Transaction['atCommit'] = (text, values) =>
        void writes.push(connection.query(text, values))
      if (totals !== undefined) atCommit(gatheredTotals(totals), [table.name])
      const events = applying.log({ positions, atCommit })
      events.noteImport(table, { ...ids, count: Number(count) }, { at: clock() })
      events.save()
      positions.set(versionPosition, (positions.get(versionPosition) ?? 0n) + 1n)
      atCommit(savePositions, [[...positions.keys()], [...positions.values()]])
      await Promise.all(writes)
      await connection.run('COMMIT')
      await committed()
      return { count: Number(count), ids, heldUp: performance.now() - started }
    },
    end: async () => await connection.end(),
  }
}

/** Takes the lock of the store inside the import's transaction, and reads the positions. */
const takeLock = async (connection: Connection): Promise<Map<string, bigint>> => {
  const answers = await connection.run(
    `SELECT pg_advisory_xact_lock(${locks.store}); SELECT name, value FROM positions`,
  )
  return new Map((answers.at(-1)?.rows ?? []) as ReadonlyArray<readonly [string, bigint]>)
}

const savePositions = `
  INSERT INTO positions (name, value) SELECT * FROM unnest($1::text[], $2::bigint[])
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`

const gatheredTotals = (column: string): string => `
  INSERT INTO totals (table_name, value, count)
  SELECT $1, "${column}", count(*) FROM gathered GROUP BY 2
  ON CONFLICT (table_name, value) DO UPDATE SET count = totals.count + excluded.count`
