import {
  type Interval,
  intervals,
  maxKinds,
  oldestRetained,
  otherOperation,
  rangeStarts,
  type RequestEntry,
  type RequestHistory,
  type RequestSum,
  type Stop,
} from '../access/quotas/history/request-history.ts'
import { ask, type Engine, type Transaction, type Work } from './engine.ts'
import { deleteOld } from './retention.ts'
import type { Cell } from './sql/columns.ts'
import { addition, Tally } from './row-counts.ts'

// Object.entries widens the names.
const spans = Object.entries(intervals) as ReadonlyArray<
  readonly [Interval, (typeof intervals)[Interval]]
>
const day = intervals.day.seconds

const place = { span: 'bigint', start: 'bigint', owner_id: 'text' } as const
const kind = { operation: 'text', status: 'bigint', code: 'text', '"window"': 'text' } as const
const key = Object.keys({ ...place, ...kind }).join(', ')

const requestCounts = addition('request_counts', { ...place, ...kind })
const deprecatedCounts = addition('deprecated_counts', { owner_id: 'text', day: 'bigint' })

const oldCounts = { table: 'request_counts', key, old: 'span = $1 AND start < $2' }
const oldDeprecated = { table: 'deprecated_counts', key: 'owner_id, day', old: 'day < $1' }

const deprecatedText = `
  SELECT CAST(coalesce(sum(count), 0) AS bigint) FROM deprecated_counts WHERE owner_id = $1 AND day >= $2`

export const storedHistory = (engine: Engine): RequestHistory => {
  const { dialect, read, write } = engine
  const intervalsOf = dialect.given(1, { of_span: 'bigint', at: 'bigint', of_owner: 'text' })
  const kindsText = `
    SELECT ${key} FROM ${intervalsOf.text} CROSS JOIN request_counts
    WHERE span = of_span AND start = at AND owner_id = of_owner`

  function* kindsOf(keys: ReadonlyArray<readonly Cell[]>): Work<Map<string, Set<string>>> {
    const known = new Map(keys.map((each) => [each.join(' '), new Set<string>()]))
    const { rows } = yield* ask(kindsText, intervalsOf.values(keys))
    for (const [span, start, ownerId, ...kinds] of rows) {
      known.get([span, start, ownerId].join(' '))?.add(kinds.join(' '))
    }
    return known
  }

  function* addSums(transaction: Transaction, sums: readonly RequestSum[]): Work<void> {
    const keys = new Map(sums.flatMap(keysOf).map((each) => [each.join(' '), each]))
    const known = yield* kindsOf([...keys.values()])
    const [requests, deprecated] = [new Tally(requestCounts), new Tally(deprecatedCounts)]
    for (const sum of sums) {
      const { operation, status, code = '', window = '', count } = sum
      for (const each of keysOf(sum)) {
        const kinds = known.get(each.join(' ')) ?? new Set<string>()
        const rest = [status, code, window]
        const isKnown = kinds.has([operation, ...rest].join(' '))
        const shown = isKnown || kinds.size < maxKinds ? operation : otherOperation
        kinds.add([shown, ...rest].join(' '))
        requests.add([...each, shown, ...rest], count)
      }
      const at = sum.minute * intervals.minute.seconds
      if (sum.isDeprecated) deprecated.add([sum.ownerId, at - (at % day)], count)
    }
    requests.save(transaction)
    deprecated.save(transaction)
  }

  return {
    entries: async (ownerId, interval, range, now) => {
      const { starts, behind } = rangeStarts(interval, range, now)
      const { text, startsOf } = dialect.historyEntries
      const { seconds } = intervals[interval]
      const values = [seconds, startsOf(starts), ownerId, ...behind, range.limit]
      return (await read(text, values)).rows.map(entryOf)
    },
    add: async (sums) => {
      if (sums.length === 0) return
      await write(function* (transaction) {
        transaction.showsNothing()
        yield* addSums(transaction, sums)
      })
    },
    deprecatedCalls: async (ownerId, now) => {
      const { rows } = await read(deprecatedText, [ownerId, oldestRetained('day', now)])
      return rows[0]?.[0] as bigint
    },
    forget: async (now) => {
      const old = [
        ...spans.map(([interval, { seconds }]) => {
          return [oldCounts, [seconds, oldestRetained(interval, now)]] as const
        }),
        [oldDeprecated, [oldestRetained('day', now)]] as const,
      ]
      let isMore = false
      // A transaction deletes only a few entries, so that no request waits long.
      const max = 250
      for (const [rows, values] of old) {
        if ((await deleteOld(engine, rows, values, max)) === max) isMore = true
      }
      return isMore
    },
  }
}

/** The keys of sums: span, start and owner. */
const keysOf = ({ ownerId, minute }: RequestSum): ReadonlyArray<readonly Cell[]> => {
  const at = minute * intervals.minute.seconds
  return spans.map(([, { seconds }]) => [seconds, at - (at % seconds), ownerId])
}

const entryOf = ([start, operation, status, code, stop, count]: readonly Cell[]): RequestEntry => ({
  start: Number(start),
  operation: String(operation),
  status: Number(status),
  code: code === '' ? undefined : String(code),
  // Only the service writes this column.
  window: stop === '' ? undefined : (stop as Stop),
  count: Number(count),
})
