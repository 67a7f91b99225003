import type { DatabaseSync } from 'node:sqlite'
import {
  type Interval,
  intervals,
  maxKinds,
  oldestKept,
  otherOperation,
  rangeStarts,
  type RequestEntry,
  type RequestHistory,
  type RequestSum,
  type Stop,
} from '../../quotas/history/request-history.ts'
import type { Changes } from '../changes.ts'
import { transaction } from './transaction.ts'
import { guarded } from './guard.ts'
import type { Snapshot } from './snapshot.ts'

/** What requests read of the history. */
export type HistoryReads = Pick<RequestHistory, 'entries'>

/** Entries deleted in one transaction, so that it holds nobody up. */
const deletedAtOnce = 250

// Object.entries widens the names.
const spans = Object.entries(intervals) as ReadonlyArray<
  readonly [Interval, (typeof intervals)[Interval]]
>
const day = intervals.day.seconds

export const sqliteHistoryReads = (database: DatabaseSync, snapshot: Snapshot): HistoryReads => {
  // CROSS JOIN keeps the order: one search of the key for each start.
  const entries = database.prepare(`
    SELECT start, operation, status, code, "window", count
    FROM json_each(?1) AS at CROSS JOIN request_counts ON span = ?2 AND start = at.value AND chain_id = ?3
    WHERE (start, operation, status, code, "window") > (?4, ?5, ?6, ?7, ?8) LIMIT ?9`)
  entries.setReturnArrays(true)
  return {
    entries: async (chainId, interval, range, now) => {
      const { starts, behind } = rangeStarts(interval, range, now)
      const { seconds } = intervals[interval]
      const place = [JSON.stringify(starts), seconds, chainId] as const
      const rows = snapshot.read(() => entries.all(...place, ...behind, range.limit))
      return (rows as unknown as readonly EntryCells[]).map(entryOf)
    },
  }
}

/** Typed by the STRICT table. */
type EntryCells = readonly [
  start: number,
  operation: string,
  status: number,
  code: string,
  window: string,
  count: number,
]

const entryOf = ([start, operation, status, code, window, count]: EntryCells): RequestEntry => ({
  start,
  operation,
  status,
  code: code === '' ? undefined : code,
  window: window === '' ? undefined : (window as Stop),
  count,
})

/**
 * @param database the connection that writes
 * @param changes is told of saved calls of deprecated operations
 */
export const sqliteHistoryWrites = (
  database: DatabaseSync,
  changes: Pick<Changes, 'noteTallies'>,
): Omit<RequestHistory, keyof HistoryReads> => {
  const key = 'span = ?2 AND start = ?3 AND chain_id = ?4'
  const add = database.prepare(`
    UPDATE request_counts SET count = count + ?1
    WHERE ${key} AND operation = ?5 AND status = ?6 AND code = ?7 AND "window" = ?8`)
  const kinds = database.prepare(`
    SELECT count(*) FROM (
      SELECT 1 FROM request_counts WHERE span = ? AND start = ? AND chain_id = ? LIMIT ${maxKinds})`)
  kinds.setReturnArrays(true)
  const insert = database.prepare(`
    INSERT INTO request_counts (count, span, start, chain_id, operation, status, code, "window")
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count`)
  const addDeprecated = database.prepare(`
    INSERT INTO deprecated_counts (chain_id, day, count) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count`)
  const old = database.prepare('SELECT 1 FROM request_counts WHERE span = ? AND start < ? LIMIT 1')
  const remove = database.prepare(`
    DELETE FROM request_counts WHERE (span, start, chain_id, operation, status, code, "window") IN (
      SELECT span, start, chain_id, operation, status, code, "window" FROM request_counts
      WHERE span = ? AND start < ? LIMIT ${deletedAtOnce})`)
  const oldDeprecated = database.prepare('SELECT 1 FROM deprecated_counts WHERE day < ? LIMIT 1')
  const removeDeprecated = database.prepare(`
    DELETE FROM deprecated_counts WHERE (chain_id, day) IN (
      SELECT chain_id, day FROM deprecated_counts WHERE day < ? LIMIT ${deletedAtOnce})`)

  const addOne = (sum: RequestSum): void => {
    const { chainId, minute, operation, status, code = '', window = '', isDeprecated, count } = sum
    const at = minute * intervals.minute.seconds
    for (const [, { seconds }] of spans) {
      const start = at - (at % seconds)
      const kind = [status, code, window] as const
      if (add.run(count, seconds, start, chainId, operation, ...kind).changes > 0) continue
      const [known] = kinds.get(seconds, start, chainId) as unknown as readonly [number]
      const shown = known < maxKinds ? operation : otherOperation
      insert.run(count, seconds, start, chainId, shown, ...kind)
    }
    if (isDeprecated) addDeprecated.run(chainId, at - (at % day), count)
  }

  return {
    add: async (sums) => {
      guarded(database, () =>
        transaction(database, () => {
          for (const sum of sums) addOne(sum)
        }),
      )
      if (sums.some(({ isDeprecated }) => isDeprecated)) changes.noteTallies()
    },
    forget: async (now) =>
      guarded(database, () => {
        let isMore = false
        for (const [interval, { seconds }] of spans) {
          const before = oldestKept(interval, now)
          // A DELETE takes the write lock even if it finds nothing.
          if (old.get(seconds, before) === undefined) continue
          const removed = transaction(database, () => remove.run(seconds, before))
          isMore ||= Number(removed.changes) === deletedAtOnce
        }
        const before = oldestKept('day', now)
        if (oldDeprecated.get(before) === undefined) return isMore
        transaction(database, () => void removeDeprecated.run(before))
        changes.noteTallies()
        return true
      }),
  }
}
