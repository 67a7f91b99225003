import {
  type AnyRule,
  type Change,
  changedFields,
  type CountKey,
  type Found,
  type Result,
  type RowSearch,
  type Rule,
  type Write,
} from '../../src/base/data/change.ts'
import { type Row, publicRow, type Stored, type Table } from '../../src/base/data/table.ts'

/** Rows in memory that rules decide upon, as a store has them: for tests of the rules alone. */
export class MemoryRows {
  readonly #tables = new Map<string, Map<bigint, Stored>>()
  readonly #rules: ReadonlyMap<string, AnyRule>
  readonly #lastIds = new Map<string, bigint>()
  /** When the changes are made, in milliseconds since the Unix epoch. */
  at = 0

  constructor(rules: readonly AnyRule[]) {
    this.#rules = new Map(rules.map((rule) => [rule.kind, rule]))
  }

  row(table: Table, id: bigint): Row | undefined {
    return this.#rowsOf(table).get(id)?.row
  }

  version(table: Table, id: bigint): bigint | undefined {
    return this.#rowsOf(table).get(id)?.version
  }

  /** In the order of their ids. */
  all(table: Table): readonly Row[] {
    return [...this.#rowsOf(table).values()].map(({ row }) => row)
  }

  /** Makes a change by its rule. */
  apply<R extends Result>(change: Change<R>): R {
    // The rule of this kind decides changes of this kind.
    const rule = this.#rules.get(change.kind) as Rule | undefined
    if (rule === undefined) throw new Error(`No rule decides ${change.kind}.`)
    let found: Found = []
    for (;;) {
      const keys = rule.rows(change, found)
      if (keys.length === found.length) break
      found = keys.map((key) =>
        'id' in key ? this.#rowsOf(key.table).get(key.id) : this.#search(key),
      )
    }
    const counts = rule.counts?.(change, found).map((key) => this.#count(key)) ?? []
    const decision = rule.decide(change, found, counts, this.at)
    if ('refused' in decision) return decision.refused as R
    const written: Stored[] = []
    for (const step of decision.writes) {
      const write = typeof step === 'function' ? step(written) : step
      const { row, version } = this.#write(write)
      written.push({ row: publicRow(write.table, row), version })
    }
    return decision.result(written) as R
  }

  #search({ table, where }: RowSearch): Stored | undefined {
    return [...this.#rowsOf(table).values()].find(({ row }) =>
      Object.entries(where).every(([field, value]) => row[field] === value),
    )
  }

  #write(write: Write): Stored {
    const rows = this.#rowsOf(write.table)
    if (write.kind === 'insert') {
      const { id = this.#nextId(write.table) } = write.row as { readonly id?: bigint }
      const added = { row: { id, ...write.row }, version: 1n }
      rows.set(id, added)
      return added
    }
    const before = rows.get(write.id)
    if (before === undefined) throw new Error(`There is no row ${write.id} to write to.`)
    if (write.kind === 'remove') {
      rows.delete(write.id)
      return before
    }
    const fields = changedFields(before.row, write)
    if (fields === undefined) return before
    const after = Object.entries({ ...before.row, ...fields })
    const row = Object.fromEntries(after.filter(([, value]) => value !== undefined))
    const now = { row, version: before.version + 1n }
    rows.set(write.id, now)
    return now
  }

  #nextId({ name }: Table): bigint {
    const id = (this.#lastIds.get(name) ?? 0n) + 1n
    this.#lastIds.set(name, id)
    return id
  }

  #rowsOf({ name }: Table): Map<bigint, Stored> {
    const rows = this.#tables.get(name) ?? new Map<bigint, Stored>()
    this.#tables.set(name, rows)
    return rows
  }

  #count({ table, where, above, max }: CountKey): number {
    const matching = this.all(table).filter(
      (row) =>
        Object.entries(where).every(([field, value]) => row[field] === value) &&
        (above === undefined || String(row[above.field]) > String(above.value)),
    )
    return Math.min(matching.length, max)
  }
}
