import type { DatabaseSync } from 'node:sqlite'
import { StorageUnavailable } from '../../core/errors/storage-errors.ts'
import { int64 } from '../../core/int64.ts'
import type { Table } from '../../data/table.ts'

/** Reads the highest id that was ever assigned in a table, also if its row is gone; zero if there is none. */
export const highestId = (database: DatabaseSync, { name }: Table): (() => bigint) => {
  const sequence = database.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?')
  sequence.setReadBigInts(true)
  sequence.setReturnArrays(true)
  return () => {
    // The column has no type, but SQLite always stores an integer in it.
    const cells = sequence.get(name) as unknown as readonly [bigint] | undefined
    return cells === undefined ? 0n : cells[0]
  }
}

/** Ids for rows that are inserted, inside the transactions that write them. */
export type NewIds = {
  /** Call it before a transaction: another process may have assigned ids since. */
  begin(): void
  /** @throws StorageUnavailable if every id was assigned */
  next(): bigint
}

/**
 * The ids that SQLite would assign. They are known before the row is written, so rows can wait for each other.
 *
 * @param database the connection that writes
 */
export const newIds = (database: DatabaseSync, table: Table): NewIds => {
  const highest = highestId(database, table)
  /** Undefined until the transaction needs it. */
  let last: bigint | undefined
  return {
    begin: () => {
      last = undefined
    },
    next: () => {
      last ??= highest()
      if (last === int64.maximum) {
        throw new StorageUnavailable('full', new Error(`No id of ${table.name} is left.`))
      }
      last += 1n
      return last
    },
  }
}
