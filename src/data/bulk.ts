import type { NewRowOf, RowOf, Table } from './table.ts'

/** The rows of a store in bulk. Rejects with `StorageUnavailable` if the store cannot. */
export interface Bulk {
  count(table: Table): Promise<number>
  /** Every row as all stood at one moment, ascending by id, in batches; others go on writing. */
  all<T extends Table>(table: T): AsyncIterable<ReadonlyArray<RowOf<T>>>
  /**
   * Begins to take in rows that nobody sees until all are in. One import at a time for each store.
   *
   * @param table one whose ids the store assigns
   */
  beginImport<T extends Table>(table: T): Promise<Import<NewRowOf<T>>>
}

/** Rows on their way into a store. */
export interface Import<N = object> {
  /** Takes rows in, out of sight and without holding up anybody. */
  add(rows: readonly N[]): Promise<void>
  /**
   * Gives all of them the next ids, in their order, and makes them seen and durable, at one moment.
   *
   * @param progress called now and then with how many are in
   */
  commit(progress: (moved: number) => void): Promise<Imported>
  /** Forgets them, unless they were committed. */
  end(): Promise<void>
}

/** What an import brought. */
export type Imported = {
  readonly count: number
  /** The first id and the last; undefined if there were none. */
  readonly ids: { readonly first: bigint; readonly last: bigint } | undefined
  /** The longest time for which nobody else could write, in milliseconds. */
  readonly heldUp: number
}

/** Another import into the same store is under way. */
export class ImportUnderWay extends Error {
  constructor() {
    super('Another import into this environment is under way; wait until it is done.')
    this.name = 'ImportUnderWay'
  }
}
