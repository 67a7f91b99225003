import type { Bulk, Import, Imported } from '../base/data/bulk.ts'
import { hiddenFieldsOf, type PublicRowOf, type Row, type Table } from '../base/data/table.ts'
import type { Answer, Engine, Transaction } from './engine.ts'
import type { EventLog } from './event-log.ts'
import { type ReadTable, tableIn } from './reads.ts'
import {
  type Cell,
  cellsOf,
  columnNamed,
  importedColumnsOf,
  quoted,
  rowOf,
  shownColumnsOf,
} from './sql/columns.ts'
import { addTotals } from './totals.ts'

/** How an engine reads and imports many rows. */
export type BulkEngine = {
  /** What a statement reads as of one moment, `batchSize` rows at a time. */
  readonly batches: (text: string) => AsyncIterable<Answer['rows']>
  /**
   * Makes a temporary table `gathered` with the columns of an imported row.
   *
   * @throws ImportUnderWay
   */
  readonly gather: (table: Table) => Promise<Gathering>
}

export const batchSize = 1_000

/** Rows of an import on their way into their table. */
export type Gathering = {
  /** Adds rows to `gathered`. */
  add(rows: ReadonlyArray<readonly Cell[]>): Promise<void>
  /** Reads from `gathered`. */
  read(text: string): Promise<Answer['rows']>
  /**
   * Takes ids for all rows, at least one, and makes them visible.
   *
   * @param note writes the event and totals, in the transaction that makes them visible
   */
  commit(
    count: number,
    note: (transaction: Pick<Transaction, 'insert' | 'next'>, ids: Ids) => void,
    progress: (moved: number) => void,
  ): Promise<{ readonly ids: Ids } & Pick<Imported, 'heldUp'>>
  end(): Promise<void>
}

type Ids = NonNullable<Imported['ids']>

/** The ids of some rows behind an id. */
export const idsBehind = (before: bigint, count: number): Ids => ({
  first: before + 1n,
  last: before + BigInt(count),
})

/** Reads and imports many rows, over any engine. */
export const storedBulk = (
  { read }: Pick<Engine, 'read'>,
  { batches, gather }: BulkEngine,
  tables: ReadonlyMap<string, ReadTable>,
  log: EventLog,
): Omit<Bulk, 'applyAll'> => {
  const tableOf = tableIn(tables)
  return {
    count: async (table) => Number((await read(tableOf(table).sql.countAll)).rows[0]?.[0]),
    async *all<T extends Table>(table: T) {
      const shown = shownColumnsOf(table)
      for await (const rows of batches(tableOf(table).sql.all)) {
        // The columns are those of the table's schema.
        yield rows.map((cells) => rowOf(shown, cells) as PublicRowOf<T>)
      }
    },
    beginImport: async (table) => {
      refuseImport(table)
      return importOf(table, await gather(table), log)
    },
  }
}

/** @throws TypeError if no import can fill a table */
const refuseImport = (table: Table): void => {
  if (table.id !== 'assigned') throw new TypeError(`${table.name} chooses its ids by itself.`)
  const filled = hiddenFieldsOf(table).find(({ isOptional }) => !isOptional)
  if (filled !== undefined) throw new TypeError(`No import fills ${table.name}.${filled.name}.`)
}

const importOf = (table: Table, gathering: Gathering, log: EventLog): Import => {
  const columns = importedColumnsOf(table)
  let count = 0
  /** The rows of `totals` for what was gathered. */
  const totals = async (): Promise<Answer['rows']> => {
    if (table.totals === undefined) return []
    const column = quoted(columnNamed(table, table.totals))
    return await gathering.read(
      `SELECT '${table.name}', ${column}, count(*) FROM gathered GROUP BY 2`,
    )
  }
  return {
    add: async (rows) => {
      if (rows.length === 0) return
      await gathering.add(rows.map((row) => cellsOf(columns, row as Row)))
      count += rows.length
    },
    commit: async (clock, progress) => {
      if (count === 0) return { count, ids: undefined, heldUp: 0 }
      // Counted before the rows are shown, since others then wait.
      const counted = await totals()
      const moved = await gathering.commit(
        count,
        (transaction, ids) => {
          addTotals(transaction, counted)
          const events = log(transaction)
          events.noteImport(table, { ...ids, count }, { at: clock() })
          events.save()
        },
        progress,
      )
      return { count, ...moved }
    },
    end: async () => await gathering.end(),
  }
}
