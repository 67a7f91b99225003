import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { Bulk } from '../../data/bulk.ts'
import type { ShownRowOf, Table } from '../../data/table.ts'
import type { Changes } from '../changes.ts'
import { rowOf } from '../sql/columns.ts'
import { guarded } from './guard.ts'
import { beginImport, type EventWriting } from './import.ts'
import { tableSql } from './table-sql.ts'

const batchSize = 1_000

/** An edge of the ids that an import has hidden in a table; beyond all ids if there is no import into it. */
const hidden = (edge: 'min(first)' | 'max(last)', { name }: Table): string =>
  `(SELECT coalesce(${edge}, 9223372036854775807) FROM import_under_way WHERE table_name = '${name}')`

/** The condition that a row is visible. */
const seen = (table: Table): string =>
  `(id < ${hidden('min(first)', table)} OR id > ${hidden('max(last)', table)})`

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
    guarded(database, () => {
      const query = `SELECT count(*) AS n FROM ${table.name} WHERE ${seen(table)}`
      return Number(database.prepare(query).get()?.['n'])
    }),
  async *all<T extends Table>(table: T) {
    const { shown, all } = tableSql(table)
    const rows = database.prepare(all(seen(table)))
    rows.setReadBigInts(true)
    rows.setReturnArrays(true)
    let batch: Array<ShownRowOf<T>> = []
    // One statement reads one snapshot, however long it takes (https://www.sqlite.org/isolation.html).
    for (const cells of rows.iterate()) {
      // The columns are those of the table's schema.
      batch.push(rowOf(shown, cells as unknown as readonly SQLOutputValue[]) as ShownRowOf<T>)
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  },
  beginImport: async (table) => await beginImport(database, table, changes, events),
  applyAll,
})
