import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { Write } from '../../data/change.ts'
import type { Stored, Table } from '../../data/table.ts'
import { cellsOf, storedOf } from './columns.ts'
import { newVersions } from './removed-versions.ts'
import { tableSql } from './table-sql.ts'

/** Writes one table, inside the caller's transaction. */
export type TableWrites = {
  /** The row as it stands in the transaction. */
  find(id: bigint): Stored | undefined
  /** @returns the row after the write; of a removal, the row before it */
  write(write: Write): Stored
}

/** @param database the connection that writes */
export const tableWrites = (database: DatabaseSync, table: Table): TableWrites => {
  const { columns, filled, ...sql } = tableSql(table)
  const one = database.prepare(sql.one)
  one.setReadBigInts(true)
  one.setReturnArrays(true)
  const insert = database.prepare(sql.insert)
  insert.setReadBigInts(true)
  const update = database.prepare(sql.update)
  const remove = database.prepare(sql.remove)
  const versions = newVersions(database, table)

  const find = (id: bigint): Stored | undefined => {
    const cells = one.get(id)
    return cells && storedOf(columns, cells as unknown as readonly SQLOutputValue[])
  }
  const existing = (id: bigint): Stored => {
    const stored = find(id)
    if (stored === undefined) throw new Error(`There is no row ${id} in ${table.name} to write to.`)
    return stored
  }

  return {
    find,
    write: (write) => {
      switch (write.kind) {
        case 'insert': {
          const version = versions.next()
          const { lastInsertRowid } = insert.run(...cellsOf(columns, write.row), version)
          return { row: { id: lastInsertRowid, ...write.row }, version }
        }
        case 'update': {
          const before = existing(write.id)
          const row = { ...before.row, ...write.fields, id: write.id }
          const version = before.version + 1n
          update.run(...cellsOf(filled, row), version, write.id)
          return { row, version }
        }
        case 'remove': {
          const before = existing(write.id)
          remove.run(write.id)
          versions.noteRemoved(before.version)
          return before
        }
      }
    },
  }
}
