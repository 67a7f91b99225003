import type { Row, Table } from '../base/data/table.ts'
import type { Insertion, Transaction } from './engine.ts'
import type { Cell } from './sql/columns.ts'

const insertion: Insertion = {
  table: 'totals',
  columns: { table_name: 'text', value: 'text', count: 'bigint' },
  onConflict: 'ON CONFLICT (table_name, value) DO UPDATE SET count = totals.count + excluded.count',
}

/** Of a row of the table: the third cell is what its count changes by. */
type Total = [table: string, value: string, change: number]

/** Adds rows of a table, a value and a count to the totals. */
export const addTotals = (
  { insert }: Pick<Transaction, 'insert'>,
  rows: ReadonlyArray<readonly Cell[]>,
): void => {
  if (rows.length > 0) insert(insertion, rows)
}

/** How many rows have each value, while one transaction changes them. */
export class Totals {
  /** By table and value; made for the first. */
  #changed: Map<string, Total> | undefined

  /** Notes one write: the row before it and the row after it, where there is one. */
  note({ name, totals: field }: Table, before: Row | undefined, after: Row | undefined): void {
    if (field === undefined || before?.[field] === after?.[field]) return
    if (before !== undefined) this.#add(name, String(before[field]), -1)
    if (after !== undefined) this.#add(name, String(after[field]), 1)
  }

  /** Writes what was noted, once for all writes of the transaction. */
  save(transaction: Pick<Transaction, 'insert'>): void {
    if (this.#changed === undefined) return
    const rows: Total[] = []
    this.#changed.forEach((total) => void (total[2] !== 0 && rows.push(total)))
    addTotals(transaction, rows)
  }

  #add(table: string, value: string, change: 1 | -1): void {
    this.#changed ??= new Map()
    // No name of a table has a space.
    const by = `${table} ${value}`
    const total = this.#changed.get(by)
    if (total === undefined) this.#changed.set(by, [table, value, change])
    else total[2] += change
  }
}
