import type { KeySummaries } from '../base/data/key-summary.ts'
import { oldestRetained } from '../access/quotas/history/request-history.ts'
import type { Read } from './engine.ts'
import { counting, type ReadTable, tableIn } from './reads.ts'
import { edge } from './sql/events.ts'

export const keySummaries = (
  read: Read,
  tables: ReadonlyMap<string, Pick<ReadTable, 'sql'>>,
): KeySummaries => {
  const known = tableIn(tables)
  return {
    of: (ownerId, key, now) => {
      const [text, values] = counting(known(key.table).sql, key)
      const next = values.length + 1
      const summary = `
        SELECT (${text}), ${edge('max')}, (
          SELECT CAST(coalesce(sum(count), 0) AS bigint) FROM deprecated_counts
          WHERE owner_id = $${next} AND day >= $${next + 1}
        )`
      return read(summary, [...values, ownerId, oldestRetained('day', now)], ([row]) => {
        const [counted, newestEvent, deprecatedCalls] = row as readonly [bigint, bigint, bigint]
        return { counted: Number(counted), deprecatedCalls, newestEvent }
      })
    },
  }
}
