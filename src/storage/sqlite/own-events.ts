import type { DatabaseSync } from 'node:sqlite'
import { quotaAlerts } from '../../quotas/quota-alerts.ts'
import { expiryNotice } from '../../keys/key-store.ts'
import type { StoredCount } from '../../quotas/counters.ts'
import { transaction } from './transaction.ts'
import { countEvent, expiryEvent } from '../sql/own-event-texts.ts'
import type { EventWrites } from './events-writes.ts'

/** Tells the owners of keys what their counts came to, in the transaction that saves the counts. */
export type OwnCountEvents = {
  /**
   * Compares a count with the one that is stored; call it before it is written.
   *
   * @param at milliseconds since the Unix epoch
   * @returns the limit of the day by which the count was judged, to be stored with it; and whether an event was written
   */
  tell(count: StoredCount, at: number): { readonly dayLimit: number; readonly isNews: boolean }
}

/** @param database the connection that writes */
export const ownCountEvents = (
  database: DatabaseSync,
  events: Pick<EventWrites, 'addOwn'>,
): OwnCountEvents => {
  // The limit is that of the newest key of the chain.
  const stored = database.prepare(`
    SELECT
      (SELECT per_day FROM api_keys WHERE owner_id = ?1 ORDER BY rowid DESC LIMIT 1),
      counts.day, counts.day_used, counts.ban_ends, counts.day_limit
    FROM (SELECT 1) LEFT JOIN counts ON kind = 'key' AND id = ?1`)
  stored.setReturnArrays(true)
  return {
    tell: (count, at) => {
      if (count.kind !== 'key') return { dayLimit: 0, isNews: false }
      const row = stored.get(count.id) as unknown as StoredCells
      const [dayLimit, day, dayUsed, banEnds, judgedBy] = row
      // Nobody owns a count whose keys are gone.
      if (dayLimit === null) return { dayLimit: 0, isNews: false }
      const before = day === null ? undefined : { day, dayUsed, banEnds, dayLimit: judgedBy }
      const news = quotaAlerts(before, { ...count, dayLimit })
      for (const each of news) events.addOwn({ owner: count.id, at, ...countEvent(each) })
      return { dayLimit, isNews: news.length > 0 }
    },
  }
}

/** Typed by the STRICT tables. The last four are null together. */
type StoredCells = readonly [
  perDay: number | null,
  day: number | null,
  dayUsed: number,
  banEnds: number,
  dayLimit: number,
]

/** How many keys are told of in one transaction. */
const toldAtOnce = 100

/**
 * Tells the owners of keys that expire soon: once for each key and its end.
 *
 * @param database the connection that writes
 * @returns a function that tells of some, in a transaction of its own, and returns how many; see `KeyStore.tellExpiring`
 */
export const ownExpiryEvents = (
  database: DatabaseSync,
  events: Pick<EventWrites, 'begin' | 'addOwn'>,
): ((now: number) => number) => {
  const expiring =
    'expires_at > ? AND expires_at <= ? AND expiry_told IS NOT expires_at AND revoked_at IS NULL'
  const some = database.prepare(`SELECT 1 FROM api_keys WHERE ${expiring} LIMIT 1`)
  const due = database.prepare(`
    SELECT id, owner_id, name, expires_at FROM api_keys WHERE ${expiring}
    ORDER BY expires_at LIMIT ${toldAtOnce}`)
  const mark = database.prepare('UPDATE api_keys SET expiry_told = expires_at WHERE id = ?')
  const tell = (now: number, until: number): number => {
    const keys = due.all(now, until)
    for (const { id, owner_id: owner, name, expires_at: end } of keys) {
      const key = { keyId: String(id), keyName: String(name), expiresAt: Number(end) }
      events.addOwn({ owner: String(owner), at: now, ...expiryEvent(key) })
      mark.run(String(id))
    }
    return keys.length
  }
  return (now) => {
    const until = now + expiryNotice
    // A transaction takes the write lock even if there is nothing to tell.
    if (some.get(now, until) === undefined) return 0
    events.begin()
    return transaction(database, () => tell(now, until))
  }
}
