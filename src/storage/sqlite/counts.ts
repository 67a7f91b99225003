import type { DatabaseSync } from 'node:sqlite'
import type { BanLift, KeptCounts, StoredCount } from '../../quotas/counters.ts'
import type { Changes } from '../changes.ts'
import { countCells } from '../sql/count-cells.ts'
import { transaction } from './transaction.ts'
import type { EventWrites } from './events-writes.ts'
import { guarded } from './guard.ts'
import { ownCountEvents } from './own-events.ts'

/**
 * @param database the connection that writes
 * @param changes moves if an event was written
 */
export const sqliteCounts = (
  database: DatabaseSync,
  events: EventWrites,
  changes: Pick<Changes, 'move'>,
): KeptCounts => {
  const own = ownCountEvents(database, events)
  const select = `
    SELECT kind, id, minute, minute_used AS minuteUsed, minute_refused AS minuteRefused, day,
      day_used AS dayUsed, ban_ends AS banEnds, ban_length AS banLength FROM counts`
  const all = database.prepare(select)
  const one = database.prepare(`${select} WHERE kind = ? AND id = ?`)
  const put = database.prepare(`
    INSERT OR REPLACE INTO counts (kind, id, minute, minute_used, minute_refused, day, day_used,
      ban_ends, ban_length, day_limit) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const remove = database.prepare('DELETE FROM counts WHERE kind = ? AND id = ?')
  const lift = database.prepare(`
    UPDATE counts SET ban_ends = 0, ban_length = 0, minute_refused = 0
    WHERE kind = 'key' AND id = ? AND ban_ends - ban_length <= ?`)
  // Lifts are few and short-lived, so they need no table: they are settings named from 'lift_ban ' to 'lift_ban!'.
  const ask = database.prepare(
    "INSERT OR REPLACE INTO settings (name, value) VALUES ('lift_ban ' || ?, ?)",
  )
  const asked = database.prepare(`
    SELECT substr(name, length('lift_ban ') + 1) AS id, value AS at FROM settings
    WHERE name > 'lift_ban ' AND name < 'lift_ban!'`)
  const done = database.prepare("DELETE FROM settings WHERE name = 'lift_ban ' || ? AND value = ?")

  return {
    // The columns are named as the fields and typed by the STRICT table.
    load: async () => guarded(database, () => all.all() as unknown as readonly StoredCount[]),
    find: async ({ kind, id }) =>
      guarded(database, () => one.get(kind, id) as unknown as StoredCount | undefined),
    liftBan: async ({ id, at }) =>
      guarded(database, () =>
        transaction(database, () => {
          lift.run(id, at)
          ask.run(id, at)
        }),
      ),
    lifts: async () => guarded(database, () => asked.all() as unknown as readonly BanLift[]),
    forgetLifts: async (lifts) =>
      guarded(database, () =>
        transaction(database, () => {
          for (const { id, at } of lifts) done.run(id, at)
        }),
      ),
    save: async (counts, forgotten, now) => {
      const isNews = guarded(database, () => {
        events.begin()
        return transaction(database, () => {
          let told = false
          for (const { kind, id } of forgotten) remove.run(kind, id)
          for (const count of counts) {
            const { dayLimit, isNews: isTold } = own.tell(count, now)
            told ||= isTold
            put.run(...countCells(count, dayLimit))
          }
          return told
        })
      })
      if (isNews) changes.move()
    },
  }
}
