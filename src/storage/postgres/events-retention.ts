import type { EventRetention } from '../../data/events.ts'
import { newestText, oldestText } from './events-reads.ts'
import type { Query } from './readers.ts'
import type { Writer } from './writer.ts'

/**
 * The oldest id, the end of those that may go now, and the first before it whose event is not from before `$1`. At most `$2`
 * go, and the newest stays. Nodes ask again and again, so it is one statement.
 */
const oldOnes = `
  WITH bounds AS (SELECT ${oldestText} AS oldest, ${newestText} AS newest),
    old AS (SELECT oldest, least(oldest + $2::bigint, newest) AS last FROM bounds)
  SELECT oldest, last, (
    SELECT min(id) FROM (
      SELECT id FROM events WHERE id >= oldest AND id < last AND at >= $1
      UNION ALL
      SELECT id FROM own_events WHERE id >= oldest AND id < last AND at >= $1
    ) AS kept
  ) FROM old`

const removals = [
  'DELETE FROM events WHERE id < $1',
  'DELETE FROM own_events WHERE id < $1',
  'DELETE FROM event_ranges WHERE event_id < $1',
]

export const eventRetention = (query: Query, writer: Writer): EventRetention => ({
  forget: async (before, most) => {
    // Every id between was given, so these are the oldest events, and no more than may go.
    const { rows } = await query(oldOnes, [before, most])
    const [oldest, last, kept] = rows[0] as unknown as readonly [bigint, bigint, bigint | null]
    const end = kept ?? last
    if (end <= oldest) return 0
    await writer.transaction(async ({ atCommit }) => {
      for (const removal of removals) atCommit(removal, [end])
    })
    return Number(end - oldest)
  },
})
