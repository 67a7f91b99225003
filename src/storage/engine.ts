import type { Cell } from './sql/columns.ts'

/**
 * The port to a database, over which the store stands once: its keys, counts, histories, events and results. An engine
 * has a few calls, and a dialect for what the two databases say in different words.
 *
 * Statements have numbered parameters (`$1`), and integers are read as bigint.
 *
 * Work in a transaction is a generator. It yields a statement and goes on with its answer. SQLite answers at once: so
 * such work ends within its turn of the event loop, and nothing else gets into its transaction. PostgreSQL answers later.
 */
export type Engine = {
  readonly dialect: Dialect
  /** Reads what a client waits for, by one statement that sees all that was acknowledged before it began. */
  readonly read: Query
  /** The same for what no client waits for. */
  readonly upkeep: Query
  /**
   * Runs work in a transaction.
   *
   * @throws StorageUnavailable; OutcomeUnknown; what the work throws: then nothing was written
   */
  readonly write: <T>(work: (transaction: Transaction) => Work<T>) => Promise<T>
}

/** @throws StorageUnavailable */
export type Query = (text: string, values?: readonly Parameter[]) => Promise<Answer>

/** A parameter of a statement. An array is one parameter, which the statement unfolds. */
export type Parameter = Cell | readonly Cell[]

/** What a statement answered. */
export type Answer = {
  readonly rows: ReadonlyArray<readonly Cell[]>
  /** How many rows it read or wrote. */
  readonly count: number
}

/** What a generator of work yields. */
export type Statement = readonly [text: string, values?: readonly Parameter[]]

export type Work<T> = Generator<Statement, T, Answer>

/** What work does beside the statements that it waits for. */
export type Transaction = {
  /** A statement whose answer is not needed. PostgreSQL gets all of them with the commit, in their order. */
  readonly atCommit: (text: string, values?: readonly Parameter[]) => void
  /** Inserts rows, in the same way. */
  readonly insert: (insertion: Insertion, rows: ReadonlyArray<readonly Cell[]>) => void
  /** The next number of a kind that is never given twice. Only a transaction may give it. */
  readonly next: (kind: NumberKind) => bigint
  /** Says that nothing changes that a page or an event shows, like counts: so other nodes keep their pages. */
  readonly showsNothing: () => void
}

/** What is numbered: events, and keys in the order in which they were made. */
export type NumberKind = 'events' | 'keys'

/** How rows of a table are inserted. */
export type Insertion = {
  readonly table: string
  readonly columns: readonly TypedColumn[]
  /** What follows the rows, like `ON CONFLICT (id) DO NOTHING`. */
  readonly onConflict?: string
}

/** A column and its type in PostgreSQL; SQLite needs none. */
export type TypedColumn = readonly [name: string, type: 'bigint' | 'text' | 'bytea']

/** What the databases say in different words. */
export type Dialect = {
  /** The column of `settings` that has a number. */
  readonly settingNumber: 'number' | 'value'
  /** The column of `api_keys` that has the number of a key. */
  readonly keyNumber: 'number' | 'rowid'
  /** The function that gives the greatest of its arguments. */
  readonly greatest: 'greatest' | 'max'
  /**
   * A relation `given` of rows that parameters bring.
   *
   * @param place the number of its first parameter
   * @param columns without bytes
   */
  readonly given: (place: number, columns: readonly TypedColumn[]) => Given
}

/** A relation for `FROM`, and what makes its parameters of its rows. */
export type Given = {
  readonly text: string
  readonly values: (rows: ReadonlyArray<readonly Cell[]>) => Parameter[]
}
