import type { PostgresAddress } from '../../config/store-address.ts'
import { type Bulk, mostTogether } from '../../data/bulk.ts'
import type { Act } from '../../data/act.ts'
import type { Change, Result } from '../../data/change.ts'
import type { ShownRowOf, Table } from '../../data/table.ts'
import { rowOf } from '../sql/columns.ts'
import { Applying, type ApplyParts } from './apply.ts'
import { connect } from './connection.ts'
import { beginImport } from './import.ts'
import type { Query } from './readers.ts'
import type { TableSql } from './table-sql.ts'
import type { Patience, Writer } from './writer.ts'

const batchSize = 1_000

/** Milliseconds that many changes together may take. */
const togetherPatience = 60_000

/** Ends the transaction of changes of which one was refused. */
class AnyRefused extends Error {}

export type BulkParts = {
  readonly address: PostgresAddress
  readonly patience: Patience
  readonly query: Query
  readonly writer: Writer
  readonly applying: ApplyParts
  /** As in `GroupCommit`. */
  readonly committed: () => Promise<void>
}

export const postgresBulk = (parts: BulkParts): Bulk => {
  const { address, patience, query, writer, applying, committed } = parts
  const sqlOf = ({ name }: Table): TableSql => {
    const known = applying.tables.get(name)
    if (known === undefined) throw new Error(`This store has no table ${name}.`)
    return known.sql
  }

  return {
    count: async (table) => Number((await query(sqlOf(table).countAll)).rows[0]?.[0]),
    async *all<T extends Table>(table: T) {
      const { shown, all } = sqlOf(table)
      const connection = await connect(address, { patience: patience.read, session: {} })
      const { read } = patience
      try {
        // A cursor reads as of one moment, however long it takes.
        await connection.within(read, () =>
          connection.run(`BEGIN READ ONLY; DECLARE rows NO SCROLL CURSOR FOR ${all}`),
        )
        for (;;) {
          const { rows } = await connection.within(read, () =>
            connection.query(`FETCH ${batchSize} FROM rows`),
          )
          // The columns are those of the table's schema.
          if (rows.length > 0) yield rows.map((cells) => rowOf(shown, cells) as ShownRowOf<T>)
          if (rows.length < batchSize) return
        }
      } finally {
        await connection.end()
      }
    },
    beginImport: async (table) => await beginImport(parts, table, sqlOf(table)),
    applyAll: async <R extends Result>(all: ReadonlyArray<Change<R>>, act: Act) => {
      if (all.length > mostTogether) {
        throw new RangeError(`At most ${mostTogether} changes can be made together.`)
      }
      const results: R[] = []
      const refused: Array<{ readonly at: number; readonly result: R }> = []
      try {
        await writer.transaction(async (transaction) => {
          const making = new Applying(applying, transaction)
          const asked = all.map((change) => ({ change, act }))
          await making.prepare(asked)
          for (const [at, each] of asked.entries()) {
            const [isMade, result] = await making.decide(each)
            // The rule of this kind of change returns this kind of result.
            results.push(result as R)
            if (!isMade) refused.push({ at, result: result as R })
          }
          if (refused.length > 0) throw new AnyRefused()
          await making.save()
        }, togetherPatience)
      } catch (error) {
        if (error instanceof AnyRefused) return { outcome: 'refused', refused }
        throw error
      }
      await committed()
      return { outcome: 'done', results }
    },
  }
}
