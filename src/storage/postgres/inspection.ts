import type { PostgresAddress } from '../../config/store-address.ts'
import type { Environment } from '../../core/environments.ts'
import { connect, type Connection } from './connection.ts'
import { migrations } from './migrations/index.ts'
import { moveSetting, versionOf } from './schema.ts'

/** What is to be known of a database and its server before the service relies on them. */
export type PostgresFacts = {
  /** The version of the server, like `18.4`. */
  readonly server: string
  /** The version of the schema; 0 if there is none yet. */
  readonly schema: number
  /** The version of the schema that this service has. */
  readonly newestSchema: number
  /** The environment whose data it holds; undefined if it holds none yet. */
  readonly environment: Environment | undefined
  /** Whether a move into it has not ended. */
  readonly isMoving: boolean
  /** The clock of the server, in milliseconds since the Unix epoch. */
  readonly clock: number
  readonly encoding: string
  /** The server's settings `synchronous_commit`, `fsync`, `full_page_writes` and `synchronous_standby_names`. */
  readonly settings: {
    readonly synchronousCommit: string
    readonly fsync: string
    readonly fullPageWrites: string
    readonly synchronousStandbys: string
  }
  /** How many standbys follow the server now. */
  readonly standbys: number
}

/** The oldest server that the tests of the service ran with. */
export const oldestServer = 15

const facts = `
  SELECT current_setting('server_version'), (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
    current_setting('server_encoding'), current_setting('synchronous_commit'), current_setting('fsync'),
    current_setting('full_page_writes'), current_setting('synchronous_standby_names'),
    (SELECT count(*) FROM pg_stat_replication)`

/**
 * Looks at a database, and changes nothing.
 *
 * @param patience milliseconds that it may take to connect, and then to answer
 * @throws StorageUnavailable
 */
export const inspectPostgres = async (
  address: PostgresAddress,
  patience: number,
): Promise<PostgresFacts> => {
  const session = { default_transaction_read_only: 'on', statement_timeout: String(patience) }
  const connection = await connect(address, { patience, session })
  try {
    return await connection.within(patience, () => factsOf(connection))
  } finally {
    await connection.end()
  }
}

const factsOf = async (connection: Connection): Promise<PostgresFacts> => {
  const schema = await versionOf(connection)
  const owner =
    schema === 0
      ? undefined
      : (
          await connection.query(
            `SELECT (SELECT text FROM settings WHERE name = 'environment'),
                (SELECT text FROM settings WHERE name = '${moveSetting}') `,
          )
        ).rows[0]
  const { rows } = await connection.query(facts)
  const [server, clock, encoding, synchronousCommit, fsync, fullPageWrites, named, standbys] =
    rows[0] ?? []
  return {
    server: String(server),
    schema,
    newestSchema: migrations.length,
    // The service alone writes it.
    environment: owner?.[0] as Environment | undefined,
    isMoving: (owner?.[1] ?? null) !== null,
    clock: Number(clock),
    encoding: String(encoding),
    settings: {
      synchronousCommit: String(synchronousCommit),
      fsync: String(fsync),
      fullPageWrites: String(fullPageWrites),
      synchronousStandbys: String(named),
    },
    standbys: Number(standbys),
  }
}
