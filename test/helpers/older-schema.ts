import { stepsFor } from '../../src/store/sql/steps.ts'

/** How the versions before the shared steps built the schema of a file, step by step: what their stores look like. */
const initial = `
  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value ANY NOT NULL
  ) STRICT, WITHOUT ROWID;

  INSERT INTO settings (name, value) VALUES ('secret', randomblob(32)), ('key_revision', 0);

  -- AUTOINCREMENT: an id is never given twice, not even that of a deleted row.
  CREATE TABLE pets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    category_id INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('available', 'pending', 'sold'))
  ) STRICT;

  -- Each entry ends in the row's id, so a filtered page is one range of it.
  CREATE INDEX pets_by_status ON pets (status);

  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    owner_id TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    plan TEXT NOT NULL,
    per_minute INTEGER NOT NULL,
    per_day INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    last_used_at INTEGER
  ) STRICT;

  CREATE TABLE counts (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    minute INTEGER NOT NULL,
    minute_used INTEGER NOT NULL,
    minute_refused INTEGER NOT NULL,
    day INTEGER NOT NULL,
    day_used INTEGER NOT NULL,
    ban_ends INTEGER NOT NULL,
    ban_length INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
`

const idempotency = `
  -- The answers of creations by the client's own key, each written with what it is about.
  CREATE TABLE idempotency (
    owner_id TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint BLOB NOT NULL,
    answered_at INTEGER NOT NULL,
    status INTEGER NOT NULL,
    location TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (owner_id, key)
  ) STRICT, WITHOUT ROWID;

  -- Each entry ends in the primary key, so what is too old is found without reading answers.
  CREATE INDEX idempotency_by_age ON idempotency (answered_at);
`

const imports = `
  -- The ids that an import has taken and whose animals nobody sees until it is done.
  CREATE TABLE import_under_way (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    first INTEGER NOT NULL,
    last INTEGER NOT NULL
  ) STRICT;
`

const filteredPages = `
  DROP INDEX pets_by_status;

  -- It has all that a page shows: the rows of a filtered page need not be looked up one by one.
  CREATE INDEX pets_by_status ON pets (status, id, name, category_id);
`

const results = `
  -- What is kept for a retry is the result of the change, and no more the answer in which it was sent.
  ALTER TABLE idempotency RENAME COLUMN body TO result;
  UPDATE idempotency SET result = '{"outcome":"created","pet":' || result || '}';
  ALTER TABLE idempotency DROP COLUMN status;
  ALTER TABLE idempotency DROP COLUMN location;
`

const onlyImported = 'pets'

const importsByTable = `
  ALTER TABLE import_under_way ADD COLUMN table_name TEXT NOT NULL DEFAULT '${onlyImported}';
`

const categories = `
  -- The client chooses the id, which may be any, and which a deletion frees again.
  CREATE TABLE categories (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`

const versions = `
  -- A row's version moves with each change of it. Rows that were there before are in their first.
  ALTER TABLE pets ADD COLUMN row_version INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE categories ADD COLUMN row_version INTEGER NOT NULL DEFAULT 1;

  -- Of each table whose ids may come back: the highest version that any row had that was removed.
  CREATE TABLE removed_versions (
    table_name TEXT PRIMARY KEY,
    highest INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`

const pagesByCategory = `
  -- Each has all that a page shows, so a page by category is one range of an index. A new animal is two entries more:
  -- alone it writes 24.5 KB to the log in place of 13.7 KB; of 64 at once each writes 1.1 KB in place of 0.5 KB.
  CREATE INDEX pets_by_category ON pets (category_id, id, name, status);
  CREATE INDEX pets_by_category_and_status ON pets (category_id, status, id, name);
`

const openOrders = `
  -- How many open orders the keys of one rotation chain may have together. Nothing was agreed for Enterprise so far.
  ALTER TABLE api_keys ADD COLUMN open_orders INTEGER NOT NULL DEFAULT 500;
  UPDATE api_keys SET open_orders = CASE plan WHEN 'free' THEN 5 WHEN 'pro' THEN 50 ELSE 500 END;
`

const orders = `
  CREATE TABLE orders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    pet_id INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (
      status IN ('placed', 'approved', 'delivered', 'cancelled', 'expired', 'returned')
    ),
    reference TEXT,
    "by" TEXT NOT NULL,
    placed_at TEXT NOT NULL,
    expires_at TEXT,
    closed_at TEXT,
    chain_id TEXT NOT NULL,
    row_version INTEGER NOT NULL
  ) STRICT;

  -- The rules see to it already. Should one fail, no animal is promised twice.
  CREATE UNIQUE INDEX governing_orders ON orders (pet_id)
    WHERE status IN ('placed', 'approved', 'delivered');

  -- For pages. Orders are fewer than animals, so the rows of a page may be looked up one by one.
  CREATE INDEX orders_by_status ON orders (status);
  CREATE INDEX orders_by_pet_and_status ON orders (pet_id, status);
  CREATE INDEX orders_by_reference_and_status ON orders (reference, status);
  CREATE INDEX orders_by_pet_reference_and_status ON orders (pet_id, reference, status);

  -- For the orders that expire next, and for the open orders of one caller.
  CREATE INDEX orders_due ON orders (expires_at) WHERE status = 'placed';
  CREATE INDEX orders_by_chain ON orders (chain_id, status, expires_at);

  -- The order that governs an animal.
  ALTER TABLE pets ADD COLUMN order_id INTEGER;
`

const scopes = `
  -- The scopes of a key, with spaces between them; null if it has all. So keys that were there before lose nothing.
  ALTER TABLE api_keys ADD COLUMN scopes TEXT;
`

const totals = `
  -- How many rows of a table have each value of a field: an inventory without counting. Every transaction that changes
  -- rows changes these too, once for all rows. A new animal that is alone in its transaction writes one page more.
  CREATE TABLE totals (
    table_name TEXT NOT NULL,
    value TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (table_name, value)
  ) STRICT, WITHOUT ROWID;

  -- Rows that an import left hidden are not counted: nobody sees them, and the next import deletes them.
  INSERT INTO totals (table_name, value, count)
  SELECT 'pets', status, count(*) FROM pets
  WHERE id < (SELECT coalesce(min(first), 9223372036854775807) FROM import_under_way)
    OR id > (SELECT coalesce(max(last), 9223372036854775807) FROM import_under_way)
  GROUP BY status;
`

const pagesByName = `
  -- The name without regard to the case of its letters, and a page by how a name begins as one range of an index.
  -- The function is the connection's own while it upgrades a file. This step takes 4 s of processor time for each million
  -- animals, and 65 bytes of the file for each. A new animal is one entry more.
  ALTER TABLE pets ADD COLUMN name_folded TEXT NOT NULL DEFAULT '';
  UPDATE pets SET name_folded = folded(name);
  CREATE INDEX pets_by_name ON pets (name_folded, id, name, category_id, status);
`

const webhooks = `
  CREATE TABLE webhooks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    url TEXT NOT NULL,
    types TEXT,
    description TEXT,
    state TEXT NOT NULL CHECK (state IN ('unverified', 'enabled', 'failing', 'disabled')),
    reason TEXT,
    created_at TEXT NOT NULL,
    previous_secret_until TEXT,
    chain_id TEXT NOT NULL,
    secret TEXT NOT NULL,
    previous_secret TEXT,
    row_version INTEGER NOT NULL
  ) STRICT;
  -- For pages, and for the limit of each owner.
  CREATE INDEX webhooks_by_chain ON webhooks (chain_id);

  CREATE TABLE webhook_progress (
    id INTEGER PRIMARY KEY,
    position INTEGER,
    ahead TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    failing_since TEXT,
    ping_id INTEGER,
    row_version INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook_id INTEGER NOT NULL,
    event_id INTEGER,
    type TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
    attempts TEXT NOT NULL,
    next_attempt_at TEXT,
    created_at TEXT NOT NULL,
    tries INTEGER NOT NULL,
    row_version INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX deliveries_by_webhook_and_status ON deliveries (webhook_id, status);
  -- What is to be sent to each webhook next.
  CREATE INDEX deliveries_due ON deliveries (webhook_id, next_attempt_at) WHERE status = 'pending';
`

const events = `
  -- What everybody may see who may see events. Ids go on from the newest event of both tables, which is never deleted. The
  -- body is the JSON of an event behind its id, so a page is one string that SQLite joins.
  CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    type TEXT NOT NULL,
    at INTEGER NOT NULL,
    pet_id INTEGER,
    order_id INTEGER,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_by_type ON events (type);
  CREATE INDEX events_by_pet_id ON events (pet_id, type) WHERE pet_id IS NOT NULL;
  CREATE INDEX events_by_order_id ON events (order_id, type) WHERE order_id IS NOT NULL;

  -- What only the owner of some keys may see. In a table of their own, so that no page of another reader skips them.
  CREATE TABLE own_events (
    id INTEGER PRIMARY KEY,
    type TEXT NOT NULL,
    at INTEGER NOT NULL,
    owner TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX own_events_by_owner ON own_events (owner);

  -- The rows that an import brought. No two imports into a table have an id in common.
  CREATE TABLE event_ranges (
    topic TEXT NOT NULL,
    last INTEGER NOT NULL,
    first INTEGER NOT NULL,
    event_id INTEGER NOT NULL,
    PRIMARY KEY (topic, last)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX event_ranges_by_event ON event_ranges (event_id);
`

const cheaperOrders = `
  -- As before. But for an IN of three values and more, SQLite would fill a table with them for each order that it writes.
  DROP INDEX governing_orders;
  CREATE UNIQUE INDEX governing_orders ON orders (pet_id)
    WHERE status = 'placed' OR status = 'approved' OR status = 'delivered';

  -- Nobody looks for orders without a reference: such an order is two entries less.
  DROP INDEX orders_by_reference_and_status;
  CREATE INDEX orders_by_reference_and_status ON orders (reference, status)
    WHERE reference IS NOT NULL;
  DROP INDEX orders_by_pet_reference_and_status;
  CREATE INDEX orders_by_pet_reference_and_status ON orders (pet_id, reference, status)
    WHERE reference IS NOT NULL;
`

const requestHistory = `
  -- How many requests of each kind the keys of a chain made: in minutes, hours and days (span, in seconds). An empty code
  -- or window is none. The entries of one moment lie side by side, so writing and forgetting touch few pages.
  CREATE TABLE request_counts (
    span INTEGER NOT NULL,
    start INTEGER NOT NULL,
    chain_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    status INTEGER NOT NULL,
    code TEXT NOT NULL,
    "window" TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (span, start, chain_id, operation, status, code, "window")
  ) STRICT, WITHOUT ROWID;

  -- How often a chain called deprecated operations on a day, so that nobody has to search all days for it.
  CREATE TABLE deprecated_counts (
    chain_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (chain_id, day)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX deprecated_counts_by_day ON deprecated_counts (day);
`

const ownEvents = `
  -- What the owner of a key was told: the limit of the day by which its count was last judged, and the end of the key that
  -- it was warned of. So each is told once.
  ALTER TABLE counts ADD COLUMN day_limit INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE api_keys ADD COLUMN expiry_told INTEGER;

  -- For the newest key of a chain, and for the keys that expire next.
  CREATE INDEX api_keys_by_owner ON api_keys (owner_id);
  CREATE INDEX api_keys_expiring ON api_keys (expires_at) WHERE expires_at IS NOT NULL;
`

const narrowerEvents = `
  -- As before, with three letters of a type in place of all of it (events-schema.ts): two thirds of the pages. Of 64
  -- updates in a commit, each executes 3,000 to 10,000 instructions less in the kernel, the more events each animal has.
  -- This step takes 1 s of processor time for each million events.
  DROP INDEX events_by_pet_id;
  CREATE INDEX events_by_pet_id ON events (pet_id, substr(type, -9, 3)) WHERE pet_id IS NOT NULL;
  DROP INDEX events_by_order_id;
  CREATE INDEX events_by_order_id ON events (order_id, substr(type, -9, 3)) WHERE order_id IS NOT NULL;
`

/** Step n brings a file from version n-1 to n. */
export const olderSteps: readonly string[] = [
  initial,
  idempotency,
  imports,
  filteredPages,
  results,
  importsByTable,
  categories,
  versions,
  pagesByCategory,
  openOrders,
  orders,
  scopes,
  totals,
  pagesByName,
  webhooks,
  events,
  cheaperOrders,
  requestHistory,
  ownEvents,
  narrowerEvents,
  ...stepsFor('sqlite'),
]
