import type { AuditEntry } from '../base/audit.ts'
import { dateTimeText } from '../base/date-time.ts'
import { bucketFields, bucketOf } from '../access/quotas/bucket.ts'
import type { BanLift, StoredCount, Subject } from '../access/quotas/counters.ts'
import { type QuotaAlert, quotaAlerts } from '../access/quotas/quota-alerts.ts'
import { noteAudit } from './audit.ts'
import type { Changes } from './changes.ts'
import {
  ask,
  type Dialect,
  type Engine,
  type Insertion,
  type Transaction,
  type Work,
} from './engine.ts'
import type { EventLog, OwnEvent } from './event-log.ts'
import { type Cell, columnNameOf } from './sql/columns.ts'

const numbers = bucketFields.map(columnNameOf)

const select = `SELECT kind, id, ${numbers.join(', ')} FROM counts`

// Of two nodes that save the same count, the second may have read it first. So the usage of a day never decreases;
// otherwise its owner could be notified of the same share twice.
const putting = ({ greatest }: Dialect): Insertion => ({
  table: 'counts',
  columns: {
    kind: 'text',
    id: 'text',
    ...Object.fromEntries(numbers.map((name) => [name, 'bigint' as const])),
    day_limit: 'bigint',
  },
  onConflict: `ON CONFLICT (kind, id) DO UPDATE SET minute = excluded.minute, minute_used = excluded.minute_used,
    minute_refused = excluded.minute_refused,
    day = CASE WHEN counts.day = excluded.day + 1 THEN counts.day ELSE excluded.day END,
    day_used = CASE counts.day - excluded.day WHEN 1 THEN counts.day_used
      WHEN 0 THEN ${greatest}(counts.day_used, excluded.day_used) ELSE excluded.day_used END,
    ban_ends = excluded.ban_ends, ban_length = excluded.ban_length, day_limit = excluded.day_limit`,
})

const lift = `
  UPDATE counts SET ban_ends = 0, ban_length = 0, minute_refused = 0
  WHERE kind = 'key' AND id = $1 AND ban_ends - ban_length <= $2`

const askForLift = `
  INSERT INTO ban_lifts (id, at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET at = excluded.at`

/** @param changes its version changes if an event is written */
export const storedCounts = (
  { dialect, read, write }: Engine,
  log: EventLog,
  changes: Pick<Changes, 'bumpVersion'>,
) => {
  const put = putting(dialect)
  const gone = dialect.given(1, { gone_kind: 'text', gone_id: 'text' })
  const remove = `DELETE FROM counts WHERE (kind, id) IN (SELECT gone_kind, gone_id FROM ${gone.text})`
  const owner = dialect.given(1, { owner: 'text' })
  // The limit of the owner's newest key applies.
  const stored = `
    SELECT owner,
      (SELECT per_day FROM api_keys WHERE owner_id = owner ORDER BY ${dialect.keyNumber} DESC LIMIT 1),
      day, day_used, ban_ends, day_limit
    FROM ${owner.text} LEFT JOIN counts ON kind = 'key' AND id = owner`

  function* save(
    transaction: Transaction,
    counts: readonly StoredCount[],
    now: number,
  ): Work<boolean> {
    const owners = counts.filter(({ kind }) => kind === 'key').map(({ id }) => [id])
    const { rows } = yield* ask(stored, owner.values(owners))
    const before = new Map(rows.map(([id, ...cells]) => [id, cells]))
    const events = log(transaction)
    let isNews = false
    const written = counts.map((count): readonly Cell[] => {
      const [perDay = null, day = null, dayUsed, banEnds, judgedBy] =
        (count.kind === 'key' ? before.get(count.id) : undefined) ?? []
      // A count whose keys were all deleted has no owner.
      const dayLimit = Number(perDay ?? 0)
      if (perDay !== null) {
        const known = day !== null && {
          day: Number(day),
          dayUsed: Number(dayUsed),
          banEnds: Number(banEnds),
          dayLimit: Number(judgedBy),
        }
        for (const news of quotaAlerts(known || undefined, { ...count, dayLimit })) {
          isNews = true
          events.addOwn({ ownerId: count.id, at: now, ...countEvent(news) })
        }
      }
      return [count.kind, count.id, ...bucketFields.map((field) => count[field]), dayLimit]
    })
    events.save()
    transaction.insert(put, written)
    return isNews
  }

  return {
    load: async () => (await read(select)).rows.map(countOf),
    find: async ({ kind, id }: Subject): Promise<StoredCount | undefined> => {
      const { rows } = await read(`${select} WHERE kind = $1 AND id = $2`, [kind, id])
      return rows[0] && countOf(rows[0])
    },
    /** Lifts a ban in the stored counts and asks the counting process to do the same, in one transaction. */
    liftBan: async ({ id, at }: BanLift, audit?: AuditEntry): Promise<void> =>
      await write(function* ({ atCommit, showsNothing }) {
        showsNothing()
        atCommit(lift, [id, at])
        atCommit(askForLift, [id, at])
        noteAudit({ atCommit }, audit)
      }),
    /** The bans that the counting process has still to lift. Each is returned until `forgetLifts`. */
    lifts: async (): Promise<readonly BanLift[]> => {
      const { rows } = await read('SELECT id, at FROM ban_lifts')
      return rows.map(([id, at]) => ({ id: String(id), at: Number(at) }))
    },
    forgetLifts: async (lifts: readonly BanLift[]): Promise<void> =>
      await write(function* ({ atCommit, showsNothing }) {
        showsNothing()
        for (const { id, at } of lifts) {
          atCommit('DELETE FROM ban_lifts WHERE id = $1 AND at = $2', [id, at])
        }
      }),
    /** Implements `CountStore.save`, and writes the owners' alerts in the same transaction. */
    save: async (
      counts: readonly StoredCount[],
      forgotten: readonly Subject[],
      now: number,
    ): Promise<void> => {
      if (counts.length === 0 && forgotten.length === 0) return
      const isNews = await write(function* (transaction) {
        yield* ask(remove, gone.values(forgotten.map(({ kind, id }) => [kind, id])))
        const isTold = counts.length > 0 && (yield* save(transaction, counts, now))
        if (!isTold) transaction.showsNothing()
        return isTold
      })
      if (isNews) changes.bumpVersion()
    },
  }
}

const countOf = ([kind, id, ...cells]: readonly Cell[]): StoredCount => ({
  // Only the service writes this column.
  kind: kind as StoredCount['kind'],
  id: String(id),
  ...bucketOf((at) => Number(cells[at])),
})

const countEvent = (news: QuotaAlert): Pick<OwnEvent, 'type' | 'data'> => {
  if (news.kind === 'banned') {
    return { type: 'key.banned', data: JSON.stringify({ until: textOf(news.until) }) }
  }
  const { percent, limit, used, resets } = news
  return {
    type: 'usage.threshold_reached',
    data: JSON.stringify({ window: 'day', percent, limit, used, resetsAt: textOf(resets) }),
  }
}

const textOf = (unixSeconds: number): string => dateTimeText(unixSeconds * 1_000)
