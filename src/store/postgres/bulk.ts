import type { PostgresAddress } from '../../base/config/store-address.ts'
import type { Bulk } from '../../base/data/bulk.ts'
import type { PublicRowOf, Table } from '../../base/data/table.ts'
import { tableIn } from '../reads.ts'
import { rowOf, shownColumnsOf } from '../sql/columns.ts'
import type { EventLog } from '../event-log.ts'
import type { KnownTable } from './working-set.ts'
import { connect } from './connection.ts'
import { beginImport } from './import.ts'
import type { Query } from './readers.ts'
import type { Patience, Writer } from './writer.ts'

const batchSize = 1_000

export type BulkParts = {
  readonly address: PostgresAddress
  readonly patience: Patience
  readonly query: Query
  readonly writer: Writer
  readonly tables: ReadonlyMap<string, KnownTable>
  readonly log: EventLog
  readonly applyAll: Bulk['applyAll']
  /** As in `GroupCommit`. */
  readonly committed: () => Promise<void>
}

export const postgresBulk = (parts: BulkParts): Bulk => {
  const { address, patience, query, tables, applyAll } = parts
  const known = tableIn(tables)

  return {
    count: async (table) => Number((await query(known(table).sql.countAll)).rows[0]?.[0]),
    async *all<T extends Table>(table: T) {
      const shown = shownColumnsOf(table)
      const connection = await connect(address, { patience: patience.read, session: {} })
      const { read } = patience
      try {
        // A cursor reads as of one moment, however long it takes.
        await connection.within(read, () =>
          connection.run(
            `BEGIN READ ONLY; DECLARE rows NO SCROLL CURSOR FOR ${known(table).sql.all}`,
          ),
        )
        for (;;) {
          const { rows } = await connection.within(read, () =>
            connection.query(`FETCH ${batchSize} FROM rows`),
          )
          // The columns are those of the table's schema.
          if (rows.length > 0) yield rows.map((cells) => rowOf(shown, cells) as PublicRowOf<T>)
          if (rows.length < batchSize) return
        }
      } finally {
        await connection.end()
      }
    },
    beginImport: async (table) => await beginImport(parts, table, known(table).writes),
    applyAll,
  }
}
