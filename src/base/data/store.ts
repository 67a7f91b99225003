import type { Awaitable } from '../awaitable.ts'
import type { ChangeContext, Change, CountKey, Result } from './change.ts'
import type { RangeSum, SumsQuery, EventLog, RowOf, PublicRowOf, Stored, Table } from './table.ts'

/** The order of the ids in a page: smallest first, or largest first. */
export type Direction = 'ascending' | 'descending'

/** Where a page ends and the next begins: an id, or a folded text and an id, if the page is in the order of a text. */
export type Position = bigint | { readonly text: string; readonly id: bigint }

/**
 * Sorts a page by a text, then by id: by one of the table's prefixes, or by its `due` field (only rows that may become due).
 * A filtered page reads at most `maxScanned` rows, so it may end early or be empty, and still have a `next`.
 */
export type TextOrder = {
  readonly field: string
  /** Only texts with this prefix, ignoring case. */
  readonly beginning?: string | undefined
  /** Only texts before this one. */
  readonly before?: string | undefined
}

/** The most rows or events that are read for a page whose filter has no index. */
export const maxScanned = 1_000

/** Selects the rows of a page: those with these values after the position `after`. */
export type PageQuery = {
  /** Values by field, together one of the table's filters. An array matches any of its values, `undefined` matches all. */
  readonly where: Readonly<Record<string, unknown>>
  /** Only rows with one of these ids; unknown ids are ignored. Cannot be combined with an array in `where`. */
  readonly ids?: readonly bigint[] | undefined
  /** Lists the rows in the order of a text. Cannot be combined with `ids`; `where` may have any fields. */
  readonly byText?: TextOrder | undefined
  /** `ascending` unless given. */
  readonly order?: Direction | undefined
  /** Any int64; with `byText` the `next` of the previous page. Undefined for the first page. */
  readonly after: Position | undefined
  /** The most rows of the page; an integer of at least 1. */
  readonly limit: number
}

/** A page as it is sent. The store writes its JSON, since writing it row by row would take longer than everything else. */
export type Page = {
  /** An array of rows in the order of the query, byte for byte as the serialiser of the schema writes it. */
  readonly json: string
  /** The position of the last row, if others follow. */
  readonly next: Position | undefined
}

/** A row as a page contains it. A store caches some, and returns the same object while the version is the same. */
export type ShownRow = {
  readonly version: string
  readonly json: string
  /** The row as answers show it; cached by the first answer that does. */
  shown?: string
}

export type SearchQuery = {
  /** The text to search for: words, parts of words, or an id. */
  readonly text: string
  /** The tables to search. Among equally good results, those of earlier tables come first. */
  readonly tables: readonly Table[]
  /** An integer of at least 1. */
  readonly limit: number
}

export type SearchHit = {
  /** The `kind` of the table's `search`. */
  readonly kind: string
  readonly id: bigint
  /** The first 200 characters of the title, and of the detail. */
  readonly title?: string
  readonly detail?: string
  /** The ids of what the row is about, by the names that the table's `search` gives them. */
  readonly about: Readonly<Record<string, bigint>>
}

export type Applied<R extends Result> =
  /** `replayed` means that the change was made earlier, for the same `IdempotencyToken`. */
  | { readonly outcome: 'done'; readonly result: R; readonly replayed: boolean }
  /** The key of the `IdempotencyToken` was used for another change; nothing was done. */
  | { readonly outcome: 'reused' }

/** Returns the result of a change without an `IdempotencyToken`. Throws Error if the outcome is `reused`. */
export const resultOf = <R extends Result>(applied: Applied<R>): R => {
  if (applied.outcome === 'reused') throw new Error('The key of the change stands for another one.')
  return applied.result
}

/**
 * Stores the rows of the resources. Every call settles in bounded time; an `Awaitable` of a store in a file is synchronous.
 * A call fails with `StorageUnavailable` if nothing was changed, or with `OutcomeUnknown` if that is unknown.
 */
export interface Store {
  /** Returns a row without its hidden fields, and its version, if its fields, hidden ones included, match `where`. */
  find<T extends Table>(
    table: T,
    id: bigint,
    where?: Partial<RowOf<T>>,
  ): Awaitable<Stored<PublicRowOf<T>> | undefined>
  page(table: Table, query: PageQuery): Awaitable<Page>
  /** Returns rows by their ids, in this order; undefined for those that do not exist. */
  some(table: Table, ids: readonly bigint[]): Awaitable<ReadonlyArray<ShownRow | undefined>>
  /** Returns ids of rows due by a date-time (`Table.due`), the earliest first. `of` is the value of the field `due.of`. */
  due(table: Table, until: string, max: number, of?: unknown): Promise<readonly bigint[]>
  /** Counts the rows that the key selects. The time depends only on their number. */
  count(key: CountKey): Promise<number>
  /** Returns how many rows have each value of the field that the table's `totals` names, in constant time. */
  totals(table: Table): Promise<ReadonlyMap<string, bigint>>
  /** Returns what the `sums` of all tables counted, ordered by range, name and measure. */
  sums(query: SumsQuery): Promise<readonly RangeSum[]>
  /**
   * Finds rows with this id, or with all words of a text: first by id, then by whole title, then by the prefix of the title.
   * Among equals the newest come first. Of many rows only the newest compete, so the time does not grow with the tables.
   */
  search(query: SearchQuery): Promise<readonly SearchHit[]>
  /** Makes a change in one transaction, durable when it resolves. Once per `IdempotencyToken`; retries get the first result. */
  apply<R extends Result>(change: Change<R>, act: ChangeContext): Promise<Applied<R>>
  /** The log of events. Each event is written in the transaction of the write that it describes. */
  readonly events: EventLog
  /** `version` changes before a change of any row is acknowledged; after changes by another process at the next `poll`. */
  readonly changes: { readonly version: number; moved(version: number, ms: number): Promise<void> }
}

/** Reads rows with hidden fields, for internal use. Rejects with `StorageUnavailable` if the store cannot read. */
export interface InternalRows {
  find<T extends Table>(table: T, id: bigint): Promise<Stored<RowOf<T>> | undefined>
  /** Returns the version of every row by its id, in ascending order, so that changed rows can be detected. */
  versions(table: Table): Promise<ReadonlyMap<bigint, bigint>>
}
