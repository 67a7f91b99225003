import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Contents } from '../../base/data/contents.ts'
import type { Page, PageQuery } from '../../base/data/store.ts'
import type { Stored, Table } from '../../base/data/table.ts'
import type { Changes } from '../changes.ts'
import type { Read } from '../engine.ts'
import { type FindByHash, keyRecordOf, selectKeys } from '../keys.ts'
import { filterOf, type HotReads, type ReadTable } from '../reads.ts'
import { type Cell, columnsOf, shownColumnsOf, storedOf } from '../sql/columns.ts'
import { type TableSql, tableSql } from '../table-sql.ts'
import { sqliteDialect } from './dialect.ts'
import { asking, reading } from './engine.ts'
import { guarded, rollBack, setBusyTimeout, share } from './transaction.ts'
import { refuseMovedFiles } from './store-files.ts'
import { indexesOf } from './table-fit.ts'
import { pageSql } from './table-sql.ts'

/** What requests read of a store, over a read-only connection. */
export type SqliteReads = ReturnType<typeof readsOf>

/** Opens a reading connection; close it before the writing one. It throws SQLite's error, or Error for a replaced file. */
export const openSqliteReads = (
  path: string,
  contents: Contents,
  busyTimeout: number,
  changes: Changes,
): SqliteReads => {
  // Checked twice: before, so that no log is made beside another file; after, as the file may have been replaced in
  // between.
  refuseMovedFiles(path, changes)
  const database = new DatabaseSync(path, { readOnly: true, timeout: busyTimeout })
  try {
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8192')
    refuseMovedFiles(path, changes)
    return readsOf(database, contents, busyTimeout, changes)
  } catch (error) {
    database.close()
    throw error
  }
}

const byHash = `${selectKeys} WHERE hash = $1`

const readsOf = (
  database: DatabaseSync,
  { tables }: Contents,
  busyTimeout: number,
  changes: Changes,
) => {
  share(database, changes)
  const ask = asking(database)
  const snapshot = new Snapshot(database, changes)
  // It reads the present state, so that a revoked key is valid nowhere.
  const findByHash: FindByHash = (hash) => {
    const { rows } = snapshot.readNow(() => ask(byHash, [hash]))
    return rows[0] && keyRecordOf(rows[0])
  }
  const read: Read = (text, values, of) => snapshot.read(() => of(ask(text, values).rows))
  return {
    read,
    tables: new Map(tables.map((table) => [table.name, readTable(database, snapshot, table)])),
    findByHash,
    /** A secret of this store: the migration that makes the table adds it, as a blob. */
    secret: ask("SELECT value FROM settings WHERE name = 'secret'").rows[0]?.[0] as Uint8Array,
    ping: async () => {
      snapshot.readNow(() => ask('SELECT 1 FROM settings LIMIT 1'))
      setBusyTimeout(database, busyTimeout)
    },
    /** Later reads see a later moment. */
    endTurn: () => snapshot.end(),
    close: () => {
      snapshot.end()
      database.close()
    },
  }
}

/** A whole page, the id of its last row if others follow, and 1 if some rows are hidden. */
type PageCells = readonly [json: string, next: bigint | null, hides: bigint | null]

const readTable = (database: DatabaseSync, snapshot: Snapshot, table: Table): ReadTable => {
  const indexes = indexesOf(database, table)
  const sql = tableSql(sqliteDialect, table, indexes)
  const finder = (
    text: TableSql['one'],
    columns: ReturnType<typeof columnsOf>,
  ): HotReads['find'] => {
    const statement = reading(database, text('id = ?'))
    return (id) =>
      snapshot.read((): Stored | undefined => {
        const cells = statement.get(id)
        return cells && storedOf(columns, cells as unknown as readonly Cell[])
      })
  }
  const pages = new Map<string, StatementSync>()
  return {
    table,
    sql,
    hot: {
      find: finder(sql.one, shownColumnsOf(table)),
      findWhole: finder(sql.whole, columnsOf(table)),
      page: ({ where, order = 'ascending', limit }: PageQuery, from) => {
        let key: string = order
        const values: SQLInputValue[] = []
        for (const field in where) {
          if (where[field] === undefined) continue
          key += ` ${field}`
          // The schema of the query has checked the value.
          values.push(where[field] as SQLInputValue)
        }
        const page = pages.getOrInsertComputed(key, () =>
          reading(database, pageSql(table, indexes, filterOf(table, where), order)),
        )
        return snapshot.read((): Page | undefined => {
          const [json, next, hides] = page.get(from, limit, ...values) as unknown as PageCells
          // Around the hidden rows it is read in parts.
          return hides === null ? { json, next: next ?? undefined } : undefined
        })
      },
    },
  }
}

/** The snapshot of all reads of one turn, since locks cost more than a row. A longer one would keep the log from a reset. */
class Snapshot {
  readonly #database: DatabaseSync
  readonly #changes: Changes
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  #isOpen = false
  #isEndSet = false
  /** That of the changes when the reading began. */
  #began = 0

  /** @param database a connection that only reads and has no other transaction */
  constructor(database: DatabaseSync, changes: Changes) {
    this.#database = database
    this.#changes = changes
    this.#begin = database.prepare('BEGIN')
    this.#commit = database.prepare('COMMIT')
  }

  /** Reads as of a moment of this turn, not before this process's last change. It throws StorageUnavailable. */
  read<T>(work: () => T): T {
    try {
      return guarded(this.#database, () => {
        this.#enter()
        return work()
      })
    } catch (error) {
      this.end()
      throw error
    }
  }

  /** Reads the present state, with other processes' changes. It throws StorageUnavailable. */
  readNow<T>(work: () => T): T {
    return guarded(this.#database, () => {
      this.end()
      return work()
    })
  }

  end(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    try {
      this.#commit.run()
    } catch {
      // After a failed read its end may fail too; the caller should get the first error.
      rollBack(this.#database)
    }
  }

  #enter(): void {
    if (this.#isOpen) {
      if (this.#began === this.#changes.version) return
      this.end()
    }
    // Read first: a change after this line is seen under the old number at most.
    this.#began = this.#changes.version
    // The first read after it fixes the moment.
    this.#begin.run()
    this.#isOpen = true
    if (!this.#isEndSet) {
      this.#isEndSet = true
      setImmediate(this.#endTurn)
    }
  }

  readonly #endTurn = (): void => {
    this.#isEndSet = false
    this.end()
  }
}
