import type { Awaitable } from '../base/awaitable.ts'
import type { Direction } from '../base/data/store.ts'
import type { Row, Stored, Table } from '../base/data/table.ts'
import type { Cell, Column } from './sql/columns.ts'

/**
 * The port to a database: a few calls, and a dialect; statements have numbered parameters (`$1`), and integers are bigint.
 * Work yields statements and resumes with their answers: SQLite answers in the same turn of the event loop.
 */
export type Engine = {
  readonly dialect: Dialect
  /** Reads what a client waits for, by one statement that sees all that was acknowledged before it began. */
  readonly read: Query
  /** The same for what no client waits for. */
  readonly upkeep: Query
  /** Reads one row in the open transaction at once, by the id `$1`; undefined if the engine cannot. */
  readonly readRow?: (text: string, id: bigint) => readonly Cell[] | undefined
  /** Calls `Changes.noteOthers` if need be, in the open transaction. Without it, each transaction begins with that. */
  readonly findOthers?: () => void
  /** Throws OutcomeUnknown; or, with nothing written, StorageUnavailable or what the work throws. */
  readonly write: <T>(
    work: (transaction: Transaction) => Work<T>,
    options?: {
      /** When the oldest part of the work began to wait, in milliseconds of `performance.now`. */
      readonly since?: number | undefined
      /** Whether it may take far longer than a request. */
      readonly isLong?: true
    },
  ) => Promise<T>
}

/** @throws StorageUnavailable */
export type Query = (text: string, values?: readonly Parameter[]) => Promise<Answer>

/** A parameter of a statement. An array is one parameter, which the statement unfolds. */
export type Parameter = Cell | readonly Cell[]

export type Answer = {
  readonly rows: ReadonlyArray<readonly Cell[]>
  /** How many rows it read or wrote. */
  readonly count: number
}

export type Statement = readonly [text: string, values?: readonly Parameter[] | undefined]

/** It yields statements that can be sent together, and gets their answers in the same order. */
export type Work<T> = Generator<readonly Statement[], T, readonly Answer[]>

/** Runs one statement, inside other work. */
export function* ask(text: string, values?: readonly Parameter[]): Work<Answer> {
  const answer = (yield [[text, values]])[0]
  if (answer === undefined) throw new Error('An engine gave no answer to a statement.')
  return answer
}

/** What work does beside the statements that it waits for. */
export type Transaction = {
  /** A statement whose answer is not needed. PostgreSQL gets all of them with the commit, in their order. */
  readonly atCommit: (text: string, values?: readonly Parameter[]) => void
  readonly insert: (insertion: Insertion, rows: ReadonlyArray<readonly Cell[]>) => void
  /** Takes the statements that wait for the commit, for work that has to send them now. */
  readonly unsent: () => readonly Statement[]
  /** The next number of a kind that is never given twice. Only a transaction may give it. */
  readonly next: (kind: NumberKind) => bigint
  /** The last number that was given; zero if none was. */
  readonly last: (kind: NumberKind) => bigint
  /** Makes the last number at least as large as this one. */
  readonly raise: (kind: NumberKind, number: bigint) => void
  /** Says that no page or event changes, so other nodes keep their cached pages. */
  readonly showsNothing: () => void
}

/** What is numbered: events, keys by creation, assigned ids of a table, and versions of removed rows whose ids are chosen. */
export type NumberKind = 'events' | 'keys' | `ids of ${string}` | `removed versions of ${string}`

export type Insertion = {
  readonly table: string
  readonly columns: TypedColumns
  /** What follows the rows, like `ON CONFLICT (id) DO NOTHING`. */
  readonly onConflict?: string
}

/** Columns in their order, with their types in PostgreSQL; SQLite needs none. */
export type TypedColumns = Readonly<Record<string, 'bigint' | 'text' | 'bytea'>>

export type Dialect = {
  /** The column of `settings` that has a number. */
  readonly settingNumber: 'number' | 'value'
  /** The column of `api_keys` that has the number of a key. */
  readonly keyNumber: 'number' | 'rowid'
  readonly greatest: 'greatest' | 'max'
  /** A relation `given` of rows without bytes, which parameters from the number `place` on bring. */
  readonly given: (place: number, columns: TypedColumns) => Given
  /** The statement of `TableSql.versionsOf`, from a table on, which it joins with the ids `wanted` that `given` brings. */
  readonly versionsOf: (join: string) => string
  /** A parameter that a column is compared with; its value must not change the plan of the statement. */
  readonly parameter: (place: number) => string
  /** Follows the name of a table, so that the planner uses this index. */
  readonly hint: (index: string) => string
  /** Selects the first rows of some ranges of an index, in the order of their ids. */
  readonly firstRows: (ranges: IndexRanges) => string
  /** One SELECT of a UNION ALL; `sorted` orders and limits it, and then all of them. */
  readonly part: (select: string, sorted: string) => string
  /** A text as JSON; NULL if the row lacks it. */
  readonly jsonText: (column: Column) => string
  /** A function that makes JSON of names and values as the serialiser does, and is faster; it writes NULL too. */
  readonly jsonObject?: string
  /** Reads the JSON of an array of rows. */
  readonly readJson: (table: Table) => (json: string) => string
  /** A condition: which rows of a table are visible. */
  readonly visible: (table: Table) => string
  /** Selects visible ids whose searched text has all parts, of three characters or more; parameters begin at `place`. */
  readonly containing: (
    table: Table,
    parts: readonly string[],
    place: number,
  ) => { readonly text: string; readonly values: readonly string[] }
  /** Joins the row of a table by its id, a column of what stands before it. It searches the key, and never reads all rows. */
  readonly withRow: (table: string, id: string) => string
  /** What selects rows to lock and read them, whose ids are `$1`, and what follows the statement. */
  readonly locking: { readonly ids: string; readonly end: string }
  readonly writes: (table: Table) => TableWrites
  /** What the index of a topic of events has of the type: an expression, and its value for a type. */
  readonly eventType: { readonly column: string; readonly valueOf: (type: string) => string }
  /** Entries of the request history: span `$1`, starts `$2`, owner `$3`, behind `$4` to `$8`, at most `$9`, in order. */
  readonly historyEntries: {
    readonly text: string
    readonly startsOf: (starts: readonly number[]) => Parameter
  }
}

export type TableWrites = {
  readonly updates: (rows: readonly UpdatedRow[]) => readonly Statement[]
  readonly removals: (ids: readonly bigint[]) => readonly Statement[]
}

/** A row after updates, and the fields that they changed. */
export type UpdatedRow = { readonly id: bigint; readonly now: Stored; readonly changed: Row }

type IndexRanges = {
  /** The table, and the hint of an index. */
  readonly from: string
  readonly table: Table
  /** Values of the same columns for each range, in the order of the index. */
  readonly parts: ReadonlyArray<ReadonlyArray<readonly [column: Column, value: string]>>
  readonly shown: string
  /** The id that each range begins with. */
  readonly id: string
  readonly order: Direction
  readonly limit: string
  /** The limit is never more. */
  readonly most: number
}

/** A relation for `FROM`, and what makes its parameters of its rows. */
type Given = {
  readonly text: string
  readonly values: (rows: ReadonlyArray<readonly Cell[]>) => Parameter[]
}

/** Reads as of one moment, by one statement: at once if the store is on this machine. */
export type Read = <T>(
  text: string,
  values: readonly Parameter[],
  of: (rows: Answer['rows']) => T,
) => Awaitable<T>
