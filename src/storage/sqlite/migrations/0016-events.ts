export const events = `
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
