import type { EventRetention } from '../../data/events.ts'
import { rangeText } from './events-reads.ts'
import type { Query } from './readers.ts'
import type { Writer } from './writer.ts'

/** The first id from `$1` to `$2` whose event is not from before `$3`. */
const firstKept = `
  SELECT min(id) FROM (
    SELECT id FROM events WHERE id >= $1 AND id <= $2 AND at >= $3
    UNION ALL
    SELECT id FROM own_events WHERE id >= $1 AND id <= $2 AND at >= $3
  ) AS kept`

const removals = [
  'DELETE FROM events WHERE id < $1',
  'DELETE FROM own_events WHERE id < $1',
  'DELETE FROM event_ranges WHERE event_id < $1',
]

export const eventRetention = (query: Query, writer: Writer): EventRetention => ({
  forget: async (before, most) => {
    const range = await query(rangeText)
    const [oldest, newest] = range.rows[0] as unknown as readonly [bigint, bigint]
    const behind = oldest + BigInt(most)
    const last = behind < newest ? behind : newest
    // Every id between was given, so these are the oldest events, and no more than may go.
    const kept = await query(firstKept, [oldest, last - 1n, before])
    const end = (kept.rows[0]?.[0] as bigint | null) ?? last
    if (end <= oldest) return 0
    await writer.transaction(async ({ atCommit }) => {
      for (const removal of removals) atCommit(removal, [end])
    })
    return Number(end - oldest)
  },
})
