import { type PostgresAddress, shownAddress } from '../../config/store-address.ts'
import type { Environment } from '../../core/environments.ts'
import type { Observe } from '../../core/observation.ts'
import { messageOf } from '../../core/errors/message-of.ts'
import { StorageUnavailable } from '../../core/errors/storage-errors.ts'
import type { Act } from '../../data/act.ts'
import type { Change, Result } from '../../data/change.ts'
import type { Contents } from '../../data/contents.ts'
import type { Applied, Store } from '../../data/store.ts'
import {
  type Row,
  type RowOf,
  type ShownRowOf,
  shownRow,
  type Stored,
  type Table,
} from '../../data/table.ts'
import { expiryNotice } from '../../keys/key-store.ts'
import { Changes } from '../changes.ts'
import type { Storage } from '../port.ts'
import { columnsOf } from '../sql/columns.ts'
import { storeOf } from '../store.ts'
import { UnusableDatabase } from '../unusable-database.ts'
import { type ApplyParts, applyTogether } from '../apply.ts'
import { GroupCommit } from '../group-commit.ts'
import { findResult } from '../results.ts'
import { seedOnce } from '../seeding.ts'
import { postgresBulk } from './bulk.ts'
import { indexForPages, refuseOtherColumns } from './catalogue.ts'
import { storedCounts } from '../counts.ts'
import { eventLog } from '../event-log.ts'
import { eventRetention } from '../events-retention.ts'
import { storedKeys } from '../keys.ts'
import { historyReads, storedHistory } from '../request-history.ts'
import { resultRetention, resultsOver } from '../results.ts'
import { finish, postgresEngine } from './engine.ts'
import { eventReads } from './events-reads.ts'
import { glances } from './glance.ts'
import { keyLookUps } from './key-look-ups.ts'
import { type Query, Readers } from './readers.ts'
import { postgresStandings } from './standings.ts'
import { countings, countRows } from './row-counts.ts'
import { prepareSchema, type SchemaRights } from './schema.ts'
import { Search } from './search.ts'
import { type TableReads, tableReads } from './table-reads.ts'
import { tableSql } from './table-sql.ts'
import { type KnownTable, WorkingSet } from './working-set.ts'
import { startWatch } from './watch.ts'
import { type Patience, type Transaction, Writer } from './writer.ts'

// By the clock of the server, so those of the nodes need not agree.
const serverTime = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
const takeLease = `
  INSERT INTO leases (work, holder, ends_at) VALUES ($1, $2, ${serverTime} + $3)
  ON CONFLICT (work) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
  WHERE leases.holder = excluded.holder OR leases.ends_at <= ${serverTime}`

const entriesText = `
  SELECT start, operation, status, code, "window", count FROM request_counts
  WHERE span = $1 AND start = ANY($2::bigint[]) AND owner_id = $3
    AND (start, operation, status, code, "window") > ($4, $5, $6, $7, $8)
  ORDER BY start, operation, status, code, "window" LIMIT $9`

/** How to open a store on PostgreSQL. By default the schema is made or upgraded as needed. */
export type PostgresParts = Partial<SchemaRights> & {
  readonly address: PostgresAddress
  /** The environment of the database; one of the other environment is refused. */
  readonly environment: Environment
  readonly contents: Contents
  readonly patience: Patience
  /** Those of the service, which tell it of changes. */
  readonly changes?: Changes
  /** Tells other nodes that rows changed, after a commit and before anybody else is told. It never rejects. */
  readonly announce?: () => Promise<void>
  /** Takes what its connections do. */
  readonly observe?: Observe
  /** Whether it asks the primary about its standbys; commands do not. */
  readonly watches?: boolean
}

/**
 * Opens the store of one environment in a database of PostgreSQL. Any number of nodes may do so.
 *
 * @throws UnusableDatabase
 */
export const openPostgresStorage = async (parts: PostgresParts): Promise<Storage> => {
  try {
    return await open(parts)
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    throw new UnusableDatabase(
      `The database ${shownAddress(parts.address)} cannot be used now: ${messageOf(error.cause)}`,
      { cause: error },
    )
  }
}

const open = async (parts: PostgresParts): Promise<Storage> => {
  const { address, environment, contents, patience } = parts
  const { changes = new Changes(), makes = true, migrates = true, observe = () => {} } = parts
  const rights = { makes, migrates }
  const { secret, isNewer } = await prepareSchema(address, environment, rights, patience.read)
  const search = new Search(address)
  const readers = new Readers(address, patience.read, search, observe)
  let storage: Storage | undefined
  try {
    const known = await knownTables(readers.query, contents.tables, isNewer)
    storage = storageOf(readers, known, secret, { ...parts, changes, search, observe })
    await storage.poll()
    return storage
  } catch (error) {
    await (storage ?? readers).close()
    throw error
  }
}

const knownTables = async (
  query: Query,
  tables: readonly Table[],
  isNewer: boolean,
): Promise<ReadonlyMap<string, KnownTable>> => {
  const known = tables.map(async (table) => {
    const indexes = await refuseOtherColumns(query, table, isNewer)
    const sql = tableSql(table, (columns) => indexForPages(indexes, columns))
    const columns = new Map(columnsOf(table).map(({ name, column }) => [name, column]))
    const counting = countings(table.name, sql, indexes, (field) => columns.get(field) ?? field)
    return [table.name, { table, sql, counting }] as const
  })
  return new Map(await Promise.all(known))
}

const storageOf = (
  readers: Readers,
  tables: ReadonlyMap<string, KnownTable>,
  secret: Uint8Array,
  parts: PostgresParts & {
    readonly changes: Changes
    readonly search: Search
    readonly observe: Observe
  },
): Storage => {
  const { address, patience, contents, changes, announce, search, observe, watches = false } = parts
  const { query, upkeep } = readers
  const writer = new Writer(address, patience, search, () => changes.move(), observe)
  const log = eventLog(contents.tables)
  const rules = new Map(contents.rules.map((rule) => [rule.kind, rule]))
  const engine = postgresEngine(readers, writer)
  const applying: ApplyParts = {
    results: resultsOver(engine.dialect),
    rules,
    log,
    // The writer of this engine began the transaction.
    rowsOf: (transaction, note) => new WorkingSet(tables, transaction as Transaction, note),
  }
  const committed = async (): Promise<void> => {
    changes.move()
    await announce?.()
  }
  const commits = new GroupCommit({ engine, applying, committed, maxTurns: 1 })
  const stopWatch = startWatch({ readers, writer, commits }, watches, observe)
  const reads = new Map(
    [...tables].map(([name, { table, sql }]) => [name, tableReads(query, table, sql)]),
  )
  const readsFrom = ({ name }: Table): TableReads => {
    const found = reads.get(name)
    if (found === undefined) throw new Error(`This store has no table ${name}.`)
    return found
  }
  const knownOf = ({ name }: Table): KnownTable => {
    const known = tables.get(name)
    if (known === undefined) throw new Error(`This store has no table ${name}.`)
    return known
  }
  const glance = glances(upkeep)
  const hotKeys = {
    findByHash: keyLookUps(query),
    revision: async () => (await glance()).keyRevision,
  }
  const keys = storedKeys(engine, hotKeys, log, changes)
  let seen: unknown

  const data: Store = storeOf(
    {
      find: async <T extends Table>(table: T, id: bigint, where?: Partial<RowOf<T>>) =>
        // The columns are those of the schema.
        (where === undefined
          ? await readsFrom(table).find(id)
          : shownIf(table, await readsFrom(table).findWhole(id), where)) as
          | Stored<ShownRowOf<T>>
          | undefined,
      page: async (table, asked) => await readsFrom(table).page(asked),
      due: async (table, until, most, of) => await readsFrom(table).due(until, most, of),
      count: async (key) => await countRows(query, knownOf(key.table).counting, key),
      totals: async ({ name }) => {
        const { rows } = await query('SELECT value, count FROM totals WHERE table_name = $1', [
          name,
        ])
        return new Map(rows as ReadonlyArray<readonly [string, bigint]>)
      },
      events: eventReads(query, contents.tables),
      changes,
      kept: async (once) => await finish(findResult(once), query),
    },
    // The rule of this kind of change returns this kind of result.
    <R extends Result>(change: Change<R>, act: Act) =>
      commits.apply(change, act) as Promise<Applied<R>>,
  )

  return {
    data,
    whole: {
      find: async <T extends Table>(table: T, id: bigint) =>
        // The columns are those of the schemas.
        (await readsFrom(table).findWhole(id)) as Stored<RowOf<T>> | undefined,
      versions: async (table) => await readsFrom(table).versions(),
    },
    bulk: postgresBulk({
      address,
      patience,
      query,
      writer,
      tables,
      log,
      committed,
      applyAll: applyTogether(engine, applying, committed),
    }),
    keys,
    counts: storedCounts(engine, log, changes),
    history: storedHistory(
      engine,
      historyReads(query, entriesText, (starts) => starts),
      changes,
    ),
    standings: postgresStandings(query, (table) => knownOf(table).counting),
    idempotency: resultRetention(engine),
    events: eventRetention(engine),
    lease: async (work, holder, milliseconds) => {
      const { count } = await writer.statement(takeLease, [work, holder, milliseconds])
      return count > 0
    },
    secret,
    seedOnce: async (seed) => {
      const seeded = await seedOnce(engine, applying, contents.tables, keys, seed)
      changes.move()
      return seeded
    },
    facts: async (now) => {
      const { rows } = await upkeep(
        `SELECT (SELECT number FROM settings WHERE name = 'last_backup'),
          (SELECT count(*) FROM api_keys WHERE expires_at > $1 AND expires_at <= $2 AND revoked_at IS NULL),
          pg_database_size(current_database())`,
        [now, now + expiryNotice],
      )
      const [backup = null, expiring = 0n, bytes = 0n] = rows[0] ?? []
      return {
        lastBackupAt: backup === null ? undefined : Number(backup),
        keysExpiring: Number(expiring),
        bytes: Number(bytes),
      }
    },
    poll: async () => {
      const { version } = await glance()
      // If the last change is this thread's own, nobody else's came after it, and the writer noticed those before it.
      if (version !== seen && version !== writer.version) changes.move()
      seen = version
    },
    ping: async () => void (await upkeep('SELECT 1')),
    tryWriting: async () => await writer.transaction(async () => {}),
    close: async () => {
      stopWatch()
      await commits.ended()
      await writer.close()
      await readers.close()
    },
  }
}

/** A row without its hidden fields, if its fields have these values. */
const shownIf = (table: Table, found: Stored | undefined, where: Row): Stored | undefined =>
  found !== undefined && Object.entries(where).every(([field, value]) => found.row[field] === value)
    ? { row: shownRow(table, found.row as RowOf<Table>), version: found.version }
    : undefined
