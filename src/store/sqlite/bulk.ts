import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { Bulk } from '../../base/data/bulk.ts'
import type { PublicRowOf, Table } from '../../base/data/table.ts'
import type { Changes } from '../changes.ts'
import { rowOf, shownColumnsOf } from '../sql/columns.ts'
import { tableSql } from '../table-sql.ts'
import { sqliteDialect } from './dialect.ts'
import { guarded } from './transaction.ts'
import { beginImport, type EventWriting } from './import.ts'

const batchSize = 1_000

/**
 * @param database a connection that nothing else uses meanwhile
 */
export const sqliteBulk = (
  database: DatabaseSync,
  changes: Changes,
  events: EventWriting,
  applyAll: Bulk['applyAll'],
): Bulk => ({
  count: async (table) =>
    guarded(database, () =>
      Number(
        Object.values(database.prepare(tableSql(sqliteDialect, table).countAll).get() ?? {})[0],
      ),
    ),
  async *all<T extends Table>(table: T) {
    const shown = shownColumnsOf(table)
    const rows = database.prepare(tableSql(sqliteDialect, table).all)
    rows.setReadBigInts(true)
    rows.setReturnArrays(true)
    let batch: Array<PublicRowOf<T>> = []
    // One statement reads one snapshot, however long it takes (https://www.sqlite.org/isolation.html).
    for (const cells of rows.iterate()) {
      // The columns are those of the table's schema.
      batch.push(rowOf(shown, cells as unknown as readonly SQLOutputValue[]) as PublicRowOf<T>)
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  },
  beginImport: async (table) => await beginImport(database, table, changes, events),
  applyAll,
})
