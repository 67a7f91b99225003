import { type PostgresAddress, shownAddress } from '../../base/config/store-address.ts'
import type { Environment } from '../../base/environments.ts'
import type { Observe } from '../../base/observation.ts'
import { messageOf } from '../../base/errors/message-of.ts'
import { StorageUnavailable } from '../../base/errors/storage-errors.ts'
import type { Contents } from '../../base/data/contents.ts'
import { Changes } from '../changes.ts'
import { ask } from '../engine.ts'
import type { Storage } from '../port.ts'
import { storedOver } from '../storage.ts'
import { UnusableDatabase } from '../unusable-database.ts'
import { postgresBulk } from './bulk.ts'
import { postgresDialect } from './dialect.ts'
import { openReaders } from './readers.ts'
import { readTable, sharedReads } from './reads.ts'
import { prepareSchema, type SchemaRights } from './schema.ts'
import { searchPrimary } from './search.ts'
import { indexTexts } from './text-index.ts'
import { versionPosition } from './transaction.ts'
import { startWatch } from './watch.ts'
import { openWriter, type Patience } from './writer.ts'

const storeVersion = 'SELECT value FROM positions WHERE name = $1'

// By the clock of the server, so that the nodes' clocks need not agree.
const serverTime = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
const takeLease = `
  INSERT INTO leases (work, holder, ends_at) VALUES ($1, $2, ${serverTime} + $3)
  ON CONFLICT (work) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
  WHERE leases.holder = excluded.holder OR leases.ends_at <= ${serverTime}`

/** How to open a store on PostgreSQL. By default the schema is created or migrated as needed. */
export type PostgresParts = Partial<SchemaRights> & {
  readonly address: PostgresAddress
  readonly environment: Environment
  readonly contents: Contents
  readonly patience: Patience
  /** The state that the service shares, by which it learns of changes. */
  readonly changes?: Changes
  /** Tells other nodes that rows changed, after a commit and before any caller gets its result. Never rejects. */
  readonly announce?: () => Promise<void>
  readonly observe?: Observe
  /** Whether to watch the standbys. Commands do not. */
  readonly watches?: boolean
}

/** Opens the store of one environment on PostgreSQL. Any number of nodes may open it. Throws UnusableDatabase. */
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
  const { address, environment, contents, patience, announce, watches = false } = parts
  const { changes = new Changes(), observe = () => {}, makes = true, migrates = true } = parts
  const rights = { makes, migrates }
  const prepared = await prepareSchema(address, environment, rights, patience.read, (connection) =>
    indexTexts(connection, contents.tables),
  )
  const { secret, isNewer } = prepared
  const search = searchPrimary(address)
  await using opened = new AsyncDisposableStack()
  const readers = openReaders(address, patience.read, search, observe)
  opened.defer(readers.close)
  const { query, upkeep } = readers
  const tables = contents.tables.map(
    async (table) => [table.name, await readTable(query, table, isNewer)] as const,
  )
  const known = await Promise.all(tables)
  const writer = openWriter(address, patience, search, () => changes.noteOthers(), observe)
  opened.defer(writer.close)
  const engine = { dialect: postgresDialect, read: query, upkeep, write: writer.write }
  const committed = async (): Promise<void> => {
    changes.bumpVersion()
    await announce?.()
  }
  const { commits, storage } = storedOver({
    engine,
    contents,
    reads: {
      read: async (text, values, of) => of((await query(text, values)).rows),
      readOne: sharedReads(query),
      readAnew: async (text, values, of) => of((await readers.queryAnew(text, values)).rows),
      tables: new Map(known),
    },
    bulk: postgresBulk({ address, patience, writer, committed }),
    changes,
    announce,
    maxTurns: 1,
    bytes: async () =>
      Number((await upkeep('SELECT pg_database_size(current_database())')).rows[0]?.[0]),
  })
  opened.defer(commits.ended)
  opened.defer(startWatch({ readers, writer, commits }, watches, observe))
  let seen: unknown

  const poll = async (): Promise<void> => {
    const [[version] = []] = (await upkeep(storeVersion, [versionPosition])).rows
    // If this thread made the last change, no other change came after it, and the writer noticed those before it.
    if (version !== seen && version !== writer.version()) changes.bumpVersion()
    seen = version
  }
  await poll()
  const held = opened.move()
  return {
    ...storage,
    lease: async (work, holder, milliseconds) =>
      await writer.write(function* ({ showsNothing }) {
        showsNothing()
        return (yield* ask(takeLease, [work, holder, milliseconds])).count > 0
      }),
    secret,
    poll,
    ping: async () => void (await upkeep('SELECT 1')),
    tryWriting: async () => await writer.write(function* () {}),
    close: async () => await held.disposeAsync(),
  }
}
