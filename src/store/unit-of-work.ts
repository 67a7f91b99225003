import { StorageUnavailable } from '../base/errors/storage-errors.ts'
import { int64 } from '../base/int64.ts'
import {
  changedFields,
  type CountKey,
  type RowKey,
  type RowSearch,
  type Write,
} from '../base/data/change.ts'
import { idFieldOf, type Row, type Stored, type Table, tableIn } from '../base/data/table.ts'
import type {
  Dialect,
  Engine,
  Insertion,
  NumberKind,
  Statement,
  Transaction,
  UpdatedRow,
  Work,
} from './engine.ts'
import type { Changes } from './changes.ts'
import { counting, type ReadTable } from './reads.ts'
import { type RowCounts, rowCounts } from './row-counts.ts'
import {
  type Cell,
  cellsOf,
  columnsOf,
  columnTypes,
  firstVersion,
  quoted,
  storedOf,
  versionColumn,
  writtenColumnsOf,
} from './sql/columns.ts'

/** Receives each write as the row before and the row after it; either may be missing. */
export type Note = (table: Table, before: Row | undefined, after: Row | undefined) => void

/** A row as it is in the database, and as it will be after the commit. */
type Entry = {
  readonly id: bigint
  before: Stored | undefined
  now: Stored | undefined
  /** The fields changed by updates. */
  changed: Row | undefined
}

type WritableTable = Readonly<ReturnType<typeof writable>>

/** The rows of one table that the transaction has read or written. No one else can write them until it ends. */
type Rows = {
  readonly of: WritableTable
  readonly entries: Map<bigint, Entry>
  hasUnsent: boolean
}

export type WorkParts = {
  readonly readRow: Engine['readRow'] | undefined
  readonly tableOf: (table: Pick<Table, 'name'>) => WritableTable
  readonly counts: RowCounts
}

export const workParts = (
  { dialect, readRow, findOthers }: Engine,
  tables: ReadonlyMap<string, ReadTable>,
  changes: Pick<Changes, 'others'>,
): WorkParts => {
  const all = [...tables].map(([name, read]) => [name, writable(dialect, read)] as const)
  const counts = rowCounts(() => {
    findOthers?.()
    return changes.others
  })
  return { readRow, tableOf: tableIn(new Map(all)), counts }
}

const writable = ({ locking, writes }: Dialect, read: ReadTable) => {
  const { name } = read.table
  /** The written columns, without the version. */
  const written = writtenColumnsOf(read.table)
  const columns = Object.fromEntries(
    written.map((column) => [quoted(column), columnTypes.postgres[column.kind]]),
  )
  const insertion: Insertion = { table: name, columns: { ...columns, [versionColumn]: 'bigint' } }
  return {
    ...read,
    insertion,
    written,
    writes: writes(read.table),
    locked: read.sql.whole(locking.ids) + locking.end,
    lastId: lastId(read.table),
    // A row that reuses an id must not reuse a version of the earlier row.
    removedVersions: `removed versions of ${name}` as const,
  }
}

/** The rows of one transaction. Writes are sent in batches, so many changes need no more round trips than one. */
export class UnitOfWork {
  readonly #parts: WorkParts
  readonly #transaction: Transaction
  readonly #note: Note
  readonly #rows: Rows[] = []

  constructor(parts: WorkParts, transaction: Transaction, note: Note) {
    this.#parts = parts
    this.#transaction = transaction
    this.#note = note
  }

  /** Whether rows must be loaded before `find`. If not, `find` reads them. */
  get loads(): boolean {
    return this.#parts.readRow === undefined
  }

  /** Locks and reads the rows that were not read yet. Skips searches. */
  *load(keys: ReadonlyArray<RowKey | RowSearch>): Work<void> {
    const missing = new Map<Rows, Set<bigint>>()
    for (const key of keys) {
      if (!('id' in key)) continue
      const { table, id } = key
      const rows = this.#rowsOf(table)
      if (rows.entries.has(id)) continue
      missing.getOrInsertComputed(rows, () => new Set()).add(id)
    }
    if (missing.size === 0) return
    const answers = yield [...missing].map(([{ of }, ids]) => [of.locked, [[...ids]]])
    let at = 0
    for (const [{ of, entries }, ids] of missing) {
      for (const id of ids) entries.set(id, entryOf(id, undefined))
      for (const cells of answers[at]?.rows ?? []) {
        const stored = storedOf(columnsOf(of.table), cells)
        // The id is not always the first shown column.
        const id = stored.row[idFieldOf(of.table)] as bigint
        entries.set(id, entryOf(id, stored))
      }
      at += 1
    }
  }

  find(key: RowKey): Stored | undefined {
    return this.#find(this.#rowsOf(key.table), key.id)?.now
  }

  /** Runs the consecutive searches that start at `from`, in one round trip. They find invisible rows too. */
  *search(
    keys: ReadonlyArray<RowKey | RowSearch>,
    from: number,
  ): Work<ReadonlyArray<Stored | undefined>> {
    const tables: Table[] = []
    const searches: Statement[] = []
    for (let at = from; at < keys.length; at += 1) {
      const key = keys[at] as RowKey | RowSearch
      if ('id' in key) break
      const rows = this.#rowsOf(key.table)
      // The database can find only rows that were sent to it.
      this.#send(rows)
      tables.push(key.table)
      // The rule passes values of the fields' own types.
      const values = Object.values(key.where) as Cell[]
      searches.push([rows.of.sql.first(Object.keys(key.where)), values])
    }
    const unsent = this.#transaction.unsent()
    const answers = yield [...unsent, ...searches]
    return tables.map((table, at) => {
      const cells = answers[unsent.length + at]?.rows[0]
      return cells && storedOf(columnsOf(table), cells)
    })
  }

  /** Counts, in one round trip, the keys whose counts are unknown. Returns the last count. */
  *count(keys: readonly CountKey[]): Work<number> {
    const { counts } = this.#parts
    const unknown = counts.unknown(keys)
    if (unknown.length === 0) return 0
    // The database can count only rows that were sent to it.
    for (const { table } of unknown) this.#send(this.#rowsOf(table))
    const unsent = this.#transaction.unsent()
    const asked = unknown.map((key) => counting(this.#rowsOf(key.table).of.sql, key))
    const answers = (yield [...unsent, ...asked]).slice(unsent.length)
    return unknown.map((key, at) => counts.add(key, answers[at]?.rows[0])).at(-1) ?? 0
  }

  /** Updates, removes or inserts a row. Returns the row after the write or, for a removal, before it. */
  write(write: Write): Stored {
    if (write.kind === 'insert') return this.#insert(write.table, write.row)
    const { table, id } = write
    const rows = this.#rowsOf(table)
    const entry = this.#find(rows, id)
    const before = entry?.now
    if (entry === undefined || before === undefined) {
      throw new Error(`There is no row ${id} in ${table.name} to write to.`)
    }
    if (write.kind === 'remove') {
      entry.now = undefined
      if (table.id === 'chosen') this.#transaction.raise(rows.of.removedVersions, before.version)
      this.#noted(rows, before.row, undefined)
      return before
    }
    const fields = changedFields(before.row, write)
    if (fields === undefined) return before
    entry.changed = entry.changed === undefined ? fields : { ...entry.changed, ...fields }
    entry.now = { row: { ...before.row, ...fields }, version: before.version + 1n }
    this.#noted(rows, before.row, entry.now.row)
    return entry.now
  }

  /** Sends the pending writes of a table and forgets its rows, because a statement is about to change them. */
  *release(table: Table): Work<void> {
    const rows = this.#rowsOf(table)
    this.#send(rows)
    rows.entries.clear()
    this.#parts.counts.clear()
    const unsent = this.#transaction.unsent()
    if (unsent.length > 0) yield unsent
  }

  /** Sends all pending writes. Call it last in the transaction. */
  save(): void {
    this.#rows.forEach((rows) => this.#send(rows))
  }

  #insert(table: Table, given: Row): Stored {
    const rows = this.#rowsOf(table)
    const { lastId: ids, removedVersions } = rows.of
    const idField = idFieldOf(table)
    const isAssigned = table.id === 'assigned'
    const row = isAssigned ? { [idField]: this.#nextId(ids), ...given } : given
    // Every row has an id.
    const id = row[idField] as bigint
    const entry = rows.entries.get(id)
    if (entry?.now !== undefined) throw new Error(`${table.name} has a row ${id} already.`)
    const highest = isAssigned ? 0n : this.#transaction.last(removedVersions)
    const now = { row, version: highest + firstVersion }
    const before = entry?.before
    rows.entries.set(id, { id, before, now, changed: before && { ...before.row, ...row } })
    this.#noted(rows, undefined, row)
    return now
  }

  /** @throws StorageUnavailable if every id was assigned */
  #nextId(kind: NumberKind): bigint {
    const id = this.#transaction.next(kind)
    if (id <= int64.maximum) return id
    throw new StorageUnavailable('full', new Error(`No number of the ${kind} is left.`))
  }

  #noted(rows: Rows, before: Row | undefined, after: Row | undefined): void {
    rows.hasUnsent = true
    this.#parts.counts.note(rows.of.table, before, after)
    this.#note(rows.of.table, before, after)
  }

  /** Sends the pending writes of a table. */
  #send(rows: Rows): void {
    if (!rows.hasUnsent) return
    rows.hasUnsent = false
    const { writes, insertion, written } = rows.of
    const removals: bigint[] = []
    const updates: Entry[] = []
    const inserts: Array<readonly Cell[]> = []
    rows.entries.forEach((entry, id) => {
      const { before, now } = entry
      if (before === now) return
      if (now === undefined) removals.push(id)
      else if (before !== undefined) updates.push(entry)
      else inserts.push(cellsOf(written, now.row).concat(now.version))
      entry.before = now
    })
    // Delete before insert, so that no unique index sees both the old and the new row.
    if (removals.length > 0) this.#sendAll(writes.removals(removals))
    // Each of these has a row and changed fields.
    if (updates.length > 0) this.#sendAll(writes.updates(updates as readonly UpdatedRow[]))
    for (const entry of updates) entry.changed = undefined
    if (inserts.length > 0) this.#transaction.insert(insertion, inserts)
  }

  #sendAll(statements: readonly Statement[]): void {
    for (const [text, values] of statements) this.#transaction.atCommit(text, values)
  }

  #find(rows: Rows, id: bigint): Entry | undefined {
    const known = rows.entries.get(id)
    const { readRow } = this.#parts
    if (known !== undefined || readRow === undefined) return known
    const cells = readRow(rows.of.locked, id)
    const entry = entryOf(id, cells && storedOf(columnsOf(rows.of.table), cells))
    rows.entries.set(id, entry)
    return entry
  }

  #rowsOf(table: Table): Rows {
    // There are few tables, so a list is sufficient.
    for (const rows of this.#rows) if (rows.of.table.name === table.name) return rows
    const rows = { of: this.#parts.tableOf(table), entries: new Map(), hasUnsent: false }
    this.#rows.push(rows)
    return rows
  }
}

const entryOf = (id: bigint, stored: Stored | undefined): Entry => ({
  id,
  before: stored,
  now: stored,
  changed: undefined,
})

/** The sequence of the assigned ids of a table. */
export const lastId = ({ name }: Pick<Table, 'name'>) => `ids of ${name}` as const
