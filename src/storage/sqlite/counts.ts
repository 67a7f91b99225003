import type { DatabaseSync } from 'node:sqlite'
import type { CountStore, StoredCount } from '../../quotas/counters.ts'
import { transaction } from './database.ts'
import { guarded } from './guard.ts'

export const sqliteCounts = (database: DatabaseSync): CountStore => {
  const all = database.prepare(`
    SELECT kind, id, minute, minute_used AS minuteUsed, minute_refused AS minuteRefused, day,
      day_used AS dayUsed, ban_ends AS banEnds, ban_length AS banLength FROM counts`)
  const put = database.prepare(`
    INSERT OR REPLACE INTO counts (kind, id, minute, minute_used, minute_refused, day, day_used,
      ban_ends, ban_length) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const remove = database.prepare('DELETE FROM counts WHERE kind = ? AND id = ?')

  return {
    // The columns are named as the fields and typed by the STRICT table.
    load: async () => guarded(database, () => all.all() as unknown as readonly StoredCount[]),
    save: async (counts, forgotten) =>
      guarded(database, () =>
        transaction(database, () => {
          for (const { kind, id } of forgotten) remove.run(kind, id)
          for (const count of counts) {
            put.run(
              count.kind,
              count.id,
              count.minute,
              count.minuteUsed,
              count.minuteRefused,
              count.day,
              count.dayUsed,
              count.banEnds,
              count.banLength,
            )
          }
        }),
      ),
  }
}
