import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { changedFields, type Write } from '../../data/change.ts'
import type { Row, Stored, Table } from '../../data/table.ts'
import { cellsOf, type Column, storedOf } from '../sql/columns.ts'
import type { HiddenIds } from './hidden-ids.ts'
import { type CountsValidity, keptCounts } from './kept-counts.ts'
import { newIds } from './new-ids.ts'
import { newVersions } from './removed-versions.ts'
import { rowBatch } from './row-batch.ts'
import type { CountRows } from './row-counts.ts'
import { tableSql } from './table-sql.ts'
import type { TotalsWrites } from './totals.ts'

/** An update of some columns. */
type Update = { readonly filled: readonly Column[]; readonly statement: StatementSync }

/** Writes one table, inside the caller's transaction. */
export type TableWrites = {
  /** Call it before a transaction. */
  begin(): void
  /** The row as it stands in the transaction. */
  find(id: bigint): Stored | undefined
  readonly count: CountRows
  /** @returns the row after the write; of a removal, the row before it */
  write(write: Write): Stored
  /** Writes the rows that wait to be inserted; call it last in a transaction. */
  finish(): void
}

/**
 * @param database the connection that writes
 * @param hidden the ids that an import hides, as of the running transaction
 * @param totals gets every write
 * @param validity of the counts of the table
 */
export const tableWrites = (
  database: DatabaseSync,
  table: Table,
  hidden: () => HiddenIds | undefined,
  totals: Pick<TotalsWrites, 'note'>,
  validity: CountsValidity,
): TableWrites => {
  const { columns, inserted, ...sql } = tableSql(table)
  const one = database.prepare(sql.whole)
  one.setReadBigInts(true)
  one.setReturnArrays(true)
  const batch = rowBatch(database, sql.into, inserted.length + 1)
  const newId = newIds(database, table)
  const remove = database.prepare(sql.remove)
  const versions = newVersions(database, table)
  const counts = keptCounts(database, table, sql, validity, batch.write)
  const note = (before: Row | undefined, after: Row | undefined): void => {
    counts.note(before, after)
    totals.note(table, before, after)
  }

  const isHidden = (id: bigint): boolean => {
    const ids = hidden()
    return ids?.table === table.name && id >= ids.first && id <= ids.last
  }
  /** The rows that the transaction has read or written. Nobody else writes meanwhile. */
  const known = new Map<bigint, Stored | undefined>()
  const read = (id: bigint): Stored | undefined => {
    const cells = one.get(id)
    if (cells === undefined || isHidden(id)) return undefined
    return storedOf(columns, cells as unknown as readonly SQLOutputValue[])
  }
  const find = (id: bigint): Stored | undefined => {
    const found = known.get(id)
    if (found !== undefined || known.has(id)) return found
    const stored = read(id)
    known.set(id, stored)
    return stored
  }
  const existing = (id: bigint): Stored => {
    const stored = find(id)
    if (stored === undefined) throw new Error(`There is no row ${id} in ${table.name} to write to.`)
    return stored
  }

  const updates = new Map<string, Update>()
  /** SQLite leaves the indexes alone that have none of the columns that an update names. */
  const updateOf = (fields: Row): Update => {
    const by = Object.keys(fields).join()
    let update = updates.get(by)
    if (update === undefined) {
      const filled = sql.filledBy(fields)
      update = { filled, statement: database.prepare(sql.update(filled)) }
      updates.set(by, update)
    }
    return update
  }

  return {
    begin: () => {
      batch.forget()
      newId.begin()
      // To clear a map makes a new table.
      if (known.size > 0) known.clear()
    },
    find,
    count: counts.count,
    write: (write) => {
      switch (write.kind) {
        case 'insert': {
          const version = versions.next()
          const row = table.id === 'assigned' ? { id: newId.next(), ...write.row } : write.row
          const cells = cellsOf(inserted, row)
          cells.push(version)
          batch.add(cells)
          const stored = { row, version }
          // Every row has an id.
          known.set(row['id'] as bigint, stored)
          note(undefined, row)
          return stored
        }
        case 'update': {
          const before = existing(write.id)
          const fields = changedFields(before.row, write)
          if (fields === undefined) return before
          const row = { ...before.row, ...fields }
          const version = before.version + 1n
          const { filled, statement } = updateOf(fields)
          const cells = cellsOf(filled, fields)
          cells.push(version, write.id)
          // The row may wait to be inserted.
          batch.write()
          // Of a write `get` returns nothing; `run` would make an object.
          statement.get(...cells)
          const stored = { row, version }
          known.set(write.id, stored)
          note(before.row, row)
          return stored
        }
        case 'remove': {
          const before = existing(write.id)
          batch.write()
          remove.run(write.id)
          known.set(write.id, undefined)
          versions.noteRemoved(before.version)
          note(before.row, undefined)
          return before
        }
      }
    },
    finish: batch.write,
  }
}
