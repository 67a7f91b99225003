import { randomBytes } from 'node:crypto'
import { type PostgresAddress, shownAddress } from '../../base/config/store-address.ts'
import type { Environment } from '../../base/environments.ts'
import { postgresSchema } from '../sql/schema.ts'
import { stepsFor } from '../sql/steps.ts'
import { olderSchema, refuseNewerSchema, UnusableDatabase } from '../unusable-database.ts'
import { connect, type Connection } from './connection.ts'
import { locks } from './transaction.ts'

const initial = `
  -- Facts of the store itself: one value each.
  CREATE TABLE settings (name text PRIMARY KEY, number bigint, text text, bytes bytea);
  INSERT INTO settings (name, number) VALUES ('key_revision', 0);
  -- The last number of each kind that was given. Only who holds the lock of the store may give the next.
  CREATE TABLE positions (name text PRIMARY KEY, value bigint NOT NULL);
  -- Bans that the counting process has yet to lift.
  CREATE TABLE ban_lifts (id text COLLATE "C" PRIMARY KEY, at bigint NOT NULL);
  ${postgresSchema}
  -- Keys in the order in which they were made.
  ALTER TABLE api_keys ADD COLUMN number bigint NOT NULL UNIQUE;
  DROP INDEX api_keys_by_owner;
  CREATE INDEX api_keys_by_owner ON api_keys (owner_id, number);
`

/** Leases: work that one node does at a time, its holder, and the expiry in milliseconds since the Unix epoch. */
const leases = `
  CREATE TABLE leases (
    work text COLLATE "C" PRIMARY KEY, holder text COLLATE "C" NOT NULL, ends_at bigint NOT NULL
  );
`

/** All schema steps in order. Step n migrates from version n-1 to n. A published step never changes. */
export const migrations: readonly string[] = [initial, leases, ...stepsFor('postgres')]

export type SchemaRights = {
  readonly makes: boolean
  readonly migrates: boolean
}

/** Migrates a database, on one node at a time. Accepts a schema one step newer. Throws UnusableDatabase or StorageUnavailable. */
export const prepareSchema = async (
  address: PostgresAddress,
  environment: Environment,
  { makes, migrates }: SchemaRights,
  patience: number,
  afterwards: (connection: Connection) => Promise<void>,
): Promise<{ readonly secret: Uint8Array; readonly isNewer: boolean }> => {
  // Closing the connection rolls back what was not committed.
  await using connection = await connect(address, {
    patience,
    session: { lock_timeout: '60000' },
  })
  const name = shownAddress(address)
  await connection.run(`BEGIN; SELECT pg_advisory_xact_lock(${locks.schema})`)
  const version = await versionOf(connection)
  const newest = migrations.length
  if (version === 0 && !makes)
    throw new UnusableDatabase(
      `There is no data of ${environment} yet in ${name}. The first start of the service creates it, or the first key (petstore keys create).`,
    )
  if (version < newest && version > 0 && !migrates) throw olderSchema(name, version, newest)
  if (version > newest + 1) refuseNewerSchema(name, version, newest)
  if (version < newest) await makeSchema(connection, version)
  await setting(connection, 'secret', 'bytes', randomBytes(32), false)
  await setting(connection, 'environment', 'text', environment, false)
  const { secret, owner } = await identityOf(connection)
  if (owner !== environment) {
    throw new UnusableDatabase(
      `${name} holds the data of ${owner}, not of ${environment}. It was not changed; give each environment its own database.`,
    )
  }
  await connection.run('COMMIT')
  if (migrates && version <= newest) await afterwards(connection)
  return { secret: new Uint8Array(secret), isNewer: version > newest }
}

/** Migrates a schema from a version to this program's, in the caller's transaction. */
export const makeSchema = async (connection: Connection, version: number): Promise<void> => {
  for (const step of migrations.slice(version)) await connection.run(step)
  await setting(connection, 'schema_version', 'number', BigInt(migrations.length), true)
}

/** The version of the schema of a database; 0 if it has none. */
export const versionOf = async (connection: Connection): Promise<number> => {
  const { rows } = await connection.query("SELECT (to_regclass('settings') IS NOT NULL)::int")
  if (rows[0]?.[0] !== 1) return 0
  const version = await connection.query(
    "SELECT number FROM settings WHERE name = 'schema_version'",
  )
  return Number(version.rows[0]?.[0] ?? 0)
}

/** The identity of a store: its secret and its environment. */
export const identityOf = async (connection: Connection) => {
  const { rows } = await connection.query(
    `SELECT (SELECT bytes FROM settings WHERE name = 'secret'),
      (SELECT text FROM settings WHERE name = 'environment')`,
  )
  // Both are written when the schema is created.
  const [secret, owner] = rows[0] as unknown as [Uint8Array, Environment]
  return { secret, owner }
}

export const setting = async (
  connection: Connection,
  name: string,
  column: 'number' | 'text' | 'bytes',
  value: bigint | string | Uint8Array,
  replaces: boolean,
): Promise<void> => {
  const conflict = replaces ? `UPDATE SET ${column} = excluded.${column}` : 'NOTHING'
  await connection.query(
    `INSERT INTO settings (name, ${column}) VALUES ($1, $2) ON CONFLICT (name) DO ${conflict}`,
    [name, value],
  )
}
