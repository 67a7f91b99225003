import type { SumOf } from '../../src/base/data/table.ts'
import { type Step, stepsFor } from '../../src/store/sql/steps.ts'
import { sqliteDialect } from '../../src/store/sqlite/dialect.ts'

/** Of things, what was added and painted is counted by colour, the latter by the minute of the hour. */
export const thingSums: SumOf = (before, after, at) => {
  if (before?.['color'] === after?.['color'] || after === undefined) return undefined
  const part = String(after['color'])
  if (before === undefined) return { name: 'added', part }
  return { name: 'painted', part, measure: Math.floor(at / 60_000) % 60 }
}

const typeMark = sqliteDialect.eventType.column

/** Tables in the words of both databases. */
const steps: readonly Step[] = [
  { creates: 'labels', id: 'chosen', fields: { text: 'string', searchText: 'string?' } },
  {
    creates: 'manuals',
    id: 'chosen',
    fields: { text: 'string', searchText: 'string?' },
    indexes: [['text']],
  },
  { creates: 'stickers', id: 'assigned', fields: { thingId: 'int64?' }, indexes: [['thingId']] },
  { creates: 'stains', id: 'chosen', fields: { size: 'int32', look: 'bytes' } },
]

/** The tables of `things.ts` in SQLite. */
export const thingsInSqlite = `
  CREATE TABLE things (
    id INTEGER PRIMARY KEY AUTOINCREMENT, color TEXT NOT NULL, color_folded TEXT NOT NULL, shelf_number INTEGER, note TEXT,
    parts TEXT, loan_id INTEGER, search_text TEXT, row_version INTEGER NOT NULL DEFAULT 1
  ) STRICT;
  CREATE INDEX things_by_color ON things (color);
  CREATE INDEX things_by_folded_color ON things (color_folded);
  ${stepsFor('sqlite', steps).join('\n')}
  CREATE TABLE loans (
    id INTEGER PRIMARY KEY AUTOINCREMENT, thing_id INTEGER NOT NULL, state TEXT NOT NULL,
    until TEXT NOT NULL, closed_at TEXT, "from" TEXT, borrower TEXT NOT NULL, row_version INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX open_loans ON loans (thing_id) WHERE state = 'open';
  CREATE INDEX loans_by_state ON loans (state);
  CREATE INDEX loans_by_thing ON loans (thing_id);
  CREATE INDEX loans_by_thing_and_state ON loans (thing_id, state);
  CREATE INDEX loans_due ON loans (until) WHERE state = 'open';
  CREATE INDEX loans_by_borrower ON loans (borrower, state, until);
  ALTER TABLE events ADD COLUMN thing_id INTEGER;
  ALTER TABLE events ADD COLUMN loan_id INTEGER;
  CREATE INDEX events_by_thing_id ON events (thing_id, ${typeMark}) WHERE thing_id IS NOT NULL;
  CREATE INDEX events_by_loan_id ON events (loan_id, ${typeMark}) WHERE loan_id IS NOT NULL;
  CREATE TABLE reminders (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, state TEXT NOT NULL, borrower TEXT NOT NULL,
    row_version INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX reminders_by_borrower ON reminders (borrower);
  CREATE INDEX reminders_due ON reminders (borrower, at) WHERE state = 'open';
`

/** The same in PostgreSQL. */
export const thingsInPostgres = `
  CREATE TABLE things (
    id bigint PRIMARY KEY, color text COLLATE "C" NOT NULL, color_folded text COLLATE "C" NOT NULL, shelf_number bigint,
    note text COLLATE "C", parts text COLLATE "C", loan_id bigint, search_text text COLLATE "C",
    row_version bigint NOT NULL
  );
  CREATE INDEX things_by_color ON things (color, id);
  CREATE INDEX things_by_folded_color ON things (color_folded, id);
  ${stepsFor('postgres', steps).join('\n')}
  CREATE TABLE loans (
    id bigint PRIMARY KEY, thing_id bigint NOT NULL, state text COLLATE "C" NOT NULL,
    until text COLLATE "C" NOT NULL, closed_at text COLLATE "C", "from" text COLLATE "C",
    borrower text COLLATE "C" NOT NULL, row_version bigint NOT NULL
  );
  CREATE UNIQUE INDEX open_loans ON loans (thing_id) WHERE state = 'open';
  CREATE INDEX loans_by_state ON loans (state, id);
  CREATE INDEX loans_by_thing ON loans (thing_id, id);
  CREATE INDEX loans_by_thing_and_state ON loans (thing_id, state, id);
  CREATE INDEX loans_due ON loans (until, id) WHERE state = 'open';
  CREATE INDEX loans_by_borrower ON loans (borrower, state, until);
  ALTER TABLE events ADD COLUMN thing_id bigint;
  ALTER TABLE events ADD COLUMN loan_id bigint;
  CREATE INDEX events_by_thing_id ON events (thing_id, type, id) WHERE thing_id IS NOT NULL;
  CREATE INDEX events_by_loan_id ON events (loan_id, type, id) WHERE loan_id IS NOT NULL;
  CREATE TABLE reminders (
    id bigint PRIMARY KEY, at text COLLATE "C" NOT NULL, state text COLLATE "C" NOT NULL,
    borrower text COLLATE "C" NOT NULL, row_version bigint NOT NULL
  );
  CREATE INDEX reminders_by_borrower ON reminders (borrower, id);
  CREATE INDEX reminders_due ON reminders (borrower, at, id) WHERE state = 'open';
`
