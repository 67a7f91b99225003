import { stepsFor } from '../../src/store/sql/steps.ts'

/** How the versions before the shared steps built the schema of a file, by the version that each step brings it to. */
const schemas = `
-- 1
  CREATE TABLE settings (name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO settings (name, value) VALUES ('secret', randomblob(32)), ('key_revision', 0);
  CREATE TABLE pets (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, category_id INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('available', 'pending', 'sold'))
  ) STRICT;
  CREATE INDEX pets_by_status ON pets (status);
  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY, owner_id TEXT NOT NULL, hash BLOB NOT NULL UNIQUE, name TEXT NOT NULL,
    plan TEXT NOT NULL, per_minute INTEGER NOT NULL, per_day INTEGER NOT NULL, created_at INTEGER NOT NULL,
    expires_at INTEGER, revoked_at INTEGER, last_used_at INTEGER
  ) STRICT;
  CREATE TABLE counts (
    kind TEXT NOT NULL, id TEXT NOT NULL, minute INTEGER NOT NULL, minute_used INTEGER NOT NULL,
    minute_refused INTEGER NOT NULL, day INTEGER NOT NULL, day_used INTEGER NOT NULL,
    ban_ends INTEGER NOT NULL, ban_length INTEGER NOT NULL, PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
-- 2
  CREATE TABLE idempotency (
    owner_id TEXT NOT NULL, key TEXT NOT NULL, fingerprint BLOB NOT NULL, answered_at INTEGER NOT NULL,
    status INTEGER NOT NULL, location TEXT, body TEXT NOT NULL, PRIMARY KEY (owner_id, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_by_age ON idempotency (answered_at);
-- 3
  CREATE TABLE import_under_way (
    one INTEGER PRIMARY KEY CHECK (one = 1), first INTEGER NOT NULL, last INTEGER NOT NULL
  ) STRICT;
-- 4
  DROP INDEX pets_by_status;
  CREATE INDEX pets_by_status ON pets (status, id, name, category_id);
-- 5
  ALTER TABLE idempotency RENAME COLUMN body TO result;
  UPDATE idempotency SET result = '{"outcome":"created","pet":' || result || '}';
  ALTER TABLE idempotency DROP COLUMN status;
  ALTER TABLE idempotency DROP COLUMN location;
-- 6
  ALTER TABLE import_under_way ADD COLUMN table_name TEXT NOT NULL DEFAULT 'pets';
-- 7
  CREATE TABLE categories (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;
-- 8
  ALTER TABLE pets ADD COLUMN row_version INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE categories ADD COLUMN row_version INTEGER NOT NULL DEFAULT 1;
  CREATE TABLE removed_versions (table_name TEXT PRIMARY KEY, highest INTEGER NOT NULL) STRICT, WITHOUT ROWID;
-- 9
  CREATE INDEX pets_by_category ON pets (category_id, id, name, status);
  CREATE INDEX pets_by_category_and_status ON pets (category_id, status, id, name);
-- 10
  ALTER TABLE api_keys ADD COLUMN open_orders INTEGER NOT NULL DEFAULT 500;
  UPDATE api_keys SET open_orders = CASE plan WHEN 'free' THEN 5 WHEN 'pro' THEN 50 ELSE 500 END;
-- 11
  CREATE TABLE orders (
    id INTEGER PRIMARY KEY AUTOINCREMENT, pet_id INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('placed', 'approved', 'delivered', 'cancelled', 'expired', 'returned')),
    reference TEXT, "by" TEXT NOT NULL, placed_at TEXT NOT NULL, expires_at TEXT, closed_at TEXT,
    chain_id TEXT NOT NULL, row_version INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX governing_orders ON orders (pet_id) WHERE status IN ('placed', 'approved', 'delivered');
  CREATE INDEX orders_by_status ON orders (status);
  CREATE INDEX orders_by_pet_and_status ON orders (pet_id, status);
  CREATE INDEX orders_by_reference_and_status ON orders (reference, status);
  CREATE INDEX orders_by_pet_reference_and_status ON orders (pet_id, reference, status);
  CREATE INDEX orders_due ON orders (expires_at) WHERE status = 'placed';
  CREATE INDEX orders_by_chain ON orders (chain_id, status, expires_at);
  ALTER TABLE pets ADD COLUMN order_id INTEGER;
-- 12
  ALTER TABLE api_keys ADD COLUMN scopes TEXT;
-- 13
  CREATE TABLE totals (
    table_name TEXT NOT NULL, value TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (table_name, value)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO totals (table_name, value, count)
  SELECT 'pets', status, count(*) FROM pets
  WHERE id < (SELECT coalesce(min(first), 9223372036854775807) FROM import_under_way)
    OR id > (SELECT coalesce(max(last), 9223372036854775807) FROM import_under_way)
  GROUP BY status;
-- 14
  ALTER TABLE pets ADD COLUMN name_folded TEXT NOT NULL DEFAULT '';
  UPDATE pets SET name_folded = folded(name);
  CREATE INDEX pets_by_name ON pets (name_folded, id, name, category_id, status);
-- 15
  CREATE TABLE webhooks (
    id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL, types TEXT, description TEXT,
    state TEXT NOT NULL CHECK (state IN ('unverified', 'enabled', 'failing', 'disabled')), reason TEXT,
    created_at TEXT NOT NULL, previous_secret_until TEXT, chain_id TEXT NOT NULL, secret TEXT NOT NULL,
    previous_secret TEXT, row_version INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX webhooks_by_chain ON webhooks (chain_id);
  CREATE TABLE webhook_progress (
    id INTEGER PRIMARY KEY, position INTEGER, ahead TEXT NOT NULL, epoch INTEGER NOT NULL, failing_since TEXT,
    ping_id INTEGER, row_version INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, webhook_id INTEGER NOT NULL, event_id INTEGER, type TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')), attempts TEXT NOT NULL,
    next_attempt_at TEXT, created_at TEXT NOT NULL, tries INTEGER NOT NULL, row_version INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX deliveries_by_webhook_and_status ON deliveries (webhook_id, status);
  CREATE INDEX deliveries_due ON deliveries (webhook_id, next_attempt_at) WHERE status = 'pending';
-- 16
  CREATE TABLE events (
    id INTEGER PRIMARY KEY, type TEXT NOT NULL, at INTEGER NOT NULL, pet_id INTEGER, order_id INTEGER,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_by_type ON events (type);
  CREATE INDEX events_by_pet_id ON events (pet_id, type) WHERE pet_id IS NOT NULL;
  CREATE INDEX events_by_order_id ON events (order_id, type) WHERE order_id IS NOT NULL;
  CREATE TABLE own_events (
    id INTEGER PRIMARY KEY, type TEXT NOT NULL, at INTEGER NOT NULL, owner TEXT NOT NULL, body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX own_events_by_owner ON own_events (owner);
  CREATE TABLE event_ranges (
    topic TEXT NOT NULL, last INTEGER NOT NULL, first INTEGER NOT NULL, event_id INTEGER NOT NULL,
    PRIMARY KEY (topic, last)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX event_ranges_by_event ON event_ranges (event_id);
-- 17
  DROP INDEX governing_orders;
  CREATE UNIQUE INDEX governing_orders ON orders (pet_id)
    WHERE status = 'placed' OR status = 'approved' OR status = 'delivered';
  DROP INDEX orders_by_reference_and_status;
  CREATE INDEX orders_by_reference_and_status ON orders (reference, status) WHERE reference IS NOT NULL;
  DROP INDEX orders_by_pet_reference_and_status;
  CREATE INDEX orders_by_pet_reference_and_status ON orders (pet_id, reference, status)
    WHERE reference IS NOT NULL;
-- 18
  CREATE TABLE request_counts (
    span INTEGER NOT NULL, start INTEGER NOT NULL, chain_id TEXT NOT NULL, operation TEXT NOT NULL,
    status INTEGER NOT NULL, code TEXT NOT NULL, "window" TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (span, start, chain_id, operation, status, code, "window")
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE deprecated_counts (
    chain_id TEXT NOT NULL, day INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (chain_id, day)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX deprecated_counts_by_day ON deprecated_counts (day);
-- 19
  ALTER TABLE counts ADD COLUMN day_limit INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE api_keys ADD COLUMN expiry_told INTEGER;
  CREATE INDEX api_keys_by_owner ON api_keys (owner_id);
  CREATE INDEX api_keys_expiring ON api_keys (expires_at) WHERE expires_at IS NOT NULL;
-- 20
  DROP INDEX events_by_pet_id;
  CREATE INDEX events_by_pet_id ON events (pet_id, substr(type, -9, 3)) WHERE pet_id IS NOT NULL;
  DROP INDEX events_by_order_id;
  CREATE INDEX events_by_order_id ON events (order_id, substr(type, -9, 3)) WHERE order_id IS NOT NULL;
`

/** Step n brings a file from version n-1 to n. */
export const olderSteps: readonly string[] = [
  ...schemas.split(/^-- \d+$/m).slice(1),
  ...stepsFor('sqlite'),
]
