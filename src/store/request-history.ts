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
import {
  ask,
  type Engine,
  type Insertion,
  type Query,
  type Transaction,
  type Work,
} from './engine.ts'
import type { Cell } from './sql/columns.ts'

/** Entries deleted in one transaction, so that it holds nobody up. */
const deletedAtOnce = 250

// Object.entries widens the names.
const spans = Object.entries(intervals) as ReadonlyArray<
  readonly [Interval, (typeof intervals)[Interval]]
>
const day = intervals.day.seconds

const place = [
  ['span', 'bigint'],
  ['start', 'bigint'],
  ['owner_id', 'text'],
] as const
const kind = [
  ['operation', 'text'],
  ['status', 'bigint'],
  ['code', 'text'],
  ['"window"', 'text'],
] as const
const key = [...place, ...kind].map(([name]) => name).join(', ')

const add: Insertion = {
  table: 'request_counts',
  columns: [...place, ...kind, ['count', 'bigint']],
  onConflict: `ON CONFLICT (${key}) DO UPDATE SET count = request_counts.count + excluded.count`,
}

const addDeprecated: Insertion = {
  table: 'deprecated_counts',
  columns: [
    ['owner_id', 'text'],
    ['day', 'bigint'],
    ['count', 'bigint'],
  ],
  onConflict:
    'ON CONFLICT (owner_id, day) DO UPDATE SET count = deprecated_counts.count + excluded.count',
}

const remove = `
  DELETE FROM request_counts WHERE (${key}) IN (
    SELECT ${key} FROM request_counts WHERE span = $1 AND start < $2 LIMIT ${deletedAtOnce})`

const removeDeprecated = `
  DELETE FROM deprecated_counts WHERE (owner_id, day) IN (
    SELECT owner_id, day FROM deprecated_counts WHERE day < $1 LIMIT ${deletedAtOnce})`

/** For each length of an interval, and then for what was deprecated, whether there is something old: 1 or 0. */
const oldOnes = `SELECT ${[
  ...spans.map((_, at) => `request_counts WHERE span = $${2 * at + 1} AND start < $${2 * at + 2}`),
  `deprecated_counts WHERE day < $${2 * spans.length + 1}`,
]
  .map((rows) => `CASE WHEN EXISTS (SELECT 1 FROM ${rows}) THEN 1 ELSE 0 END`)
  .join()}`

/** What each engine reads in its own way, since its planner must not read all entries. */
export type HistoryReads = Pick<RequestHistory, 'entries'>

/**
 * @param text reads entries: of the span `$1`, the starts `$2` and the owner `$3`, behind the position `$4` to `$8`, in
 *   order, and `$9` at most
 * @param startsOf makes the parameter of the starts
 */
export const historyReads = (
  read: Query,
  text: string,
  startsOf: (starts: readonly number[]) => readonly number[] | string,
): HistoryReads => ({
  entries: async (ownerId, interval, range, now) => {
    const { starts, behind } = rangeStarts(interval, range, now)
    const { seconds } = intervals[interval]
    const { rows } = await read(text, [seconds, startsOf(starts), ownerId, ...behind, range.limit])
    return rows.map(entryOf)
  },
})

export const storedHistory = (
  { dialect, upkeep, write }: Engine,
  reads: HistoryReads,
): RequestHistory => {
  const intervalsOf = dialect.given(1, [
    ['of_span', 'bigint'],
    ['at', 'bigint'],
    ['of_owner', 'text'],
  ])
  const kindsText = `
    SELECT ${key} FROM ${intervalsOf.text} CROSS JOIN request_counts
    WHERE span = of_span AND start = at AND owner_id = of_owner`

  /** The kinds of requests that each interval of an owner has, by its key. */
  function* kindsOf(keys: ReadonlyArray<readonly Cell[]>): Work<Map<string, Set<string>>> {
    const known = new Map(keys.map((each) => [each.join(' '), new Set<string>()]))
    const { rows } = yield* ask(kindsText, intervalsOf.values(keys))
    for (const [span, start, ownerId, ...kinds] of rows) {
      known.get([span, start, ownerId].join(' '))?.add(kinds.join(' '))
    }
    return known
  }

  function* addSums({ insert }: Transaction, sums: readonly RequestSum[]): Work<void> {
    const keys = new Map(sums.flatMap(keysOf).map((each) => [each.join(' '), each]))
    const known = yield* kindsOf([...keys.values()])
    const added = new Map<string, Cell[]>()
    for (const sum of sums) {
      const { operation, status, code = '', window = '', count } = sum
      for (const each of keysOf(sum)) {
        const kinds = known.get(each.join(' ')) ?? new Set<string>()
        const rest = [status, code, window]
        const isKnown = kinds.has([operation, ...rest].join(' '))
        const shown = isKnown || kinds.size < maxKinds ? operation : otherOperation
        kinds.add([shown, ...rest].join(' '))
        addTo(added, [...each, shown, ...rest], count)
      }
    }
    insert(add, [...added.values()])
    const deprecated = new Map<string, Cell[]>()
    for (const { ownerId, minute, isDeprecated, count } of sums) {
      const at = minute * intervals.minute.seconds
      if (isDeprecated) addTo(deprecated, [ownerId, at - (at % day)], count)
    }
    insert(addDeprecated, [...deprecated.values()])
  }

  return {
    ...reads,
    add: async (sums) => {
      if (sums.length === 0) return
      await write(function* (transaction) {
        transaction.showsNothing()
        yield* addSums(transaction, sums)
      })
    },
    forget: async (now) => {
      const removals = [
        ...spans.map(
          ([interval, { seconds }]) => [remove, [seconds, oldestRetained(interval, now)]] as const,
        ),
        [removeDeprecated, [oldestRetained('day', now)]] as const,
      ]
      const { rows } = await upkeep(
        oldOnes,
        removals.flatMap(([, values]) => values),
      )
      const old = removals.filter((_, at) => Number(rows[0]?.[at]) === 1)
      // To begin a transaction takes the lock of the store, though there be nothing to do.
      if (old.length === 0) return false
      return await write(function* ({ showsNothing }) {
        showsNothing()
        let isFull = false
        for (const [text, values] of old) {
          if ((yield* ask(text, values)).count === deletedAtOnce) isFull = true
        }
        return isFull
      })
    },
  }
}

/** The intervals of a sum: span, start and owner. */
const keysOf = ({ ownerId, minute }: RequestSum): ReadonlyArray<readonly Cell[]> => {
  const at = minute * intervals.minute.seconds
  return spans.map(([, { seconds }]) => [seconds, at - (at % seconds), ownerId])
}

/** Adds to the row that has these first cells; its last cell is the count. */
const addTo = (rows: Map<string, Cell[]>, first: readonly Cell[], count: number): void => {
  const name = first.join(' ')
  const before = rows.get(name)?.at(-1) ?? 0
  rows.set(name, [...first, Number(before) + count])
}

const entryOf = ([
  start,
  operation,
  status,
  code,
  window,
  count,
]: readonly Cell[]): RequestEntry => ({
  start: Number(start),
  operation: String(operation),
  status: Number(status),
  code: code === '' ? undefined : String(code),
  // The service alone writes the column.
  window: window === '' ? undefined : (window as Stop),
  count: Number(count),
})
