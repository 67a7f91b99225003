export const initial = `
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
