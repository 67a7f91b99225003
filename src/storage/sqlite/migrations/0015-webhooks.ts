export const webhooks = `
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
