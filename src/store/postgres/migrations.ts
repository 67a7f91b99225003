import { postgresSchema } from '../sql/schema.ts'
import { stepsFor } from '../sql/steps.ts'

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

/** Work that one node does at a time, who does it, and until when: milliseconds since the Unix epoch. */
const leases = `
  CREATE TABLE leases (
    work text COLLATE "C" PRIMARY KEY, holder text COLLATE "C" NOT NULL, ends_at bigint NOT NULL
  );
`

/** Every step of the schema, in order; step n brings a database from version n-1 to n. A published step never changes. */
export const migrations: readonly string[] = [initial, leases, ...stepsFor('postgres')]
