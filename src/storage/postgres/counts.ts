import { quotaAlerts } from '../../quotas/quota-alerts.ts'
import type { KeptCounts, StoredCount } from '../../quotas/counters.ts'
import type { Changes } from '../changes.ts'
import type { Cell } from '../sql/columns.ts'
import { countCells } from '../sql/count-cells.ts'
import { countEvent } from '../sql/own-event-texts.ts'
import { columnsOfRows, type eventLog } from './event-log.ts'
import type { Query } from './readers.ts'
import type { Transaction, Writer } from './writer.ts'

const select = `
  SELECT kind, id, minute, minute_used, minute_refused, day, day_used, ban_ends, ban_length FROM counts`

// Of two nodes that save the same count, the later one may have read it earlier. So what was used of a day never falls:
// else its owner would be told of a share once more.
const put = `
  INSERT INTO counts (kind, id, minute, minute_used, minute_refused, day, day_used, ban_ends, ban_length, day_limit)
  SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
    $8::bigint[], $9::bigint[], $10::bigint[])
  ON CONFLICT (kind, id) DO UPDATE SET minute = excluded.minute, minute_used = excluded.minute_used,
    minute_refused = excluded.minute_refused,
    day = CASE WHEN counts.day = excluded.day + 1 THEN counts.day ELSE excluded.day END,
    day_used = CASE counts.day - excluded.day WHEN 1 THEN counts.day_used
      WHEN 0 THEN greatest(counts.day_used, excluded.day_used) ELSE excluded.day_used END,
    ban_ends = excluded.ban_ends, ban_length = excluded.ban_length, day_limit = excluded.day_limit`

const remove = `
  DELETE FROM counts USING unnest($1::text[], $2::text[]) AS gone (gone_kind, gone_id)
  WHERE kind = gone_kind AND id = gone_id`

// The limit is that of the newest key of the chain.
const stored = `
  SELECT chain,
    (SELECT per_day FROM api_keys WHERE owner_id = chain ORDER BY number DESC LIMIT 1),
    day, day_used, ban_ends, day_limit
  FROM unnest($1::text[]) AS asked (chain) LEFT JOIN counts ON kind = 'key' AND id = chain`

const lift = `
  UPDATE counts SET ban_ends = 0, ban_length = 0, minute_refused = 0
  WHERE kind = 'key' AND id = $1 AND ban_ends - ban_length <= $2`

/** @param changes moves if an event was written */
export const postgresCounts = (
  query: Query,
  writer: Writer,
  log: ReturnType<typeof eventLog>,
  changes: Pick<Changes, 'move'>,
): KeptCounts => ({
  load: async () => (await query(select)).rows.map(countOf),
  find: async ({ kind, id }) => {
    const { rows } = await query(`${select} WHERE kind = $1 AND id = $2`, [kind, id])
    return rows[0] && countOf(rows[0])
  },
  liftBan: async ({ id, at }) =>
    await writer.transaction(async ({ atCommit, showsNothing }) => {
      showsNothing()
      atCommit(lift, [id, at])
      atCommit(
        'INSERT INTO ban_lifts (id, at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET at = excluded.at',
        [id, at],
      )
    }),
  lifts: async () => {
    const { rows } = await query('SELECT id, at FROM ban_lifts')
    return rows.map(([id, at]) => ({ id: String(id), at: Number(at) }))
  },
  forgetLifts: async (lifts) =>
    await writer.transaction(async ({ atCommit, showsNothing }) => {
      showsNothing()
      for (const { id, at } of lifts) {
        atCommit('DELETE FROM ban_lifts WHERE id = $1 AND at = $2', [id, at])
      }
    }),
  save: async (counts, forgotten, now) => {
    if (counts.length === 0 && forgotten.length === 0) return
    const isNews = await writer.transaction(async (transaction) => {
      if (forgotten.length > 0) {
        const subjects = [forgotten.map(({ kind }) => kind), forgotten.map(({ id }) => id)]
        await transaction.query(remove, subjects)
      }
      const isTold = await saveCounts(transaction, counts, now, log)
      if (!isTold) transaction.showsNothing()
      return isTold
    })
    if (isNews) changes.move()
  },
})

/** @returns whether an event was written */
const saveCounts = async (
  transaction: Transaction,
  counts: readonly StoredCount[],
  now: number,
  log: ReturnType<typeof eventLog>,
): Promise<boolean> => {
  if (counts.length === 0) return false
  const chains = counts.filter(({ kind }) => kind === 'key').map(({ id }) => id)
  const { rows } = await transaction.query(stored, [chains])
  const before = new Map(
    (rows as unknown as readonly StoredCells[]).map(([chain, ...cells]) => [chain, cells]),
  )
  const events = log(transaction)
  let isNews = false
  const written = counts.map((count): readonly Cell[] => {
    const [perDay = null, day = null, dayUsed, banEnds, judgedBy] =
      (count.kind === 'key' ? before.get(count.id) : undefined) ?? []
    // Nobody owns a count whose keys are gone.
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
        events.addOwn({ owner: count.id, at: now, ...countEvent(news) })
      }
    }
    return countCells(count, dayLimit)
  })
  events.save()
  transaction.atCommit(put, columnsOfRows(written))
  return isNews
}

/** Those of the count are null together. */
type StoredCells = readonly [
  chain: string,
  perDay: bigint | null,
  day: bigint | null,
  dayUsed: bigint,
  banEnds: bigint,
  dayLimit: bigint,
]

const countOf = ([kind, id, ...numbers]: readonly Cell[]): StoredCount => {
  const [minute = 0, minuteUsed = 0, minuteRefused = 0, day = 0, ...rest] = numbers.map(Number)
  const [dayUsed = 0, banEnds = 0, banLength = 0] = rest
  return {
    // The service alone writes the column.
    kind: kind as StoredCount['kind'],
    id: String(id),
    minute,
    minuteUsed,
    minuteRefused,
    day,
    dayUsed,
    banEnds,
    banLength,
  }
}
