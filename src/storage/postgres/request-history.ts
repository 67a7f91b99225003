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
import type { Cell } from '../sql/columns.ts'
import { columnsOfRows } from './event-log.ts'
import type { Query } from './readers.ts'
import type { Transaction, Writer } from './writer.ts'

/** Entries deleted in one transaction, so that it holds nobody up. */
const deletedAtOnce = 250

// Object.entries widens the names.
const spans = Object.entries(intervals) as ReadonlyArray<
  readonly [Interval, (typeof intervals)[Interval]]
>
const day = intervals.day.seconds

const entriesText = `
  SELECT start, operation, status, code, "window", count FROM request_counts
  WHERE span = $1 AND start = ANY($2::bigint[]) AND chain_id = $3
    AND (start, operation, status, code, "window") > ($4, $5, $6, $7, $8)
  ORDER BY start, operation, status, code, "window" LIMIT $9`

const kindsText = `
  SELECT span, start, chain_id, operation, status, code, "window" FROM request_counts
  JOIN unnest($1::bigint[], $2::bigint[], $3::text[]) AS asked (of_span, at, of_chain)
    ON span = of_span AND start = at AND chain_id = of_chain`

const add = `
  INSERT INTO request_counts (span, start, chain_id, operation, status, code, "window", count)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[],
    $8::bigint[])
  ON CONFLICT (span, start, chain_id, operation, status, code, "window")
  DO UPDATE SET count = request_counts.count + excluded.count`

const addDeprecated = `
  INSERT INTO deprecated_counts (chain_id, day, count)
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[])
  ON CONFLICT (chain_id, day) DO UPDATE SET count = deprecated_counts.count + excluded.count`

const remove = `
  DELETE FROM request_counts WHERE (span, start, chain_id, operation, status, code, "window") IN (
    SELECT span, start, chain_id, operation, status, code, "window" FROM request_counts
    WHERE span = $1 AND start < $2 LIMIT ${deletedAtOnce})`

const removeDeprecated = `
  DELETE FROM deprecated_counts WHERE (chain_id, day) IN (
    SELECT chain_id, day FROM deprecated_counts WHERE day < $1 LIMIT ${deletedAtOnce})`

/** For each length of an interval, and then for what was deprecated, whether there is something old: 1 or 0. */
const oldOnes = `SELECT ${spans
  .map(
    (_, at) =>
      `(EXISTS (SELECT 1 FROM request_counts WHERE span = $${2 * at + 1} AND start < $${2 * at + 2}))::int`,
  )
  .join()},
  (EXISTS (SELECT 1 FROM deprecated_counts WHERE day < $${2 * spans.length + 1}))::int`

export const postgresHistory = (query: Query, writer: Writer): RequestHistory => ({
  add: async (sums) => {
    if (sums.length === 0) return
    await writer.transaction(async (transaction) => {
      transaction.showsNothing()
      await addSums(transaction, sums)
    })
  },
  entries: async (chainId, interval, range, now) => {
    const { starts, behind } = rangeStarts(interval, range, now)
    const place = [intervals[interval].seconds, starts, chainId]
    const { rows } = await query(entriesText, [...place, ...behind, range.limit])
    return rows.map(entryOf)
  },
  forget: async (now) => {
    const removals = [
      ...spans.map(
        ([interval, { seconds }]) => [remove, [seconds, oldestKept(interval, now)]] as const,
      ),
      [removeDeprecated, [oldestKept('day', now)]] as const,
    ]
    const { rows } = await query(
      oldOnes,
      removals.flatMap(([, values]) => values),
    )
    const old = removals.filter((_, at) => rows[0]?.[at] === 1)
    // Else every node would take the lock of the store again and again for nothing.
    if (old.length === 0) return false
    const counts = await writer.transaction(async ({ query: ask, showsNothing }) => {
      showsNothing()
      return await Promise.all(old.map(async ([text, values]) => (await ask(text, values)).count))
    })
    return counts.includes(deletedAtOnce)
  },
})

/** An interval of a chain, and the kinds of requests that it has. */
type Known = { readonly key: readonly Cell[]; readonly kinds: Set<string> }

const addSums = async (
  { query, atCommit }: Transaction,
  sums: readonly RequestSum[],
): Promise<void> => {
  const known = new Map<string, Known>()
  const deprecated = new Map<string, [chainId: string, day: number, count: number]>()
  for (const { chainId, minute, isDeprecated, count } of sums) {
    const at = minute * intervals.minute.seconds
    for (const [, { seconds }] of spans) {
      const key = [seconds, at - (at % seconds), chainId] as const
      known.set(key.join(' '), { key, kinds: new Set() })
    }
    if (!isDeprecated) continue
    const start = at - (at % day)
    const entry = deprecated.get(`${start} ${chainId}`) ?? [chainId, start, 0]
    entry[2] += count
    deprecated.set(`${start} ${chainId}`, entry)
  }
  const { rows } = await query(kindsText, columnsOfRows([...known.values()].map(({ key }) => key)))
  for (const [span, start, chainId, ...kind] of rows) {
    known.get([span, start, chainId].join(' '))?.kinds.add(kind.join(' '))
  }
  const added = new Map<string, Cell[]>()
  for (const { chainId, minute, operation, status, code = '', window = '', count } of sums) {
    const at = minute * intervals.minute.seconds
    for (const [, { seconds }] of spans) {
      const key = [seconds, at - (at % seconds), chainId] as const
      const kinds = known.get(key.join(' '))?.kinds ?? new Set<string>()
      const rest = [status, code, window]
      const isKnown = kinds.has([operation, ...rest].join(' '))
      const shown = isKnown || kinds.size < maxKinds ? operation : otherOperation
      const kind = [shown, ...rest]
      kinds.add(kind.join(' '))
      const name = [...key, ...kind].join(' ')
      const cells = added.get(name) ?? [...key, ...kind, 0]
      cells[7] = Number(cells[7]) + count
      added.set(name, cells)
    }
  }
  atCommit(add, columnsOfRows([...added.values()]))
  if (deprecated.size > 0) atCommit(addDeprecated, columnsOfRows([...deprecated.values()]))
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
