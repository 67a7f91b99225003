import type { IdempotencyStore } from '../idempotency/idempotency-store.ts'
import type { Engine } from './engine.ts'

const forget = `
  DELETE FROM idempotency WHERE (owner_id, key) IN (
    SELECT owner_id, key FROM idempotency WHERE answered_at <= $1 ORDER BY answered_at LIMIT $2)`

/** Forgets the results of changes that are too old. */
export const resultRetention = ({ upkeep, write }: Engine): IdempotencyStore => ({
  forget: async (before, most) => {
    // To begin a transaction takes the lock of the store, though there be nothing to do.
    const old = await upkeep('SELECT 1 FROM idempotency WHERE answered_at <= $1 LIMIT 1', [before])
    if (old.rows.length === 0) return 0
    return await write(function* ({ showsNothing }) {
      showsNothing()
      return (yield [forget, [before, most]]).count
    })
  },
})
