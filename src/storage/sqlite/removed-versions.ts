import type { DatabaseSync } from 'node:sqlite'
import type { Table } from '../../data/table.ts'
import { firstVersion } from '../sql/columns.ts'

/** Versions for rows that are inserted, inside the transactions that write them. */
export type NewVersions = {
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
export const newVersions = (database: DatabaseSync, { name, id }: Table): NewVersions => {
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
