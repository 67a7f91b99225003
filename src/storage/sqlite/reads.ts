import { DatabaseSync } from 'node:sqlite'
import type { Contents } from '../../data/contents.ts'
import {
  type Row,
  type RowOf,
  type ShownRowOf,
  shownRow,
  type Stored,
  type Table,
} from '../../data/table.ts'
import type { Standings } from '../../data/standing.ts'
import type { KeyStore } from '../../keys/key-store.ts'
import type { WholeRows } from '../../data/whole-rows.ts'
import type { Changes } from '../changes.ts'
import type { StoreReads } from '../store.ts'
import { eventReads } from './events-reads.ts'
import { setBusyTimeout, shareDamage } from './guard.ts'
import { type HotKeyReads, keyRecordOf, selectKeys, validOwners } from '../keys.ts'
import { type HistoryReads, historyReads } from '../request-history.ts'
import { asking, finish, querying } from './engine.ts'
import { findResult } from '../results.ts'
import { OutsideChanges } from './outside-changes.ts'
import { Snapshot } from './snapshot.ts'
import { sqliteStandings } from './standings.ts'
import { refuseMovedFiles } from './store-files.ts'
import { type TableReads, tableReads } from './table-reads.ts'

/** It always reads the present state, so that a revoked key is valid nowhere. */
type KeyReads = HotKeyReads & Pick<KeyStore, 'validOwners'>

/** What requests read of a store, over a read-only connection. */
export type SqliteReads = {
  readonly data: StoreReads
  readonly whole: WholeRows
  readonly keys: KeyReads
  readonly history: HistoryReads
  readonly standings: Standings
  /** A secret of this store, made with it. */
  readonly secret: Uint8Array
  /** Checks whether another process changed anything. */
  poll(): Promise<void>
  /** Rejects if the store does not answer. */
  ping(): Promise<void>
  /** Later reads see a later moment. */
  endTurn(): void
  close(): void
}

/**
 * Opens a connection to read an environment's file, after `openSqliteStorage` has made or upgraded it. There may be any
 * number of them. Close the writing connection last, unless the file is damaged.
 *
 * @param busyTimeout milliseconds to wait for another process's lock
 * @param changes shared with the connection that writes
 * @throws what SQLite throws if the file cannot be read; Error if the file is not the one that was opened to write
 */
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
const keyRevision = "SELECT value FROM settings WHERE name = 'key_revision'"

// CROSS JOIN keeps the order: one search of the key for each start.
const entriesText = `
  SELECT start, operation, status, code, "window", count
  FROM json_each($2) AS at CROSS JOIN request_counts ON span = $1 AND start = at.value AND owner_id = $3
  WHERE (start, operation, status, code, "window") > ($4, $5, $6, $7, $8) LIMIT $9`

const readsOf = (
  database: DatabaseSync,
  { tables }: Contents,
  busyTimeout: number,
  changes: Changes,
): SqliteReads => {
  shareDamage(database, changes)
  const secret = database.prepare("SELECT value FROM settings WHERE name = 'secret'").get()
  const alive = database.prepare('SELECT 1 FROM settings LIMIT 1')
  const totals = database.prepare('SELECT value, count FROM totals WHERE table_name = ?')
  totals.setReadBigInts(true)
  totals.setReturnArrays(true)
  const outside = new OutsideChanges(database, changes)
  const snapshot = new Snapshot(database, changes)
  const ask = asking(database)
  const reads = new Map(tables.map((table) => [table.name, tableReads(database, snapshot, table)]))

  const readsFrom = ({ name }: Table): TableReads => {
    const found = reads.get(name)
    if (found === undefined) throw new Error(`This store has no table ${name}.`)
    return found
  }

  return {
    data: {
      find: <T extends Table>(table: T, id: bigint, where?: Partial<RowOf<T>>) =>
        // The columns are those of the schema.
        (where === undefined
          ? readsFrom(table).find(id)
          : shownIf(table, readsFrom(table).findWhole(id), where)) as
          | Stored<ShownRowOf<T>>
          | undefined,
      page: (table, query) => readsFrom(table).page(query),
      due: async (table, until, most, of) => readsFrom(table).due(until, most, of),
      count: async (key) => readsFrom(key.table).count(key),
      totals: async ({ name }) => {
        const rows = snapshot.read(() => totals.all(name))
        // The columns are typed by the STRICT table.
        return new Map(rows as unknown as ReadonlyArray<readonly [string, bigint]>)
      },
      events: eventReads(database, snapshot, tables),
      changes,
      kept: async (once) => snapshot.readNow(() => finish(findResult(once), ask)),
    },
    whole: {
      find: async <T extends Table>(table: T, id: bigint) =>
        // The columns are those of the schemas.
        readsFrom(table).findWhole(id) as Stored<RowOf<T>> | undefined,
      versions: async (table) => readsFrom(table).versions(),
    },
    keys: {
      findByHash: (hash) => {
        const { rows } = snapshot.readNow(() => ask(byHash, [hash]))
        return rows[0] && keyRecordOf(rows[0])
      },
      revision: async () => Number(snapshot.readNow(() => ask(keyRevision)).rows[0]?.[0]),
      validOwners: validOwners(querying(ask, (work) => snapshot.readNow(work))),
    },
    history: historyReads(
      querying(ask, (work) => snapshot.read(work)),
      entriesText,
      (starts) => JSON.stringify(starts),
    ),
    standings: sqliteStandings(database, snapshot, changes),
    // The migration that makes the table adds the secret, as a blob.
    secret: secret?.['value'] as Uint8Array,
    poll: async () => snapshot.readNow(() => outside.poll()),
    ping: async () => {
      snapshot.readNow(() => alive.get())
      setBusyTimeout(database, busyTimeout)
    },
    endTurn: () => snapshot.end(),
    close: () => {
      snapshot.end()
      database.close()
    },
  }
}

/** A row without its hidden fields, if its fields have these values. */
const shownIf = (table: Table, found: Stored | undefined, where: Row): Stored | undefined =>
  found !== undefined && Object.entries(where).every(([field, value]) => found.row[field] === value)
    ? { row: shownRow(table, found.row as RowOf<Table>), version: found.version }
    : undefined
