export const idempotency = `
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
