/** The words of the schema below that differ between the databases. */
type Words = {
  /** The end of an index that includes the id. SQLite's indexes always do. */
  readonly id: string
  /** What the index of a topic stores of an event's type. */
  readonly type: string
}

/** The tables that both databases had before the shared steps (`steps.ts`), in SQLite's dialect. It never changes. */
const schema = ({ id, type }: Words): string => `
  -- AUTOINCREMENT: an id is never given twice, not even that of a deleted row. \`name_folded\` is the name without regard
  -- to the case of its letters, \`order_id\` the order that governs the animal.
  CREATE TABLE pets (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, category_id INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('available', 'pending', 'sold')),
    order_id INTEGER, name_folded TEXT NOT NULL DEFAULT '', row_version INTEGER NOT NULL DEFAULT 1
  ) STRICT;
  -- A page is one range of an index: each begins with a filter and goes on with the id.
  CREATE INDEX pets_by_status ON pets (status${id});
  CREATE INDEX pets_by_category ON pets (category_id${id});
  CREATE INDEX pets_by_category_and_status ON pets (category_id, status${id});
  CREATE INDEX pets_by_name ON pets (name_folded${id});

  -- The client chooses the id, which a deletion frees again.
  CREATE TABLE categories (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, row_version INTEGER NOT NULL DEFAULT 1
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE orders (
    id INTEGER PRIMARY KEY AUTOINCREMENT, pet_id INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (
      status IN ('placed', 'approved', 'delivered', 'cancelled', 'expired', 'returned')
    ),
    reference TEXT, "by" TEXT NOT NULL, placed_at TEXT NOT NULL, expires_at TEXT, closed_at TEXT,
    chain_id TEXT NOT NULL, row_version INTEGER NOT NULL
  ) STRICT;
  -- The rules see to it already. Should one fail, no animal is promised twice. For an IN, SQLite would fill a table.
  CREATE UNIQUE INDEX governing_orders ON orders (pet_id)
    WHERE status = 'placed' OR status = 'approved' OR status = 'delivered';
  CREATE INDEX orders_by_status ON orders (status${id});
  CREATE INDEX orders_by_pet_and_status ON orders (pet_id, status${id});
  CREATE INDEX orders_by_reference_and_status ON orders (reference, status${id})
    WHERE reference IS NOT NULL;
  CREATE INDEX orders_by_pet_reference_and_status ON orders (pet_id, reference, status${id})
    WHERE reference IS NOT NULL;
  -- For the orders that expire next, and for the open orders of one caller.
  CREATE INDEX orders_due ON orders (expires_at${id}) WHERE status = 'placed';
  CREATE INDEX orders_by_chain ON orders (chain_id, status, expires_at);

  CREATE TABLE webhooks (
    id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL, types TEXT, description TEXT,
    state TEXT NOT NULL CHECK (state IN ('unverified', 'enabled', 'failing', 'disabled')), reason TEXT,
    created_at TEXT NOT NULL, previous_secret_until TEXT, chain_id TEXT NOT NULL,
    secret TEXT NOT NULL, previous_secret TEXT, row_version INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX webhooks_by_chain ON webhooks (chain_id${id});
  CREATE TABLE webhook_progress (
    id INTEGER PRIMARY KEY, position INTEGER, ahead TEXT NOT NULL, epoch INTEGER NOT NULL,
    failing_since TEXT, ping_id INTEGER, row_version INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, webhook_id INTEGER NOT NULL, event_id INTEGER, type TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
    attempts TEXT NOT NULL, next_attempt_at TEXT, created_at TEXT NOT NULL, tries INTEGER NOT NULL,
    row_version INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX deliveries_by_webhook_and_status ON deliveries (webhook_id, status${id});
  -- What is to be sent to each webhook next.
  CREATE INDEX deliveries_due ON deliveries (webhook_id, next_attempt_at${id}) WHERE status = 'pending';

  -- How many rows of a table have each value of a field: an inventory without counting.
  CREATE TABLE totals (
    table_name TEXT NOT NULL, value TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (table_name, value)
  ) STRICT, WITHOUT ROWID;

  -- What everybody may see who may see events. Ids go on from the newest event of both tables, which is never deleted. The
  -- body is the JSON of an event behind its id, so a page is one string that the database joins.
  CREATE TABLE events (
    id INTEGER PRIMARY KEY, type TEXT NOT NULL, at INTEGER NOT NULL, pet_id INTEGER, order_id INTEGER,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_by_type ON events (type${id});
  CREATE INDEX events_by_pet_id ON events (pet_id, ${type}${id}) WHERE pet_id IS NOT NULL;
  CREATE INDEX events_by_order_id ON events (order_id, ${type}${id}) WHERE order_id IS NOT NULL;
  -- What only the owner of some keys may see. In a table of their own, so that no page of another reader skips them.
  CREATE TABLE own_events (
    id INTEGER PRIMARY KEY, type TEXT NOT NULL, at INTEGER NOT NULL, owner TEXT NOT NULL, body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX own_events_by_owner ON own_events (owner${id});
  -- The rows that an import brought. No two imports into a table have an id in common.
  CREATE TABLE event_ranges (
    topic TEXT NOT NULL, last INTEGER NOT NULL, first INTEGER NOT NULL, event_id INTEGER NOT NULL,
    PRIMARY KEY (topic, last)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX event_ranges_by_event ON event_ranges (event_id);

  -- The results of changes that are made once, each written with the change.
  CREATE TABLE idempotency (
    owner_id TEXT NOT NULL, key TEXT NOT NULL, fingerprint BLOB NOT NULL, answered_at INTEGER NOT NULL,
    result TEXT NOT NULL, PRIMARY KEY (owner_id, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_by_age ON idempotency (answered_at);

  -- How many requests of each kind the keys of an owner made: in minutes, hours and days (span, in seconds). An empty code
  -- or window is none. The entries of one moment lie side by side, so writing and forgetting touch few pages.
  CREATE TABLE request_counts (
    span INTEGER NOT NULL, start INTEGER NOT NULL, chain_id TEXT NOT NULL, operation TEXT NOT NULL,
    status INTEGER NOT NULL, code TEXT NOT NULL, "window" TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (span, start, chain_id, operation, status, code, "window")
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE deprecated_counts (
    chain_id TEXT NOT NULL, day INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (chain_id, day)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX deprecated_counts_by_day ON deprecated_counts (day);

  -- The scopes have spaces between them, and are null for all. \`expiry_told\` is the end that the owner was told of,
  -- \`day_limit\` the limit of the day by which the count was last judged.
  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY, owner_id TEXT NOT NULL, hash BLOB NOT NULL UNIQUE, name TEXT NOT NULL,
    plan TEXT NOT NULL, per_minute INTEGER NOT NULL, per_day INTEGER NOT NULL, open_orders INTEGER NOT NULL,
    scopes TEXT, created_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER, last_used_at INTEGER,
    expiry_told INTEGER
  ) STRICT;
  CREATE INDEX api_keys_by_owner ON api_keys (owner_id);
  CREATE INDEX api_keys_expiring ON api_keys (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE counts (
    kind TEXT NOT NULL, id TEXT NOT NULL, minute INTEGER NOT NULL, minute_used INTEGER NOT NULL,
    minute_refused INTEGER NOT NULL, day INTEGER NOT NULL, day_used INTEGER NOT NULL,
    ban_ends INTEGER NOT NULL, ban_length INTEGER NOT NULL, day_limit INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
`

export const sqliteSchema = schema({ id: '', type: 'substr(type, -9, 3)' })

/** Translates SQL of the schema from SQLite's dialect to PostgreSQL's. */
export const inPostgres = (text: string): string =>
  text
    .replaceAll('INTEGER PRIMARY KEY AUTOINCREMENT', 'INTEGER PRIMARY KEY')
    .replaceAll(/ STRICT(?:, WITHOUT ROWID)?;/g, ';')
    .replaceAll('INTEGER', 'bigint')
    .replaceAll('BLOB', 'bytea')
    .replaceAll('TEXT', 'text COLLATE "C"')
    .replaceAll(/json_each\(([\w.]+)\)/g, 'json_array_elements_text($1::json) AS each (value)')
    // A field of an event, whose JSON is stored without the id.
    .replaceAll(
      /\('\{"id":0' \|\| (\w\.body)\) ->> '\$\.([\w.]+)'/g,
      (_, body: string, path: string) =>
        `(('{"id":0' || ${body})::json #>> '{${path.replaceAll('.', ',')}}')`,
    )

export const postgresSchema = inPostgres(schema({ id: ', id', type: 'type' }))
