import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { type Bulk, mostTogether } from '../../data/bulk.ts'
import type { Act } from '../../data/act.ts'
import type { Change, Result } from '../../data/change.ts'
import type { ShownRowOf, Table } from '../../data/table.ts'
import type { Changes } from '../changes.ts'
import type { ApplyChanges, EventWriting } from './apply.ts'
import { rowOf } from '../sql/columns.ts'
import { transaction } from './transaction.ts'
import { guarded } from './guard.ts'
import { beginImport } from './import.ts'
import { tableSql } from './table-sql.ts'

const batchSize = 1_000

/** An edge of the ids that an import has hidden in a table; beyond all ids if there is no import into it. */
const hidden = (edge: 'min(first)' | 'max(last)', { name }: Table): string =>
  `(SELECT coalesce(${edge}, 9223372036854775807) FROM import_under_way WHERE table_name = '${name}')`

/** The condition that a row is visible. */
const seen = (table: Table): string =>
  `(id < ${hidden('min(first)', table)} OR id > ${hidden('max(last)', table)})`

/** Ends the transaction of changes of which one was refused. */
class AnyRefused extends Error {}

/**
 * @param database a connection that nothing else uses meanwhile
 * @param writes over the same connection
 */
export const sqliteBulk = (
  database: DatabaseSync,
  changes: Changes,
  writes: ApplyChanges,
  events: EventWriting,
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
  applyAll: async <R extends Result>(all: ReadonlyArray<Change<R>>, act: Act) => {
    if (all.length > mostTogether) {
      throw new RangeError(`At most ${mostTogether} changes can be made together.`)
    }
    const results: R[] = []
    const refused: Array<{ readonly at: number; readonly result: R }> = []
    writes.begin()
    try {
      guarded(database, () =>
        transaction(database, () => {
          for (const [at, change] of all.entries()) {
            const [isMade, result] = writes.decide(change, act)
            // The rule of this kind of change returns this kind of result.
            results.push(result as R)
            if (!isMade) refused.push({ at, result: result as R })
          }
          if (refused.length > 0) throw new AnyRefused()
          writes.finish()
        }),
      )
    } catch (error) {
      if (error instanceof AnyRefused) return { outcome: 'refused', refused }
      throw error
    }
    changes.move()
    return { outcome: 'done', results }
  },
})
