import type { DatabaseSync } from 'node:sqlite'
import type { Table } from '../../data/table.ts'
import type { ApplyParts, Note } from '../apply.ts'
import { type TableWrites, tableWrites } from './table-writes.ts'
import { totalsWrites } from './totals.ts'

/** The rows of each transaction, over one connection. */
export type SqliteRows = {
  /** Begins a transaction; the one before it has ended. */
  readonly of: ApplyParts['rowsOf']
  /** Whether the transaction wrote any row. One that only replays results and refuses writes none. */
  readonly hasWritten: () => boolean
}

/** @param database the connection that writes */
export const sqliteRows = (database: DatabaseSync, tables: readonly Table[]): SqliteRows => {
  const totals = totalsWrites(database)
  let tell: Note = () => {}
  let hasWritten = false
  const note: Note = (table, before, after) => {
    hasWritten = true
    totals.note(table, before, after)
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
    save: () => {
      for (const each of used) each.finish()
      totals.save()
    },
  }
  return {
    of: (_, noteOf) => {
      hasWritten = false
      tell = noteOf
      totals.begin()
      used = []
      return rows
    },
    hasWritten: () => hasWritten,
  }
}
