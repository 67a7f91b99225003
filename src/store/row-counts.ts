import type { CountKey } from '../base/data/change.ts'
import type { Row, Table } from '../base/data/table.ts'
import type { Cell } from './sql/columns.ts'

/** A date-time or an int64, as the value of the field `above` is. */
type Value = string | bigint

/** How many rows a key names; of the field `above`, none of them has a value below `least`. */
type Count = { readonly key: CountKey; count: number; least: Value | null }

export type RowCounts = ReturnType<typeof rowCounts>

const mostCounts = 10_000

/**
 * What was counted, as it stands in a transaction. The next one goes on with it, unless this one fails, or others change rows
 * between. `countOthers` says how often they have until the transaction under way.
 */
export const rowCounts = (countOthers: () => number) => {
  const counts = new Map<string, Count>()
  /** One of the keys that differ in their values alone. */
  const kinds = new Map<string, CountKey>()
  let [others, transaction, isCurrent, isCommitted] = [0, 0, false, false]

  const find = (key: CountKey): number | undefined => {
    if (!isCurrent) {
      const present = countOthers()
      if (present !== others) counts.clear()
      others = present
      isCurrent = true
    }
    const known = counts.get(nameOf(key))
    // If counting ended at its most, nobody knows how many there are.
    if (known === undefined || (known.count === known.key.max && key.max > known.count)) return
    const from = known.key.above?.value as Value
    const above = key.above?.value as Value
    // As time goes on, the count stays until it reaches the least value.
    const isSame = from === above || (from < above && (known.least === null || above < known.least))
    return isSame ? Math.min(known.count, key.max) : undefined
  }

  const move = (name: string, row: Row, by: 1 | -1): void => {
    const known = counts.get(name)
    if (known === undefined) return
    const { max, above } = known.key
    if (above !== undefined) {
      const value = (row[above.field] ?? null) as Value | null
      if (value === null || value <= (above.value as Value)) return
      if (known.least === null || value < known.least) known.least = value
    }
    if (known.count < max) known.count += by
    else if (by < 0) counts.delete(name)
  }

  return {
    find,
    /** Returns the number of the transaction that begins. */
    begin: (): number => {
      if (!isCommitted) counts.clear()
      isCommitted = isCurrent = false
      return (transaction += 1)
    },
    /** If another has begun before, it did so without these counts. */
    commit: (committed: number): void => void (isCommitted ||= committed === transaction),
    /** Those of the keys that are to be counted. Of the same rows, the first value `above` is the earliest. */
    unknown: (keys: readonly CountKey[]): readonly CountKey[] => {
      const first = new Map<string, CountKey>()
      for (const key of keys) if (find(key) === undefined) first.getOrInsert(nameOf(key), key)
      return [...first.values()]
    },
    /** Keeps what the database has counted, and the least value behind it. Returns the count. */
    add: (key: CountKey, [count = 0, least = null]: readonly Cell[] = []): number => {
      if (counts.size >= mostCounts) counts.clear()
      counts.set(nameOf(key), { key, count: Number(count), least: least as Value | null })
      kinds.set(nameOf(key, {}), key)
      return Number(count)
    },
    /** Notes a write: the row before it and the row after it, where there is one. */
    note: ({ name }: Table, before: Row | undefined, after: Row | undefined): void => {
      for (const kind of kinds.values()) {
        if (kind.table.name !== name) continue
        if (before !== undefined) move(nameOf(kind, before), before, -1)
        if (after !== undefined) move(nameOf(kind, after), after, 1)
      }
    },
    clear: () => counts.clear(),
  }
}

/** The same for all keys that count the same rows, from whatever value on. */
const nameOf = ({ table, where, above }: CountKey, row: Row = where): string => {
  let name = `${table.name} ${above?.field}`
  for (const field in where) {
    const value = row[field]
    name += ` ${field} ${typeof value === 'string' ? value.length : ''} ${String(value)}`
  }
  return name
}
