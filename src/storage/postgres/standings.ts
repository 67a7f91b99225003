import type { Standings } from '../../data/standing.ts'
import type { Table } from '../../data/table.ts'
import { oldestRetained } from '../../quotas/history/request-history.ts'
import { newestText } from './events-reads.ts'
import type { Query } from './readers.ts'
import type { Counting } from './row-counts.ts'

export const postgresStandings = (
  query: Query,
  countingOf: (table: Table) => Counting,
): Standings => ({
  of: async (ownerId, key, now) => {
    const { text, values } = countingOf(key.table)(key)
    const next = values.length + 1
    const standing = `
    SELECT (${text}), ${newestText},
      (SELECT coalesce(sum(count), 0)::bigint FROM deprecated_counts WHERE owner_id = $${next} AND day >= $${next + 1})`
    const { rows } = await query(standing, [...values, ownerId, oldestRetained('day', now)])
    // All are integers.
    const [counted, newestEvent, deprecatedCalls] = rows[0] as readonly [bigint, bigint, bigint]
    return { counted: Number(counted), deprecatedCalls, newestEvent }
  },
})
