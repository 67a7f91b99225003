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
import { type Cell, searchColumn } from '../sql/columns.ts'
import { edge } from '../event-log.ts'
import { sqliteDialect } from './dialect.ts'
import { indexNew } from './text-index.ts'
import { guarded, transaction } from './transaction.ts'

const lastNumber = (kind: NumberKind): string => {
  if (kind === 'events') return `SELECT ${edge('max')}`
  if (kind === 'keys') return 'SELECT ifnull(max(rowid), 0) FROM api_keys'
  const [what = '', table = ''] = kind.split(' of ')
  return what === 'ids'
    ? `SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = '${table}'`
    : `SELECT ifnull(max(highest), 0) FROM removed_versions WHERE table_name = '${table}'`
}

const raising = `
  INSERT INTO removed_versions (table_name, highest) VALUES ($1, $2)
  ON CONFLICT DO UPDATE SET highest = max(highest, excluded.highest)`

/** Runs statements synchronously; each is prepared once. No statement of this dialect takes an array. */
export type Ask = {
  (text: string, values?: readonly Parameter[]): Answer
  /** Returns the first row. A write returns nothing, so no object is allocated. */
  readonly first: (text: string, values?: readonly Parameter[]) => readonly Cell[] | undefined
}

export const asking = (database: DatabaseSync): Ask => {
  type Prepared = { readonly statement: StatementSync; readonly reads: boolean }
  const known = new Map<string, Prepared>()
  const prepare = (text: string): Prepared => {
    const statement = reading(database, text)
    return { statement, reads: statement.columns().length > 0 }
  }
  const ask = (text: string, values: readonly Parameter[] = []): Answer => {
    const { statement, reads } = known.getOrInsertComputed(text, prepare)
    const cells = values as readonly SQLInputValue[]
    if (!reads) return { rows: [], count: Number(statement.run(...cells).changes) }
    const rows = statement.all(...cells) as unknown as ReadonlyArray<readonly Cell[]>
    return { rows, count: rows.length }
  }
  const first: Ask['first'] = (text, values = []) => {
    const { statement } = known.getOrInsertComputed(text, prepare)
    // The statement gives arrays.
    return statement.get(...(values as readonly SQLInputValue[])) as unknown as readonly Cell[]
  }
  return Object.assign(ask, { first })
}

/** Prepares a statement that returns integers as bigint, and rows as arrays, which take two thirds of the time of objects. */
const reading = (database: DatabaseSync, text: string): StatementSync => {
  const statement = database.prepare(text.replaceAll(/\$(\d+)/g, '?$1'))
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  return statement
}

/** The rows of a statement, read lazily. */
export const rowsOf = (database: DatabaseSync, text: string): Iterable<readonly Cell[]> =>
  // The statement gives arrays.
  reading(database, text).iterate() as unknown as Iterable<readonly Cell[]>

export type SqliteEngine = Engine & { readonly begin: () => Transaction }

export const sqliteEngine = (database: DatabaseSync): SqliteEngine => {
  const ask = asking(database)
  const inserters = new Map<Insertion, RowInserter>()
  const makeInserter = ({ table, columns, onConflict }: Insertion): RowInserter => {
    const names = Object.keys(columns)
    const insert = rowInserter(database, `${table} (${names.join(', ')})`, names.length, onConflict)
    const [idAt, textAt] = [names.indexOf('"id"'), names.indexOf(`"${searchColumn}"`)]
    if (textAt === -1) return insert
    const ids = 'IN (SELECT value FROM json_each(?))'
    const index = database.prepare(indexNew({ name: table }, ids))
    return (all) => {
      // A row without searched text stays out of the text index, which costs as much as two other indexes.
      const rows = all.map((row) => (row[textAt] === '' ? row.with(textAt, null) : row))
      insert(rows)
      const found = rows.flatMap((row) => (row[textAt] === null ? [] : [row[idAt]]))
      if (found.length > 0) index.get(`[${found.join()}]`)
    }
  }
  const lastNumbers = new Map<NumberKind, string>()
  // Another process may have assigned numbers since the last transaction.
  let last: Partial<Record<NumberKind, bigint | undefined>> = {}
  const lastOf = (kind: NumberKind): bigint =>
    (last[kind] ??= ask.first(lastNumbers.getOrInsertComputed(kind, lastNumber))?.[0] as bigint)
  const port: Transaction = {
    atCommit: (text, values) => void ask.first(text, values),
    insert: (insertion, rows) => inserters.getOrInsertComputed(insertion, makeInserter)(rows),
    unsent: () => [],
    next: (kind) => (last[kind] = lastOf(kind) + 1n),
    last: lastOf,
    // The other sequences follow from their rows.
    raise: (kind, number) => {
      ask(raising, [kind.split(' of ')[1] ?? '', number])
      last[kind] = undefined
    },
    showsNothing: () => {},
  }
  const begin = (): Transaction => {
    last = {}
    return port
  }
  const query: Query = (text, values) => Promise.try(guarded, database, () => ask(text, values))
  return {
    dialect: sqliteDialect,
    read: query,
    upkeep: query,
    readRow: (text, id) => ask.first(text, [id]),
    begin,
    write: async (work) =>
      guarded(database, () => transaction(database, () => finish(work(begin()), ask))),
  }
}

export const finish = <T>(
  work: Work<T>,
  ask: (text: string, values?: readonly Parameter[]) => Answer,
): T => {
  let step = work.next()
  while (step.done !== true) {
    const { value } = step
    // There is usually one statement. Access by index allocates no iterator.
    const first = value[0]
    step = work.next(
      value.length === 1 && first !== undefined
        ? [ask(first[0], first[1])]
        : value.map(([text, values]) => ask(text, values)),
    )
  }
  return step.value
}

/** Inserts rows into one table, inside the caller's transaction. */
type RowInserter = (rows: ReadonlyArray<readonly Cell[]>) => void

/** Fills the `width` columns of `into`, like `books (id, title)`. `onConflict` is a clause like `ON CONFLICT DO NOTHING`. */
export const rowInserter = (
  database: DatabaseSync,
  into: string,
  width: number,
  onConflict = '',
): RowInserter => {
  // One statement per row would take twice the time.
  const statements = [16, 4, 1].map((size) => ({
    size,
    statement: database.prepare(`${insertText(into, size, width)} ${onConflict}`),
  }))
  return (rows) => {
    let from = 0
    for (const { size, statement } of statements) {
      for (; from + size <= rows.length; from += size) {
        const cells = size === 1 ? rows[from] : rows.slice(from, from + size).flat()
        // For a write `get` returns nothing, whereas `run` would allocate an object.
        statement.get(...(cells as SQLInputValue[]))
      }
    }
  }
}

/** The caller must roll back after an error: OR FAIL saves SQLite from copying each page to undo the statement alone. */
export const insertText = (into: string, rows: number, width: number): string => {
  const row = `(${Array(width).fill('?').join(', ')})`
  return `INSERT OR FAIL INTO ${into} VALUES ${Array(rows).fill(row).join(', ')}`
}
