import type { Once } from '../idempotency/idempotency-store.ts'
import type { Change, Result } from './change.ts'
import type { RowOf, Stored, Table } from './table.ts'

/** Which rows a page has: those with these values behind the id `after`. */
export type PageQuery = {
  /** Values by field. Each is one of the table's filters; `undefined` filters nothing. At most one is given. */
  readonly where: Readonly<Record<string, unknown>>
  /** Any int64. Undefined for the first page: a chosen id may be the smallest that there is. */
  readonly after: bigint | undefined
  /** How many at most; a whole number from 1 on. */
  readonly limit: number
}

/**
 * A page as it is sent. The store writes it: to read rows one by one and to write them again takes longer than all
 * else about a page.
 */
export type Page = {
  /** An array of rows ascending by id, byte for byte as the serialiser of the table's schema writes it. */
  readonly json: string
  /** The id of the last of them, if others follow it. */
  readonly next: bigint | undefined
}

/** What a store says of a change. */
export type Applied<R extends Result> =
  /** `replayed` says that it was done before, for the same `Once`. */
  | { readonly outcome: 'done'; readonly result: R; readonly replayed: boolean }
  /** The key of the `Once` stands for another change; nothing was done. */
  | { readonly outcome: 'reused' }

/**
 * What a change resulted in that was applied without a `Once`.
 *
 * @throws Error if it was applied with one that stands for another change
 */
export const resultOf = <R extends Result>(applied: Applied<R>): R => {
  if (applied.outcome === 'reused') throw new Error('The key of the change stands for another one.')
  return applied.result
}

/**
 * Keeps the rows of the resources. Every call settles in bounded time. It rejects with `StorageUnavailable` if the
 * store cannot do it now, and nothing was changed; with `OutcomeUnknown` if nobody can say whether it was done.
 */
export interface Store {
  find<T extends Table>(table: T, id: bigint): Promise<Stored<RowOf<T>> | undefined>
  page(table: Table, query: PageQuery): Promise<Page>
  /**
   * Does a change by its rule, in one transaction, and resolves once it is durable. With a `Once` its result is
   * kept in that transaction: of any number of calls at once, by whatever threads and processes, one does it, and
   * the others get its result again.
   */
  apply<R extends Result>(change: Change<R>, once?: Once): Promise<Applied<R>>
  /**
   * A version that moves before a change of any row is acknowledged. What another process changed moves it at the
   * store's next `look`.
   */
  readonly changes: { readonly version: number }
}
