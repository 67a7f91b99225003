import { changedFields, type CountKey, type RowKey, type Write } from '../../base/data/change.ts'
import { idFieldOf, type Row, type Stored, type Table } from '../../base/data/table.ts'
import { cellsOf, columnsOf, firstVersion, storedOf } from '../sql/columns.ts'
import type { Note, TransactionRows } from '../apply.ts'
import { ask, sideBySide, type Statement, type Work } from '../engine.ts'
import { columnsOfRows } from './engine.ts'
import { counting, type ReadTable, tableIn } from '../reads.ts'
import type { WriteSql } from './table-sql.ts'
import type { Transaction } from './writer.ts'

/** A row in the database, and as it will be once the transaction is committed. */
type Entry = { before: Stored | undefined; now: Stored | undefined }

/** What a transaction needs to know of a table. */
export type KnownTable = ReadTable & { readonly writes: WriteSql }

/**
 * The rows that a transaction reads and writes. They are read together, written to in memory, and sent together. So a
 * transaction of many changes takes as few round trips as that of one.
 */
export class WorkingSet implements TransactionRows {
  readonly #tables: ReadonlyMap<string, KnownTable>
  readonly #transaction: Transaction
  readonly #note: Note
  readonly #entries = new Map<string, Map<bigint, Entry>>()

  constructor(tables: ReadonlyMap<string, KnownTable>, transaction: Transaction, note: Note) {
    this.#tables = tables
    this.#transaction = transaction
    this.#note = note
  }

  /** Locks and reads the rows of some keys that were not read yet. */
  *load(keys: readonly RowKey[]): Work<void> {
    const missing = new Map<string, Set<bigint>>()
    for (const { table, id } of keys) {
      if (this.#entriesOf(table).has(id)) continue
      const ids = missing.get(table.name) ?? new Set()
      missing.set(table.name, ids.add(id))
    }
    yield* sideBySide([...missing].map(([name, ids]) => this.#read(name, [...ids])))
  }

  /** A row that was read, as it stands now. */
  find({ table, id }: RowKey): Stored | undefined {
    return this.#entriesOf(table).get(id)?.now
  }

  /** Counts rows as they stand now. */
  *count(key: CountKey): Work<number> {
    const { table, sql, writes } = this.#known(key.table)
    // The database counts, so it must know.
    for (const statement of this.#unsent(table, writes)) yield* ask(...statement)
    return Number((yield* ask(...counting(sql, key))).rows[0]?.[0])
  }

  /** @returns the row after the write; of a removal, the row before it */
  write(write: Write): Stored {
    if (write.kind === 'insert') return this.#insert(write.table, write.row)
    const { table, id } = write
    const entry = this.#entriesOf(table).get(id)
    const before = entry?.now
    if (entry === undefined || before === undefined) {
      throw new Error(`There is no row ${id} in ${table.name} to write to.`)
    }
    if (write.kind === 'remove') {
      entry.now = undefined
      this.#raise(removed(table), before.version)
      this.#note(table, before.row, undefined)
      return before
    }
    const fields = changedFields(before.row, write)
    if (fields === undefined) return before
    entry.now = { row: { ...before.row, ...fields }, version: before.version + 1n }
    this.#note(table, before.row, entry.now.row)
    return entry.now
  }

  release(table: Table): readonly Statement[] {
    const statements = this.#unsent(table, this.#known(table).writes)
    this.#entries.delete(table.name)
    return statements
  }

  /** Leaves what was written for the commit. */
  save(): void {
    const { atCommit } = this.#transaction
    for (const { table, writes } of this.#tables.values()) {
      for (const statement of this.#unsent(table, writes)) atCommit(...statement)
    }
  }

  #insert(table: Table, given: Row): Stored {
    // A row of a chosen id has it.
    const id = table.id === 'assigned' ? this.#next(table) : (given[idFieldOf(table)] as bigint)
    const entries = this.#entriesOf(table)
    const entry = entries.get(id)
    if (entry?.now !== undefined) throw new Error(`${table.name} has a row ${id} already.`)
    const highest = this.#transaction.positions.get(removed(table)) ?? 0n
    // An id that is given again must not bring back a version that its row had.
    const version = table.id === 'assigned' ? firstVersion : highest + 1n
    const now = { row: { [idFieldOf(table)]: id, ...given }, version }
    entries.set(id, { before: entry?.before, now })
    this.#note(table, undefined, now.row)
    return now
  }

  #next(table: Table): bigint {
    const { positions } = this.#transaction
    const id = (positions.get(lastId(table)) ?? 0n) + 1n
    positions.set(lastId(table), id)
    return id
  }

  #raise(position: string, value: bigint): void {
    const { positions } = this.#transaction
    if (value > (positions.get(position) ?? 0n)) positions.set(position, value)
  }

  /** The statements of what the database does not have yet of a table. */
  #unsent(table: Table, sql: WriteSql): readonly Statement[] {
    const removals: bigint[] = []
    const updates: Stored[] = []
    const inserts: Stored[] = []
    for (const [id, entry] of this.#entriesOf(table)) {
      const { before, now } = entry
      if (before === now) continue
      entry.before = now
      if (now === undefined) removals.push(id)
      else (before === undefined ? inserts : updates).push(now)
    }
    const arraysOf = (rows: readonly Stored[]) =>
      columnsOfRows(rows.map(({ row, version }) => [...cellsOf(sql.written, row), version]))
    // Rows leave an index before others enter it.
    const statements: Statement[] = []
    if (removals.length > 0) statements.push([sql.remove, [removals]])
    if (updates.length > 0) statements.push([sql.update, arraysOf(updates)])
    if (inserts.length > 0) statements.push([sql.insert, arraysOf(inserts)])
    return statements
  }

  *#read(name: string, ids: readonly bigint[]): Work<void> {
    const { table, writes } = this.#known({ name })
    const { rows } = yield* ask(writes.locked, [ids])
    const entries = this.#entriesOf(table)
    for (const id of ids) entries.set(id, { before: undefined, now: undefined })
    for (const cells of rows) {
      const stored = storedOf(columnsOf(table), cells)
      // The first column that is shown need not be the id.
      entries.set(stored.row[idFieldOf(table)] as bigint, { before: stored, now: stored })
    }
  }

  #known(table: Pick<Table, 'name'>): KnownTable {
    return tableIn(this.#tables)(table)
  }

  #entriesOf(table: Table): Map<bigint, Entry> {
    let entries = this.#entries.get(table.name)
    if (entries === undefined) {
      this.#known(table)
      entries = new Map()
      this.#entries.set(table.name, entries)
    }
    return entries
  }
}

/** The position that has the last id of a table that was given. */
export const lastId = ({ name }: Table): string => `ids of ${name}`

/** The position that has the highest version that any removed row of a table had. */
const removed = ({ name }: Table): string => `removed versions of ${name}`
