import type { StoredCount } from '../../quotas/counters.ts'

/**
 * A count as the cells of its row, in the order of the columns of every database.
 *
 * @param dayLimit the limit by which it was judged
 */
export const countCells = (
  count: StoredCount,
  dayLimit: number,
): ReadonlyArray<string | number> => [
  count.kind,
  count.id,
  count.minute,
  count.minuteUsed,
  count.minuteRefused,
  count.day,
  count.dayUsed,
  count.banEnds,
  count.banLength,
  dayLimit,
]
