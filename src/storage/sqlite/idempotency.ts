import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import {
  type IdempotencyStore,
  type KeptAnswer,
  type Once,
  type OnceOutcome,
  retention,
} from '../../idempotency/idempotency-store.ts'
import type { Awaitable } from '../../core/awaitable.ts'
import type { GroupCommit } from './group-commit.ts'
import { guarded } from './guard.ts'

/** The answers that are kept, for the stores whose transactions write them. */
export type SqliteIdempotency = IdempotencyStore & {
  /**
   * Finds what a request was answered before, or makes it and keeps its answer, in one transaction.
   *
   * @param make runs inside the transaction
   */
  once(once: Once, make: () => KeptAnswer): Awaitable<OnceOutcome>
}

export const sqliteIdempotency = (
  database: DatabaseSync,
  commits: GroupCommit,
): SqliteIdempotency => {
  const one = database.prepare(
    'SELECT fingerprint, answered_at, status, location, body FROM idempotency WHERE owner_id = ? AND key = ?',
  )
  // Replaces an answer that is too old but was not yet forgotten.
  const put = database.prepare(`
    INSERT OR REPLACE INTO idempotency (owner_id, key, fingerprint, answered_at, status, location,
      body) VALUES (?, ?, ?, ?, ?, ?, ?)`)
  const old = database.prepare('SELECT 1 FROM idempotency WHERE answered_at <= ? LIMIT 1')
  const forget = database.prepare(`
    DELETE FROM idempotency WHERE (owner_id, key) IN (
      SELECT owner_id, key FROM idempotency WHERE answered_at <= ? ORDER BY answered_at LIMIT ?)`)

  const find = ({ ownerId, key, fingerprint, now }: Once): OnceOutcome | undefined => {
    const row = one.get(ownerId, key)
    if (row === undefined || Number(row['answered_at']) <= now - retention) return undefined
    const same = Buffer.compare(row['fingerprint'] as Uint8Array, fingerprint) === 0
    return same ? { outcome: 'replayed', answer: answerOf(row) } : { outcome: 'reused' }
  }

  return {
    once: (request, make) => {
      // Outside the transaction first: a replay goes on where nothing can be written.
      const before = guarded(database, () => find(request))
      if (before !== undefined) return before
      return commits.run((): OnceOutcome => {
        const meanwhile = find(request)
        if (meanwhile !== undefined) return meanwhile
        const answer = make()
        const { ownerId, key, fingerprint, now } = request
        const { status, location, body } = answer
        put.run(ownerId, key, fingerprint, now, status, location ?? null, body)
        return { outcome: 'created', answer }
      })
    },
    forget: (before, most) =>
      guarded(database, () => {
        // A DELETE takes the write lock even where it finds nothing.
        if (old.get(before) === undefined) return 0
        return Number(forget.run(before, most).changes)
      }),
  }
}

/** The columns are typed by the STRICT table. */
const answerOf = (row: Record<string, SQLOutputValue>): KeptAnswer => ({
  status: row['status'] as number,
  location: (row['location'] as string | null) ?? undefined,
  body: row['body'] as string,
})
