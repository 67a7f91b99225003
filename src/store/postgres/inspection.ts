import type { PostgresAddress } from '../../base/config/store-address.ts'
import type { Clock } from '../../base/clock.ts'
import type { ServerRole } from '../../base/observation.ts'
import { connect, type Connection, type ConnectionSettings, openTo } from './connection.ts'
import { identityOf, migrations, versionOf } from './schema.ts'
import { nameOf } from './timelines.ts'
import { standbysOf } from './watch.ts'

/** What to know about a database and its servers before the service relies on them. */
export type PostgresFacts = Awaited<ReturnType<typeof inspectPostgres>>

type ServerFacts = {
  readonly name: string
  readonly role: ServerRole
  readonly trouble?: unknown
  /** How far its clock is ahead of this machine's, in milliseconds; undefined if it is unreachable. */
  readonly ahead?: number
}

/** The oldest server version with which the tests ran. */
export const oldestServer = 15

const facts = `
  SELECT current_setting('server_version'), current_setting('server_encoding'), current_setting('synchronous_commit'),
    current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_standby_names'),
    current_setting('max_connections')::int4,
    current_setting('superuser_reserved_connections')::int4
      + coalesce(current_setting('reserved_connections', true), '0')::int4 + others,
    nodes
  FROM (
    SELECT count(*) FILTER (WHERE application_name IS DISTINCT FROM 'petstore')::int4 AS others,
      count(DISTINCT client_addr) FILTER (WHERE application_name = 'petstore')::int4 AS nodes
    FROM pg_stat_activity WHERE coalesce(backend_type, 'client backend') = 'client backend' AND pid <> pg_backend_pid()
  ) AS sessions`
const serverFacts =
  'SELECT pg_is_in_recovery()::int4, (extract(epoch FROM clock_timestamp()) * 1000)::int8'

/** Inspects a database and its servers, within `patience` milliseconds. Throws StorageUnavailable without a primary. */
export const inspectPostgres = async (address: PostgresAddress, patience: number, now: Clock) => {
  const session = { default_transaction_read_only: 'on', statement_timeout: String(patience) }
  const settings = { patience, session }
  await using connection = await connect(address, settings)
  const found = await connection.within(patience, () => factsOf(connection))
  const servers = address.hosts.map((host) => inspectServer(host, address, settings, now))
  return { ...found, servers: await Promise.all(servers) }
}

const inspectServer = async (
  host: PostgresAddress['hosts'][number],
  address: PostgresAddress,
  settings: ConnectionSettings,
  now: Clock,
): Promise<ServerFacts> => {
  const name = nameOf(host)
  try {
    await using connection = await openTo(host, address, settings)
    const before = now()
    const { rows } = await connection.within(settings.patience, () => connection.query(serverFacts))
    const [isStandby, clock] = rows[0] ?? []
    // Assume that the answer took half of the round trip.
    const ahead = Number(clock) - (before + now()) / 2
    return { name, role: isStandby === 1 ? 'standby' : 'primary', ahead }
  } catch (error) {
    return { name, role: 'unreachable', trouble: error }
  }
}

const factsOf = async (connection: Connection) => {
  const schema = await versionOf(connection)
  const identity = schema === 0 ? undefined : await identityOf(connection)
  const [found = []] = (await connection.query(facts)).rows
  const [server = '', encoding = '', ...said] = found.map(String)
  const [synchronousCommit = '', fsync = '', fullPageWrites = '', synchronousStandbys = ''] = said
  const [max = 0, taken = 0, nodes = 0] = found.slice(6).map(Number)
  const standbys = standbysOf(connection.query, () => 0)
  return {
    server,
    encoding,
    settings: { synchronousCommit, fsync, fullPageWrites, synchronousStandbys },
    /** Connections: the maximum, those reserved or used by other programs, and those of the service's nodes. */
    connections: { max, taken, nodes },
    /** The version of the schema; 0 if there is none yet. */
    schema,
    newestSchema: migrations.length,
    /** The environment whose data it has; undefined if it has none yet. */
    environment: identity?.owner,
    standbys: await standbys(),
  }
}
