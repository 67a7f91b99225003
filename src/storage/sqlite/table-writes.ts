import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { Write } from '../../data/change.ts'
import type { Row, Table } from '../../data/table.ts'
import { cellsOf, rowOf } from './columns.ts'
import { tableSql } from './table-sql.ts'

/** What writes one table, inside a transaction of the caller's. */
export type TableWrites = {
  /** The row as it stands in the transaction. */
  find(id: bigint): Row | undefined
  /** @returns the row after the write; of a removal, the row before it */
  write(write: Write): Row
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

  const find = (id: bigint): Row | undefined => {
    const cells = one.get(id)
    return cells && rowOf(columns, cells as unknown as readonly SQLOutputValue[])
  }
  const existing = (id: bigint): Row => {
    const row = find(id)
    if (row === undefined) throw new Error(`There is no row ${id} in ${table.name} to write to.`)
    return row
  }

  return {
    find,
    write: (write) => {
      switch (write.kind) {
        case 'insert': {
          const { lastInsertRowid } = insert.run(...cellsOf(columns, write.row))
          return { id: lastInsertRowid, ...write.row }
        }
        case 'update': {
          const row = { ...existing(write.id), ...write.fields, id: write.id }
          update.run(...cellsOf(filled, row), write.id)
          return row
        }
        case 'remove': {
          const row = existing(write.id)
          remove.run(write.id)
          return row
        }
      }
    },
  }
}
