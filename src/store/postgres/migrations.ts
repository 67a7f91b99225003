import { stepsFor } from '../sql/steps.ts'

const initial = `
  -- Facts of the store itself: one value each.
  CREATE TABLE settings (name text PRIMARY KEY, number bigint, text text, bytes bytea);
  INSERT INTO settings (name, number) VALUES ('key_revision', 0);

  -- The last number of each kind that was given. Only who holds the lock of the store may give the next.
  CREATE TABLE positions (name text PRIMARY KEY, value bigint NOT NULL);

  CREATE TABLE pets (
    id bigint PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    category_id bigint NOT NULL,
    status text COLLATE "C" NOT NULL CHECK (status IN ('available', 'pending', 'sold')),
    -- The order that governs the animal.
    order_id bigint,
    -- The name without regard to the case of its letters.
    name_folded text COLLATE "C" NOT NULL,
    row_version bigint NOT NULL
  );
  -- A page is one range of an index: each begins with a filter and goes on with the id.
  CREATE INDEX pets_by_status ON pets (status, id);
  CREATE INDEX pets_by_category ON pets (category_id, id);
  CREATE INDEX pets_by_category_and_status ON pets (category_id, status, id);
  CREATE INDEX pets_by_name ON pets (name_folded, id);

  -- The client chooses the id, which a deletion frees again.
  CREATE TABLE categories (
    id bigint PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    row_version bigint NOT NULL
  );

  CREATE TABLE orders (
    id bigint PRIMARY KEY,
    pet_id bigint NOT NULL,
    status text COLLATE "C" NOT NULL CHECK (
      status IN ('placed', 'approved', 'delivered', 'cancelled', 'expired', 'returned')
    ),
    reference text COLLATE "C",
    "by" text COLLATE "C" NOT NULL,
    placed_at text COLLATE "C" NOT NULL,
    expires_at text COLLATE "C",
    closed_at text COLLATE "C",
    chain_id text COLLATE "C" NOT NULL,
    row_version bigint NOT NULL
  );
  -- The rules see to it already. Should one fail, no animal is promised twice.
  CREATE UNIQUE INDEX governing_orders ON orders (pet_id)
    WHERE status IN ('placed', 'approved', 'delivered');
  CREATE INDEX orders_by_status ON orders (status, id);
  CREATE INDEX orders_by_pet_and_status ON orders (pet_id, status, id);
  CREATE INDEX orders_by_reference_and_status ON orders (reference, status, id)
    WHERE reference IS NOT NULL;
  CREATE INDEX orders_by_pet_reference_and_status ON orders (pet_id, reference, status, id)
    WHERE reference IS NOT NULL;
  -- For the orders that expire next, and for the open orders of one caller.
  CREATE INDEX orders_due ON orders (expires_at, id) WHERE status = 'placed';
  CREATE INDEX orders_by_chain ON orders (chain_id, status, expires_at);

  CREATE TABLE webhooks (
    id bigint PRIMARY KEY,
    url text COLLATE "C" NOT NULL,
    types text COLLATE "C",
    description text COLLATE "C",
    state text COLLATE "C" NOT NULL CHECK (state IN ('unverified', 'enabled', 'failing', 'disabled')),
    reason text COLLATE "C",
    created_at text COLLATE "C" NOT NULL,
    previous_secret_until text COLLATE "C",
    chain_id text COLLATE "C" NOT NULL,
    secret text COLLATE "C" NOT NULL,
    previous_secret text COLLATE "C",
    row_version bigint NOT NULL
  );
  CREATE INDEX webhooks_by_chain ON webhooks (chain_id, id);

  CREATE TABLE webhook_progress (
    id bigint PRIMARY KEY,
    position bigint,
    ahead text COLLATE "C" NOT NULL,
    epoch bigint NOT NULL,
    failing_since text COLLATE "C",
    ping_id bigint,
    row_version bigint NOT NULL
  );

  CREATE TABLE deliveries (
    id bigint PRIMARY KEY,
    webhook_id bigint NOT NULL,
    event_id bigint,
    type text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
    attempts text COLLATE "C" NOT NULL,
    next_attempt_at text COLLATE "C",
    created_at text COLLATE "C" NOT NULL,
    tries bigint NOT NULL,
    row_version bigint NOT NULL
  );
  CREATE INDEX deliveries_by_webhook_and_status ON deliveries (webhook_id, status, id);
  -- What is to be sent to each webhook next.
  CREATE INDEX deliveries_due ON deliveries (webhook_id, next_attempt_at, id) WHERE status = 'pending';

  -- How many rows of a table have each value of a field: an inventory without counting.
  CREATE TABLE totals (
    table_name text NOT NULL,
    value text COLLATE "C" NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (table_name, value)
  );

  -- What everybody may see who may see events. The body is the JSON of an event behind its id.
  CREATE TABLE events (
    id bigint PRIMARY KEY,
    type text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    pet_id bigint,
    order_id bigint,
    body text COLLATE "C" NOT NULL
  );
  CREATE INDEX events_by_type ON events (type, id);
  CREATE INDEX events_by_pet_id ON events (pet_id, type, id) WHERE pet_id IS NOT NULL;
  CREATE INDEX events_by_order_id ON events (order_id, type, id) WHERE order_id IS NOT NULL;

  -- What only the owner of some keys may see. In a table of their own, so that no page of another reader skips them.
  CREATE TABLE own_events (
    id bigint PRIMARY KEY,
    type text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    owner text COLLATE "C" NOT NULL,
    body text COLLATE "C" NOT NULL
  );
  CREATE INDEX own_events_by_owner ON own_events (owner, id);

  -- The rows that an import brought. No two imports into a table have an id in common.
  CREATE TABLE event_ranges (
    topic text COLLATE "C" NOT NULL,
    last bigint NOT NULL,
    first bigint NOT NULL,
    event_id bigint NOT NULL,
    PRIMARY KEY (topic, last)
  );
  CREATE INDEX event_ranges_by_event ON event_ranges (event_id);

  -- The results of changes that are made once, each written with the change.
  CREATE TABLE idempotency (
    owner_id text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    fingerprint bytea NOT NULL,
    answered_at bigint NOT NULL,
    result text COLLATE "C" NOT NULL,
    PRIMARY KEY (owner_id, key)
  );
  CREATE INDEX idempotency_by_age ON idempotency (answered_at);

  CREATE TABLE api_keys (
    id text COLLATE "C" PRIMARY KEY,
    -- In the order in which they were made.
    number bigint NOT NULL UNIQUE,
    owner_id text COLLATE "C" NOT NULL,
    hash bytea NOT NULL UNIQUE,
    name text COLLATE "C" NOT NULL,
    plan text COLLATE "C" NOT NULL,
    per_minute bigint NOT NULL,
    per_day bigint NOT NULL,
    open_orders bigint NOT NULL,
    -- With spaces between them; null for all.
    scopes text COLLATE "C",
    created_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint,
    last_used_at bigint,
    -- The end that its owner was told of.
    expiry_told bigint
  );
  CREATE INDEX api_keys_by_owner ON api_keys (owner_id, number);
  CREATE INDEX api_keys_expiring ON api_keys (expires_at) WHERE expires_at IS NOT NULL;

  CREATE TABLE counts (
    kind text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    minute bigint NOT NULL,
    minute_used bigint NOT NULL,
    minute_refused bigint NOT NULL,
    day bigint NOT NULL,
    day_used bigint NOT NULL,
    ban_ends bigint NOT NULL,
    ban_length bigint NOT NULL,
    -- The limit of the day by which the count was last judged.
    day_limit bigint NOT NULL,
    PRIMARY KEY (kind, id)
  );
  -- Bans that the counting process has yet to lift.
  CREATE TABLE ban_lifts (id text COLLATE "C" PRIMARY KEY, at bigint NOT NULL);

  -- How many requests of each kind the keys of a chain made: in minutes, hours and days (span, in seconds). An empty code
  -- or window is none.
  CREATE TABLE request_counts (
    span bigint NOT NULL,
    start bigint NOT NULL,
    chain_id text COLLATE "C" NOT NULL,
    operation text COLLATE "C" NOT NULL,
    status bigint NOT NULL,
    code text COLLATE "C" NOT NULL,
    "window" text COLLATE "C" NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (span, start, chain_id, operation, status, code, "window")
  );
  CREATE TABLE deprecated_counts (
    chain_id text COLLATE "C" NOT NULL,
    day bigint NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (chain_id, day)
  );
  CREATE INDEX deprecated_counts_by_day ON deprecated_counts (day);
`

/** Work that one node does at a time, who does it, and until when: milliseconds since the Unix epoch. */
const leases = `
CREATE TABLE leases (
  work text COLLATE "C" PRIMARY KEY,
  holder text COLLATE "C" NOT NULL,
  ends_at bigint NOT NULL
);
`

/** Every step of the schema, in order; step n brings a database from version n-1 to n. A published step never changes. */
export const migrations: readonly string[] = [initial, leases, ...stepsFor('postgres')]
