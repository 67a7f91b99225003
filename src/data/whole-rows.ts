import type { RowOf, Stored, Table } from './table.ts'

/**
 * Reads rows with their hidden fields, for work of the service's own; no operation gets it. Rejects with
 * `StorageUnavailable` if the store cannot.
 */
export interface WholeRows {
  find<T extends Table>(table: T, id: bigint): Promise<Stored<RowOf<T>> | undefined>
  /** The version of every row, by its id, in ascending order. A look at this tells which rows changed. */
  versions(table: Table): Promise<ReadonlyMap<bigint, bigint>>
}
