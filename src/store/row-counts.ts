import type { CountKey } from '../base/data/change.ts'
import { type RangeSum, type Row, slotOf, type SumsQuery, type Table } from '../base/data/table.ts'
import type { Dialect, Insertion, Read, Transaction, TypedColumns } from './engine.ts'
import type { Cell } from './sql/columns.ts'

/** A date-time or an int64, like the field `above`. */
type Value = string | bigint

/** The number of rows that match a key, and the least value that they have in the field `above`. */
type Count = { readonly key: CountKey; count: number; least: Value | null }

export type RowCounts = ReturnType<typeof rowCounts>

const mostCounts = 10_000

/**
 * Cached counts, updated by the current transaction. The next transaction keeps them unless this one fails or another process
 * changes rows in between. `countOthers` returns how often other processes had changed rows when this transaction began.
 */
export const rowCounts = (countOthers: () => number) => {
  const counts = new Map<string, Count>()
  /** A representative of the keys that differ only in their values. */
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
    // If counting stopped at its limit, the true count is unknown.
    if (known === undefined || (known.count === known.key.max && key.max > known.count)) return
    const from = known.key.above?.value as Value
    const above = key.above?.value as Value
    // As time passes, the count stays the same until the least value is reached.
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
    /** Begins a transaction and returns its number. */
    begin: (): number => {
      if (!isCommitted) counts.clear()
      isCommitted = isCurrent = false
      return (transaction += 1)
    },
    /** Keeps the counts of a committed transaction, unless another has begun since. */
    commit: (committed: number): void => void (isCommitted ||= committed === transaction),
    /** The keys that have to be counted by the database. For the same rows, the first value of `above` is the earliest. */
    unknown: (keys: readonly CountKey[]): readonly CountKey[] => {
      const first = new Map<string, CountKey>()
      for (const key of keys) if (find(key) === undefined) first.getOrInsert(nameOf(key), key)
      return [...first.values()]
    },
    /** Stores what the database counted, with the least value above the bound. Returns the count. */
    add: (key: CountKey, [count = 0, least = null]: readonly Cell[] = []): number => {
      if (counts.size >= mostCounts) counts.clear()
      counts.set(nameOf(key), { key, count: Number(count), least: least as Value | null })
      kinds.set(nameOf(key, {}), key)
      return Number(count)
    },
    /** Records a write by the row before and the row after it; either may be missing. */
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

/** A string that is the same for all keys that count the same rows, whatever the bound. */
const nameOf = ({ table, where, above }: CountKey, row: Row = where): string => {
  let name = `${table.name} ${above?.field}`
  for (const field in where) {
    const value = row[field]
    name += ` ${field} ${typeof value === 'string' ? value.length : ''} ${String(value)}`
  }
  return name
}

/** An insertion of counts that adds to an existing row with the same key. */
export const addition = (table: string, key: TypedColumns): Insertion => ({
  table,
  columns: { ...key, count: 'bigint' },
  onConflict: `ON CONFLICT (${Object.keys(key).join(', ')}) DO UPDATE SET count = ${table}.count + excluded.count`,
})

/** Counts by key, which one statement adds to a table. */
export class Tally {
  readonly #into: Insertion
  /** Created with the first count. */
  #counts: Map<string, { readonly key: readonly Cell[]; count: number }> | undefined

  constructor(into: Insertion) {
    this.#into = into
  }

  add(key: readonly Cell[], count: number): void {
    this.#counts ??= new Map()
    let by = ''
    for (const cell of key) by += ` ${String(cell)}`
    const counted = this.#counts.get(by)
    if (counted === undefined) this.#counts.set(by, { key, count })
    else counted.count += count
  }

  /** @param ahead is added to the first cell of each key */
  save({ insert }: Pick<Transaction, 'insert'>, ahead = 0): void {
    if (this.#counts === undefined) return
    const rows: Array<readonly Cell[]> = []
    this.#counts.forEach(({ key, count }) => {
      if (count === 0) return
      const row = key.concat(count)
      if (ahead !== 0) row[0] = Number(row[0]) + ahead
      rows.push(row)
    })
    if (rows.length > 0) insert(this.#into, rows)
  }
}

const totals = addition('totals', { table_name: 'text', value: 'text' })

const sums = addition('sums', { slot: 'bigint', part: 'text', name: 'text', measure: 'bigint' })

const [noPart, noMeasure] = ['', -1]

/** The changes that one transaction makes to the row counts by value, and to the sums. */
export class Totals {
  readonly #totals = new Tally(totals)
  readonly #sums = new Tally(sums)

  /** Records a write. `at` is in milliseconds since the time that is passed to `save`. */
  note(table: Table, before: Row | undefined, after: Row | undefined, at: number): void {
    const { name, totals: field } = table
    if (field !== undefined && before?.[field] !== after?.[field]) {
      if (before !== undefined) this.#totals.add([name, String(before[field])], -1)
      if (after !== undefined) this.#totals.add([name, String(after[field])], 1)
    }
    const sum = table.sums?.(before, after, at)
    if (sum === undefined) return
    const { name: what, part = noPart, measure = noMeasure } = sum
    this.#sums.add([slotOf(at), String(part), what, measure], 1)
  }

  /** Writes what was recorded, one statement per table. `since` is a Unix time in milliseconds. */
  save(transaction: Pick<Transaction, 'insert'>, since = 0): void {
    this.#totals.save(transaction)
    this.#sums.save(transaction, slotOf(since))
  }
}

/** Reads sums, ordered by range, name and measure. */
export const sumReads = (dialect: Dialect, read: Read) => {
  const ranges = dialect.given(2, { range: 'bigint', first: 'bigint', behind: 'bigint' })
  // Without MATERIALIZED, SQLite would parse the JSON of a range again for each row.
  const textOf = (condition: string): string => `
    WITH wanted AS MATERIALIZED (SELECT range, first, behind FROM ${ranges.text})
    SELECT range, name, measure, CAST(sum(count) AS bigint) FROM wanted CROSS JOIN sums
    WHERE slot >= first AND slot < behind AND ${condition}
    GROUP BY range, name, measure ORDER BY range, name, measure`
  // Each has the parameter of the part.
  const [ofAll, ofPart] = [textOf("$1 = ''"), textOf('part = $1')]
  return async ({ part, ranges: given }: SumsQuery): Promise<readonly RangeSum[]> => {
    const rows = given.map(({ first, end }, range) => [range, first, end])
    const values = [String(part ?? noPart), ...ranges.values(rows)]
    return await read(part === undefined ? ofAll : ofPart, values, (found) =>
      found.map(([range, name, measure, count]) => ({
        range: Number(range),
        name: String(name),
        measure: Number(measure) === noMeasure ? undefined : Number(measure),
        count: Number(count),
      })),
    )
  }
}
