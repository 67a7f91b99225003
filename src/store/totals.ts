import { slotOf, type SumsQuery, type RangeSum, type Row, type Table } from '../base/data/table.ts'
import type { Dialect, Insertion, Read, Transaction, TypedColumns } from './engine.ts'
import type { Cell } from './sql/columns.ts'

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
