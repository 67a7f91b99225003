import type { DatabaseSync } from 'node:sqlite'
import { writeExact } from '../../core/exact-json.ts'
import type { Result } from '../../data/change.ts'
import type { Applied } from '../../data/store.ts'
import type { IdempotencyToken } from '../../idempotency/idempotency-store.ts'
import { appliedBefore } from '../sql/kept-result.ts'

/** Finds the earlier result of a change, or finds that its key was used for another; undefined if neither. */
type FindResult = (once: IdempotencyToken) => Applied<Result> | undefined

/** The stored results, for the transactions that write them. */
export type SqliteResults = {
  readonly find: FindResult
  keep(once: IdempotencyToken, result: Result): void
}

/** @param database any connection to the file */
export const findResults = (database: DatabaseSync): FindResult => {
  const one = database.prepare(
    'SELECT fingerprint, answered_at, result FROM idempotency WHERE owner_id = ? AND key = ?',
  )
  one.setReturnArrays(true)
  return (once) => {
    const row = one.get(once.chainId, once.key) as unknown as ResultCells | undefined
    if (row === undefined) return undefined
    const [fingerprint, answeredAt, result] = row
    return appliedBefore({ fingerprint, answeredAt, result }, once)
  }
}

/** Typed by the STRICT table. */
type ResultCells = readonly [fingerprint: Uint8Array, answeredAt: number, result: string]

/** @param database the connection that writes */
export const sqliteResults = (database: DatabaseSync): SqliteResults => {
  // Replaces a result that is too old but not forgotten yet.
  const put = database.prepare(`
    INSERT OR REPLACE INTO idempotency (owner_id, key, fingerprint, answered_at, result)
    VALUES (?, ?, ?, ?, ?)`)
  return {
    find: findResults(database),
    keep: ({ chainId, key, fingerprint, now }, result) => {
      put.run(chainId, key, fingerprint, now, writeExact(result))
    },
  }
}
