import type { Clock } from '../clock.ts'
import type { ChangeContext, Change, Result } from './change.ts'
import type { NewPublicRowOf, PublicRowOf, Table } from './table.ts'

/** Reads and imports many rows, without their hidden fields. Rejects with `StorageUnavailable` if the store cannot. */
export interface Bulk {
  count(table: Table): Promise<number>
  /** Every row as of one moment, ascending by id, in batches; others can go on writing. */
  all<T extends Table>(table: T): AsyncIterable<ReadonlyArray<PublicRowOf<T>>>
  /**
   * Begins an import, whose rows become visible all at once. Each store takes one import at a time.
   *
   * @param table a table whose ids the store assigns, and whose rows may lack every hidden field
   */
  beginImport<T extends Table>(table: T): Promise<Import<NewPublicRowOf<T>>>
  /**
   * Makes many changes in one transaction, each by its rule, in their order: all of them, or none if a rule refuses one.
   * A later change finds what an earlier one wrote. Nobody else can write meanwhile.
   *
   * @param changes `maxChanges` at most
   * @throws RangeError if there are more; what a rule throws
   */
  applyAll<R extends Result>(
    changes: ReadonlyArray<Change<R>>,
    act: ChangeContext,
  ): Promise<AppliedAll<R>>
}

/**
 * The most changes of one `applyAll`. Each takes 0.1 ms of processor time among a million rows, so 2,000 hold nobody up for
 * long. During more a running service refuses writes for a moment (503 with `Retry-After`).
 */
export const maxChanges = 10_000

/** What became of many changes. */
export type AppliedAll<R extends Result> =
  /** The result of each change, in their order. */
  | { readonly outcome: 'done'; readonly results: readonly R[] }
  /** Nothing was changed. `at` is the place of a refused change among all, from 0 on. */
  | {
      readonly outcome: 'refused'
      readonly refused: ReadonlyArray<{ readonly at: number; readonly result: R }>
    }

/** An import that has not ended. */
export interface Import<N = object> {
  /** Adds rows, invisible for now, without delaying anybody. */
  add(rows: readonly N[]): Promise<void>
  /**
   * Gives all rows the next ids, in their order, and makes them visible and durable at one moment.
   *
   * @param clock gives the time of the one event that tells of it, if the table has events
   * @param progress called now and then with the number of rows done
   */
  commit(clock: Clock, progress: (moved: number) => void): Promise<Imported>
  /** Drops the rows, unless they were committed. */
  end(): Promise<void>
}

/** The result of an import. */
export type Imported = {
  readonly count: number
  /** The first id and the last; undefined if there were none. */
  readonly ids: { readonly first: bigint; readonly last: bigint } | undefined
  /** The longest time in which nobody else could write, in milliseconds. */
  readonly heldUp: number
}

/** Another import into the same store is under way. */
export class ImportUnderWay extends Error {
  constructor() {
    super('Another import into this environment is under way; wait until it is done.')
    this.name = 'ImportUnderWay'
  }
}
