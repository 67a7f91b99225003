import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { changedFields, type CountKey, type Write } from '../../data/change.ts'
import type { Row, Stored, Table } from '../../data/table.ts'
import { type Cell, cellsOf, type Column, columnsOf, storedOf } from '../sql/columns.ts'
import { newIds } from './new-ids.ts'
import { newVersions } from './removed-versions.ts'
import { counting } from '../reads.ts'
import { tableSql } from '../table-sql.ts'
import type { Note } from '../apply.ts'
import { sqliteDialect } from './dialect.ts'
import { asking, rowInserter } from './engine.ts'
import { indexesOf } from './table-fit.ts'
import { writeSql } from './table-sql.ts'

/** An update of some columns. */
type Update = { readonly filled: readonly Column[]; readonly statement: StatementSync }

/** Writes one table, inside the caller's transaction. */
export type TableWrites = {
  /** Call it before its first use in a transaction. */
  begin(): void
  /** The row as it stands in the transaction. */
  find(id: bigint): Stored | undefined
  count(key: CountKey): number
  /** @returns the row after the write; of a removal, the row before it */
  write(write: Write): Stored
  /** Writes the rows that wait to be inserted; call it last in a transaction. */
  finish(): void
}

/**
 * @param database the connection that writes
 * @param tell gets every write
 */
export const tableWrites = (database: DatabaseSync, table: Table, tell: Note): TableWrites => {
  const { inserted, ...sql } = writeSql(table)
  const reading = tableSql(sqliteDialect, table, indexesOf(database, table))
  const columns = columnsOf(table)
  const ask = asking(database)
  const one = database.prepare(reading.whole('id = ?'))
  one.setReadBigInts(true)
  one.setReturnArrays(true)
  const insert = rowInserter(database, sql.into, inserted.length + 1)
  /** Rows that wait until many are written by one statement. */
  let waiting: Array<readonly Cell[]> = []
  const insertWaiting = (): void => {
    if (waiting.length === 0) return
    insert(waiting)
    waiting = []
  }
  const newId = newIds(database, table)
  const remove = database.prepare(sql.remove)
  const versions = newVersions(database, table)
  /** The rows that the transaction has read or written. Nobody else writes meanwhile. */
  const known = new Map<bigint, Stored | undefined>()
  const read = (id: bigint): Stored | undefined => {
    const cells = one.get(id)
    return cells && storedOf(columns, cells as unknown as readonly SQLOutputValue[])
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

  /** What the transaction counted, as it stands now: the changes of one owner are often together. */
  const counted: Counted[] = []
  const note = (before: Row | undefined, after: Row | undefined): void => {
    for (let at = counted.length - 1; at >= 0; at -= 1) {
      const each = counted[at] as Counted
      const change = Number(isCounted(after, each.key)) - Number(isCounted(before, each.key))
      if (change === 0) continue
      // Counting ended there, so nobody knows how many there are.
      if (each.count === each.key.most) counted.splice(at, 1)
      else each.count += change
    }
    tell(table, before, after)
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
      // Those of a transaction that was rolled back.
      if (waiting.length > 0) waiting = []
      if (counted.length > 0) counted.length = 0
      newId.begin()
      // To clear a map makes a new table.
      if (known.size > 0) known.clear()
    },
    find,
    count: (key) => {
      const same = counted.find((each) => isSameKey(each.key, key))
      if (same !== undefined) return same.count
      insertWaiting()
      const count = Number(ask(...counting(reading, key)).rows[0]?.[0])
      counted.push({ key, count })
      return count
    },
    write: (write) => {
      switch (write.kind) {
        case 'insert': {
          const version = versions.next()
          const row = table.id === 'assigned' ? { id: newId.next(), ...write.row } : write.row
          // To push would make room for many more.
          waiting.push(cellsOf(inserted, row).concat(version))
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
          const cells = cellsOf(filled, fields).concat(version, write.id)
          // The row may wait to be inserted.
          insertWaiting()
          // Of a write `get` returns nothing; `run` would make an object.
          statement.get(...cells)
          const stored = { row, version }
          known.set(write.id, stored)
          note(before.row, row)
          return stored
        }
        case 'remove': {
          const before = existing(write.id)
          insertWaiting()
          remove.run(write.id)
          known.set(write.id, undefined)
          versions.noteRemoved(before.version)
          note(before.row, undefined)
          return before
        }
      }
    },
    finish: insertWaiting,
  }
}

/** Rows that a transaction has counted. */
type Counted = { readonly key: CountKey; count: number }

const isSameKey = (one: CountKey, other: CountKey): boolean => {
  for (const field in one.where) if (one.where[field] !== other.where[field]) return false
  return (
    Object.keys(one.where).length === Object.keys(other.where).length &&
    one.above?.field === other.above?.field &&
    one.above?.value === other.above?.value &&
    one.most === other.most
  )
}

const isCounted = (row: Row | undefined, { where, above }: CountKey): boolean => {
  if (row === undefined) return false
  for (const field in where) if (row[field] !== where[field]) return false
  if (above === undefined) return true
  // A date-time or an int64, as the value is.
  const value = row[above.field] as string | bigint | undefined
  return value !== undefined && value > (above.value as string | bigint)
}
