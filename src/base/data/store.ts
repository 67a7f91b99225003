import type { Awaitable } from '../awaitable.ts'
import type { ChangeContext, Change, CountKey, Result } from './change.ts'
import type { RangeSum, SumsQuery, EventLog, RowOf, PublicRowOf, Stored, Table } from './table.ts'

/** The direction in which the ids of a page go: the smallest first, or the largest. */
export type Direction = 'ascending' | 'descending'

/** Where a page ends and the next begins: an id, or a folded text and an id, if the page is in the order of a text. */
export type Position = bigint | { readonly text: string; readonly id: bigint }

/**
 * The order of a page by a text, one of the table's prefixes or the field of its `due` (only rows that may become due), then by id.
 * A filtered page reads at most `maxScanned` rows, so it may end early, even empty, and have a `next`.
 */
export type TextOrder = {
  readonly field: string
  /** Only texts that begin so, in any case of letters. */
  readonly beginning?: string | undefined
  /** Only texts before this one. */
  readonly before?: string | undefined
}

/** How many rows or events are read at most for a page whose filter has no index. */
export const maxScanned = 1_000

/** Selects the rows of a page: those with these values after the id `after`. */
export type PageQuery = {
  /** Values by field, together one of the table's filters; an array is any of its values, `undefined` filters nothing. */
  readonly where: Readonly<Record<string, unknown>>
  /** Only rows with one of these ids; ids that no row has are left out. No array goes with it. */
  readonly ids?: readonly bigint[] | undefined
  /** Lists the rows in the order of a text. No ids go with it, and `where` may have any fields. */
  readonly byText?: TextOrder | undefined
  /** `ascending` unless given. */
  readonly order?: Direction | undefined
  /** Any int64; with `byText` the `next` of the page before. Undefined for the first page. */
  readonly after: Position | undefined
  /** The most rows of the page; a whole number from 1 on. */
  readonly limit: number
}

/** A page as it is sent. The store writes its JSON, since to do so row by row takes longer than everything else. */
export type Page = {
  /** An array of rows in the order of the query, byte for byte as the serialiser of the schema writes it. */
  readonly json: string
  /** The position of the last row, if others follow. */
  readonly next: Position | undefined
}

/** A row as a page has it, and its version. A store keeps some, and gives the same object while its version is the same. */
export type ShownRow = {
  readonly version: string
  readonly json: string
  /** The row as answers show it, once one did. */
  shown?: string
}

export type SearchQuery = {
  /** What is looked for: words, parts of words, or an id. */
  readonly text: string
  /** The tables whose rows are results; those of the first come first, if they fit as well. */
  readonly tables: readonly Table[]
  /** A whole number from 1 on. */
  readonly limit: number
}

export type SearchHit = {
  /** That of the table's `search`. */
  readonly kind: string
  readonly id: bigint
  /** The first 200 characters of the title, and of the detail. */
  readonly title?: string
  readonly detail?: string
  /** The ids of what the row is about, by the names that the table's `search` gives them. */
  readonly about: Readonly<Record<string, bigint>>
}

export type Applied<R extends Result> =
  /** `replayed` says that the change was made before, for the same `IdempotencyToken`. */
  | { readonly outcome: 'done'; readonly result: R; readonly replayed: boolean }
  /** The key of the `IdempotencyToken` was used for another change; nothing was done. */
  | { readonly outcome: 'reused' }

/** The result of a change without an `IdempotencyToken`. It throws Error if its key was used for another change. */
export const resultOf = <R extends Result>(applied: Applied<R>): R => {
  if (applied.outcome === 'reused') throw new Error('The key of the change stands for another one.')
  return applied.result
}

/**
 * Stores the rows of the resources. Every call settles in bounded time; a store in a local file returns or throws at once, without a promise.
 * It fails with `StorageUnavailable` if nothing was changed, with `OutcomeUnknown` if nobody can say.
 */
export interface Store {
  /** A row without its hidden fields, and its version, if its fields, hidden ones too, have the values of `where`. */
  find<T extends Table>(
    table: T,
    id: bigint,
    where?: Partial<RowOf<T>>,
  ): Awaitable<Stored<PublicRowOf<T>> | undefined>
  page(table: Table, query: PageQuery): Awaitable<Page>
  /** Rows by their ids, in this order; undefined for those that do not exist. */
  some(table: Table, ids: readonly bigint[]): Awaitable<ReadonlyArray<ShownRow | undefined>>
  /** The ids of rows due until a date-time by the table's `due`, the earliest first; `of` is the value of the field `due.of`. */
  due(table: Table, until: string, max: number, of?: unknown): Promise<readonly bigint[]>
  /** How many rows there are of what the key names, in a time that grows with this number alone. */
  count(key: CountKey): Promise<number>
  /** How many rows have each value of the field that the table's `totals` names, in constant time. */
  totals(table: Table): Promise<ReadonlyMap<string, bigint>>
  /** The sums of what happened, by the `sums` of all tables, in the order of ranges, names and measures. */
  sums(query: SumsQuery): Promise<readonly RangeSum[]>
  /**
   * Finds rows with this id, or with all words of a text: first the id, the whole title, then its beginning; the newest of those that fit as well.
   * Of many rows only the newest compete, so the time does not grow with the tables.
   */
  search(query: SearchQuery): Promise<readonly SearchHit[]>
  /** Makes a change in one transaction, durable when it resolves. Of calls with one `IdempotencyToken`, one makes it and the others get its result. */
  apply<R extends Result>(change: Change<R>, act: ChangeContext): Promise<Applied<R>>
  /** The log of events. Each is written in the transaction of the write that it tells of. */
  readonly events: EventLog
  /** It moves before a change of any row is acknowledged; for changes by another process at the next `poll`. */
  readonly changes: { readonly version: number; moved(version: number, ms: number): Promise<void> }
}

/** Reads rows with hidden fields, for the service's own work. Rejects with `StorageUnavailable` if the store cannot. */
export interface InternalRows {
  find<T extends Table>(table: T, id: bigint): Promise<Stored<RowOf<T>> | undefined>
  /** The version of every row, by its id, in ascending order. A look at this tells which rows changed. */
  versions(table: Table): Promise<ReadonlyMap<bigint, bigint>>
}
