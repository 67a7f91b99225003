import { readExact } from '../../core/exact-json.ts'
import type { Result } from '../../data/change.ts'
import type { Applied } from '../../data/store.ts'
import { type IdempotencyToken, retention } from '../../idempotency/idempotency-store.ts'

/** What is kept of a change that was made once. */
export type KeptResult = {
  readonly fingerprint: Uint8Array
  /** Milliseconds since the Unix epoch. */
  readonly answeredAt: number
  /** The result as exact JSON. */
  readonly result: string
}

/** What a store answers to a change whose key is kept; undefined if the key is too old to be known. */
export const appliedBefore = (
  { fingerprint, answeredAt, result }: KeptResult,
  once: IdempotencyToken,
): Applied<Result> | undefined => {
  if (answeredAt <= once.now - retention) return undefined
  if (Buffer.compare(fingerprint, once.fingerprint) !== 0) return { outcome: 'reused' }
  // The text was written from a result.
  return { outcome: 'done', result: readExact(result) as Result, replayed: true }
}
