import type { Awaitable } from '../base/awaitable.ts'
import type { Direction } from '../base/data/store.ts'
import type { Row, Stored, Table } from '../base/data/table.ts'
import type { Cell, Column } from './sql/columns.ts'

/**
 * The port to a database: a few calls and a dialect. Statements have numbered parameters (`$1`); integers are bigint.
 * Work yields statements and resumes with their answers. SQLite answers within the same turn of the event loop.
 */
export type Engine = {
  readonly dialect: Dialect
  /** Runs a query that a client waits for. It sees every write that was acknowledged before the query began. */
  readonly read: Query
  /** Runs a background query, which no client waits for. */
  readonly upkeep: Query
  /** Reads one row synchronously in the open transaction, by the id `$1`; undefined if the engine cannot. */
  readonly readRow?: (text: string, id: bigint) => readonly Cell[] | undefined
  /** Calls `Changes.noteOthers` in the open transaction if others have written. Without it, every transaction calls it first. */
  readonly findOthers?: () => void
  /** Rejects with OutcomeUnknown or, if nothing was written, with StorageUnavailable or whatever the work threw. */
  readonly write: <T>(
    work: (transaction: Transaction) => Work<T>,
    options?: {
      /** When the oldest part of the work was queued, in milliseconds of `performance.now`. */
      readonly since?: number | undefined
      /** Whether it may take far longer than a request. */
      readonly isLong?: true
    },
  ) => Promise<T>
}

/** @throws StorageUnavailable */
export type Query = (text: string, values?: readonly Parameter[]) => Promise<Answer>

/** A parameter of a statement. An array is a single parameter, which the statement expands. */
export type Parameter = Cell | readonly Cell[]

export type Answer = {
  readonly rows: ReadonlyArray<readonly Cell[]>
  /** The number of rows read or written. */
  readonly count: number
}

export type Statement = readonly [text: string, values?: readonly Parameter[] | undefined]

/** Yields statements that can be sent together, and receives their answers in the same order. */
export type Work<T> = Generator<readonly Statement[], T, readonly Answer[]>

/** Runs one statement as part of other work. */
export function* ask(text: string, values?: readonly Parameter[]): Work<Answer> {
  const answer = (yield [[text, values]])[0]
  if (answer === undefined) throw new Error('An engine gave no answer to a statement.')
  return answer
}

/** What work can do besides the statements whose answers it waits for. */
export type Transaction = {
  /** Queues a statement whose answer is not needed. PostgreSQL receives all of these with the commit, in order. */
  readonly atCommit: (text: string, values?: readonly Parameter[]) => void
  readonly insert: (insertion: Insertion, rows: ReadonlyArray<readonly Cell[]>) => void
  /** Removes and returns the statements queued for the commit, for work that must send them now. */
  readonly unsent: () => readonly Statement[]
  /** Assigns the next number of a kind. No number is assigned twice. */
  readonly next: (kind: NumberKind) => bigint
  /** The last number assigned; zero if there is none. */
  readonly last: (kind: NumberKind) => bigint
  /** Raises the last number to this one if it is smaller. */
  readonly raise: (kind: NumberKind, number: bigint) => void
  /** Declares that no page or event changes, so other nodes keep their cached pages. */
  readonly showsNothing: () => void
}

/** The sequences: events, keys in order of creation, assigned ids of a table, and versions of removed rows with chosen ids. */
export type NumberKind = 'events' | 'keys' | `ids of ${string}` | `removed versions of ${string}`

export type Insertion = {
  readonly table: string
  readonly columns: TypedColumns
  /** The clause after the rows, like `ON CONFLICT (id) DO NOTHING`. */
  readonly onConflict?: string
}

/** Columns in order, with their PostgreSQL types; SQLite needs no types. */
export type TypedColumns = Readonly<Record<string, 'bigint' | 'text' | 'bytea'>>

export type Dialect = {
  /** The column of `settings` that stores a number. */
  readonly settingNumber: 'number' | 'value'
  /** The column of `api_keys` that stores the number of a key. */
  readonly keyNumber: 'number' | 'rowid'
  readonly greatest: 'greatest' | 'max'
  /** A relation `given` whose rows come from the parameters numbered from `place` on. It cannot have bytes. */
  readonly given: (place: number, columns: TypedColumns) => GivenRows
  /** The statement of `TableSql.versionsOf`: joins the ids `wanted` of the relation `given` with a table. */
  readonly versionsOf: (join: string) => string
  /** A parameter to compare a column with. Its value must not influence the query plan. */
  readonly parameter: (place: number) => string
  /** The hint after the name of a table that makes the planner use this index. */
  readonly hint: (index: string) => string
  /** Selects the first rows, ordered by id, of several ranges of an index. */
  readonly firstRows: (ranges: IndexRanges) => string
  /** One SELECT of a UNION ALL. `sorted` is the ORDER BY and LIMIT that applies to each SELECT and to the whole. */
  readonly part: (select: string, sorted: string) => string
  /** A text column as JSON; NULL if the row has no value. */
  readonly jsonText: (column: Column) => string
  /** A faster function that writes the same JSON as the serialiser, for rows without NULL. */
  readonly jsonObject?: string
  /** Reads the JSON of an array of rows. */
  readonly readJson: (table: Table) => (json: string) => string
  /** A condition that selects the visible rows of a table. */
  readonly visible: (table: Table) => string
  /** Selects visible ids whose searched text contains all parts, of three or more characters each; parameters from `place` on. */
  readonly containing: (
    table: Table,
    parts: readonly string[],
    place: number,
  ) => { readonly text: string; readonly values: readonly string[] }
  /** Joins a table by `id`, a column of the preceding relation. It uses the primary key and never scans the table. */
  readonly withRow: (table: string, id: string) => string
  /** The condition that selects rows by the ids in `$1`, and the clause at the end of the statement that locks them. */
  readonly locking: { readonly ids: string; readonly end: string }
  readonly writes: (table: Table) => TableWrites
  /** What the index of a topic stores of an event's type: the expression, and its value for each type. */
  readonly eventType: { readonly column: string; readonly valueOf: (type: string) => string }
  /** Entries of the request history in order: span `$1`, starts `$2`, owner `$3`, after the position `$4` to `$8`, limit `$9`. */
  readonly historyEntries: {
    readonly text: string
    readonly startsOf: (starts: readonly number[]) => Parameter
  }
}

export type TableWrites = {
  readonly updates: (rows: readonly UpdatedRow[]) => readonly Statement[]
  readonly removals: (ids: readonly bigint[]) => readonly Statement[]
}

/** A row after its updates, and the changed fields. */
export type UpdatedRow = { readonly id: bigint; readonly now: Stored; readonly changed: Row }

type IndexRanges = {
  /** The table, and the hint of an index. */
  readonly from: string
  readonly table: Table
  /** For each range the values of the same columns, in the order of the index. */
  readonly parts: ReadonlyArray<ReadonlyArray<readonly [column: Column, value: string]>>
  readonly shown: string
  /** The id at which each range starts. */
  readonly id: string
  readonly order: Direction
  readonly limit: string
  /** The largest value that `limit` can have. */
  readonly most: number
}

/** A relation for `FROM`, and a function that turns rows into its parameters. */
type GivenRows = {
  readonly text: string
  readonly values: (rows: ReadonlyArray<readonly Cell[]>) => Parameter[]
}

/** Runs one query on a consistent snapshot. Synchronous if the store is on this machine. */
export type Read = <T>(
  text: string,
  values: readonly Parameter[],
  of: (rows: Answer['rows']) => T,
) => Awaitable<T>
