import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type {
  Answer,
  Engine,
  Insertion,
  NumberKind,
  Parameter,
  Query,
  Transaction,
  Work,
} from '../engine.ts'
import type { Cell } from '../sql/columns.ts'
import { edge } from '../sql/events.ts'
import { sqliteDialect } from './dialect.ts'
import { guarded } from './guard.ts'
import { type RowBatch, rowBatch } from './row-batch.ts'
import { transaction } from './transaction.ts'

/** What gives the last number of each kind. */
const lastNumbers: Readonly<Record<NumberKind, string>> = {
  events: `SELECT ${edge('max')}`,
  keys: 'SELECT ifnull(max(rowid), 0) FROM api_keys',
}

/** Runs one statement at once. */
export type Ask = (text: string, values?: readonly Parameter[]) => Answer

/** What runs the statements of a connection, each prepared once. */
export const asking = (database: DatabaseSync): Ask => {
  const known = new Map<string, { readonly statement: StatementSync; readonly reads: boolean }>()
  return (text, values = []) => {
    let prepared = known.get(text)
    if (prepared === undefined) {
      const statement = database.prepare(text.replaceAll(/\$(\d+)/g, '?$1'))
      statement.setReadBigInts(true)
      statement.setReturnArrays(true)
      prepared = { statement, reads: statement.columns().length > 0 }
      known.set(text, prepared)
    }
    const { statement, reads } = prepared
    // No statement of this dialect takes an array.
    const cells = values as readonly SQLInputValue[]
    if (!reads) return { rows: [], count: Number(statement.run(...cells).changes) }
    const rows = statement.all(...cells) as unknown as ReadonlyArray<readonly Cell[]>
    return { rows, count: rows.length }
  }
}

/** The same for single statements of a connection. */
export const querying = (ask: Ask, guard: <T>(work: () => T) => T): Query => {
  return async (text, values) => guard(() => ask(text, values))
}

/** The engine of a connection that writes, and what begins a transaction of others over it. */
export type SqliteEngine = Engine & { readonly begin: () => Transaction }

/** @param beforeWrite called before each transaction */
export const sqliteEngine = (
  database: DatabaseSync,
  beforeWrite: () => void = () => {},
): SqliteEngine => {
  const ask = asking(database)
  const batches = new WeakMap<Insertion, RowBatch>()
  const batchOf = (insertion: Insertion): RowBatch => {
    const known = batches.get(insertion)
    if (known !== undefined) return known
    const { table, columns, onConflict } = insertion
    const into = `${table} (${columns.map(([name]) => name).join(', ')})`
    const batch = rowBatch(database, into, columns.length, onConflict)
    batches.set(insertion, batch)
    return batch
  }
  const begin = (): Transaction => {
    // Another process may have given numbers since the last transaction.
    const last: Partial<Record<NumberKind, bigint>> = {}
    return {
      atCommit: (text, values) => void ask(text, values),
      insert: (insertion, rows) => {
        const batch = batchOf(insertion)
        batch.forget()
        for (const row of rows) batch.add(row)
        batch.write()
      },
      next: (kind) => {
        const before = last[kind] ?? (ask(lastNumbers[kind]).rows[0]?.[0] as bigint)
        return (last[kind] = before + 1n)
      },
      showsNothing: () => {},
    }
  }
  const query = querying(ask, (work) => guarded(database, work))
  return {
    dialect: sqliteDialect,
    read: query,
    upkeep: query,
    begin,
    write: async (work) => {
      beforeWrite()
      return guarded(database, () => transaction(database, () => finish(work(begin()), ask)))
    },
  }
}

/** Runs work to its end, within this turn. */
export const finish = <T>(work: Work<T>, ask: Ask): T => {
  let step = work.next()
  while (step.done !== true) {
    step = work.next(step.value.map(([text, values]) => ask(text, values)))
  }
  return step.value
}
