import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { StorageUnavailable } from '../../base/errors/storage-errors.ts'
import { int64 } from '../../base/int64.ts'
import { changedFields, type CountKey, type Write } from '../../base/data/change.ts'
import { idFieldOf, type Row, type Stored, type Table } from '../../base/data/table.ts'
import type { ApplyParts, Note } from '../apply.ts'
import { counting } from '../reads.ts'
import {
  type Cell,
  cellsOf,
  type Column,
  columnsOf,
  firstVersion,
  storedOf,
} from '../sql/columns.ts'
import { tableSql } from '../table-sql.ts'
import { sqliteDialect } from './dialect.ts'
import { asking, rowInserter } from './engine.ts'
import { indexesOf } from './table-fit.ts'
import { writeSql } from './table-sql.ts'

/** The rows of each transaction, over one connection. */
export type SqliteRows = {
  /** Begins a transaction; the one before it has ended. */
  readonly of: ApplyParts['rowsOf']
  /** Whether the transaction wrote any row. One that only replays results and refuses writes none. */
  readonly hasWritten: () => boolean
}

/** @param database the connection that writes */
export const sqliteRows = (database: DatabaseSync, tables: readonly Table[]): SqliteRows => {
  let tell: Note = () => {}
  let hasWritten = false
  const note: Note = (table, before, after) => {
    hasWritten = true
    tell(table, before, after)
  }
  const writes = new Map(tables.map((table) => [table.name, tableWrites(database, table, note)]))
  /** What the transaction has used. */
  let used: TableWrites[] = []
  const writesOf = ({ name }: Table): TableWrites => {
    const found = writes.get(name)
    if (found === undefined) throw new Error(`This store has no table ${name}.`)
    if (!used.includes(found)) {
      found.begin()
      used.push(found)
    }
    return found
  }
  const rows: ReturnType<SqliteRows['of']> = {
    // Without `load`, each is read when it is found.
    find: ({ table, id }) => writesOf(table).find(id),
    count: (key) => writesOf(key.table).count(key),
    write: (write) => writesOf(write.table).write(write),
    release: (table) => {
      writesOf(table).release()
      return none
    },
    save: () => {
      for (const each of used) each.finish()
    },
  }
  return {
    of: (_, noteOf) => {
      hasWritten = false
      tell = noteOf
      used = []
      return rows
    },
    hasWritten: () => hasWritten,
  }
}

const none: readonly never[] = []

/** An update of some columns. */
type Update = { readonly filled: readonly Column[]; readonly statement: StatementSync }

/** Writes one table, inside the caller's transaction. */
type TableWrites = {
  /** Call it before its first use in a transaction. */
  begin(): void
  /** The row as it stands in the transaction. */
  find(id: bigint): Stored | undefined
  count(key: CountKey): number
  /** @returns the row after the write; of a removal, the row before it */
  write(write: Write): Stored
  /** As in `TransactionRows`. */
  release(): void
  /** Writes the rows that wait to be inserted; call it last in a transaction. */
  finish(): void
}

/**
 * @param database the connection that writes
 * @param tell gets every write
 */
const tableWrites = (database: DatabaseSync, table: Table, tell: Note): TableWrites => {
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
  const idField = idFieldOf(table)
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
      if (each.count === each.key.max) counted.splice(at, 1)
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
          const row =
            table.id === 'assigned' ? { [idField]: newId.next(), ...write.row } : write.row
          // To push makes room for many more.
          const cells = cellsOf(inserted, row).concat(version)
          if (waiting.length === 0) waiting = [cells]
          else waiting.push(cells)
          const stored = { row, version }
          // Every row has an id.
          known.set(row[idField] as bigint, stored)
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
    release: () => {
      insertWaiting()
      known.clear()
      counted.length = 0
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
    one.max === other.max
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

/** Reads the highest id that was ever assigned in a table, also if its row is gone; zero if there is none. */
export const highestId = (database: DatabaseSync, { name }: Table): (() => bigint) => {
  const sequence = database.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?')
  sequence.setReadBigInts(true)
  sequence.setReturnArrays(true)
  return () => {
    // The column has no type, but SQLite always stores an integer in it.
    const cells = sequence.get(name) as unknown as readonly [bigint] | undefined
    return cells === undefined ? 0n : cells[0]
  }
}

/** Ids for rows that are inserted, inside the transactions that write them. */
type NewIds = {
  /** Call it before a transaction: another process may have assigned ids since. */
  begin(): void
  /** @throws StorageUnavailable if every id was assigned */
  next(): bigint
}

/**
 * The ids that SQLite would assign. They are known before the row is written, so rows can wait for each other.
 *
 * @param database the connection that writes
 */
const newIds = (database: DatabaseSync, table: Table): NewIds => {
  const highest = highestId(database, table)
  /** Undefined until the transaction needs it. */
  let last: bigint | undefined
  return {
    begin: () => {
      last = undefined
    },
    next: () => {
      last ??= highest()
      if (last === int64.maximum) {
        throw new StorageUnavailable('full', new Error(`No id of ${table.name} is left.`))
      }
      last += 1n
      return last
    },
  }
}

/** Versions for rows that are inserted, inside the transactions that write them. */
type NewVersions = {
  /** One that no row had that was ever removed. */
  next(): bigint
  noteRemoved(version: bigint): void
}

/**
 * An id that the store assigns is never given again, so the versions of each row begin anew. An id that is chosen
 * may come back: then the version goes on behind the highest that any removed row of the table had.
 *
 * @param database the connection that writes
 */
const newVersions = (database: DatabaseSync, { name, id }: Table): NewVersions => {
  if (id === 'assigned') return { next: () => firstVersion, noteRemoved() {} }
  const highest = database.prepare('SELECT highest FROM removed_versions WHERE table_name = ?')
  highest.setReadBigInts(true)
  highest.setReturnArrays(true)
  const raise = database.prepare(`
    INSERT INTO removed_versions (table_name, highest) VALUES (?, ?)
    ON CONFLICT DO UPDATE SET highest = max(highest, excluded.highest)`)
  return {
    next: () => {
      const cells = highest.get(name) as unknown as readonly [bigint] | undefined
      return cells === undefined ? firstVersion : cells[0] + 1n
    },
    noteRemoved: (version) => void raise.run(name, version),
  }
}
