import type { AuditEntry } from '../base/audit.ts'
import type { Clock } from '../base/clock.ts'
import {
  hiddenFieldsOf,
  type NewRowOf,
  type PublicRowOf,
  type Row,
  type Table,
  tableIn,
} from '../base/data/table.ts'
import type { applyTogether } from './apply.ts'
import { noteAudit } from './audit.ts'
import type { Answer, Engine, Transaction } from './engine.ts'
import type { EventLog } from './event-log.ts'
import type { ReadTable } from './reads.ts'
import { type Cell, cellsOf, importedColumnsOf, rowOf, shownColumnsOf } from './sql/columns.ts'
import { Totals } from './row-counts.ts'
import { UnusableDatabase } from './unusable-database.ts'

export type BulkEngine = {
  /** Reads the rows of a statement in batches, from one consistent snapshot. */
  readonly batches: (text: string) => AsyncIterable<Answer['rows']>
  /** Creates the temporary table `gathered` for imported rows. Throws UnusableDatabase if another import is running. */
  readonly gather: (table: Table) => Promise<Gathering>
}

export type Gathering = {
  add(rows: ReadonlyArray<readonly Cell[]>): Promise<void>
  /** Assigns ids to all rows, at least one, and makes them visible in the transaction in which `note` writes. */
  commit(
    count: number,
    note: (transaction: Transaction, ids: Ids) => void,
    progress: (moved: number) => void,
  ): Promise<{ readonly ids: Ids } & Pick<Imported, 'heldUp'>>
  end(): Promise<void>
}

type Ids = NonNullable<Imported['ids']>

export const idsBehind = (before: bigint, count: number): Ids => ({
  first: before + 1n,
  last: before + BigInt(count),
})

export type Imported = {
  readonly count: number
  /** The first and the last id; undefined if there were no rows. */
  readonly ids: { readonly first: bigint; readonly last: bigint } | undefined
  /** The longest time during which other writers were blocked, in milliseconds. */
  readonly heldUp: number
}

export const importUnderWay = (): UnusableDatabase =>
  new UnusableDatabase('Another import into this environment is under way; wait until it is done.')

/** Exports and imports many rows, without hidden fields. Rejects with `StorageUnavailable` if the store is unavailable. */
export type Bulk = ReturnType<typeof storedBulk> & {
  readonly applyAll: ReturnType<typeof applyTogether>
}

export const storedBulk = (
  { read }: Pick<Engine, 'read'>,
  { batches, gather }: BulkEngine,
  tables: ReadonlyMap<string, ReadTable>,
  log: EventLog,
) => {
  const tableOf = tableIn(tables)
  return {
    count: async (table: Table): Promise<number> =>
      Number((await read(tableOf(table).sql.countAll)).rows[0]?.[0]),
    /** All rows of one consistent snapshot, by ascending id, in batches. It blocks no writers. */
    async *all<T extends Table>(table: T): AsyncGenerator<ReadonlyArray<PublicRowOf<T>>> {
      const shown = shownColumnsOf(table)
      for await (const rows of batches(tableOf(table).sql.all)) {
        // The columns are those of the table's schema.
        yield rows.map((cells) => rowOf(shown, cells) as PublicRowOf<T>)
      }
    },
    /** Begins an import into a table with assigned ids. A store runs one import at a time. */
    beginImport: async <T extends Table>(table: T) => {
      if (table.id !== 'assigned') throw new TypeError(`${table.name} chooses its ids by itself.`)
      const filled = hiddenFieldsOf(table).find(({ isOptional }) => !isOptional)
      if (filled !== undefined) throw new TypeError(`No import fills ${table.name}.${filled.name}.`)
      return importOf(table, await gather(table), log)
    },
  }
}

const importOf = <T extends Table>(table: T, gathering: Gathering, log: EventLog) => {
  const columns = importedColumnsOf(table)
  let count = 0
  const totals = new Totals()
  return {
    /** Adds rows, which stay invisible for now, without delaying other writers. */
    add: async (rows: ReadonlyArray<NewRowOf<T>>): Promise<void> => {
      if (rows.length === 0) return
      await gathering.add(rows.map((row) => cellsOf(columns, row as Row)))
      // The event has the time of the commit.
      for (const row of rows) totals.note(table, undefined, row, 0)
      count += rows.length
    },
    /** Assigns the next ids to all rows and makes them visible and durable atomically. The event has the time of `clock`. */
    commit: async (
      clock: Clock,
      progress: (moved: number) => void,
      audit?: AuditEntry,
    ): Promise<Imported> => {
      if (count === 0) return { count, ids: undefined, heldUp: 0 }
      const moved = await gathering.commit(
        count,
        (transaction, ids) => {
          const at = clock()
          totals.save(transaction, at)
          noteAudit(transaction, audit)
          const events = log(transaction)
          events.noteImport(table, { ...ids, count }, { at })
          events.save()
        },
        progress,
      )
      return { count, ...moved }
    },
    end: async (): Promise<void> => await gathering.end(),
  }
}
