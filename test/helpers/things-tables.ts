import { type Step, stepsFor } from '../../src/store/sql/steps.ts'
import { sqliteDialect } from '../../src/store/sqlite/dialect.ts'

/** @param entry how the index of a topic goes on */
const topics = (entry: string): string => `
  CREATE INDEX events_by_thing_id ON events (thing_id, ${entry}) WHERE thing_id IS NOT NULL;
  CREATE INDEX events_by_loan_id ON events (loan_id, ${entry}) WHERE loan_id IS NOT NULL;`

/** The tables of `things.ts` in the words of both databases. */
const steps: readonly Step[] = [
  {
    creates: 'things',
    id: 'assigned',
    fields: {
      color: 'string',
      colorFolded: 'string',
      shelfNumber: 'int64?',
      note: 'string?',
      parts: 'json?',
      loanId: 'int64?',
      searchText: 'string?',
    },
    indexes: [['color'], ['colorFolded']],
  },
  { creates: 'labels', id: 'chosen', fields: { text: 'string', searchText: 'string?' } },
  {
    creates: 'manuals',
    id: 'chosen',
    fields: { text: 'string', searchText: 'string?' },
    indexes: [['text']],
  },
  { creates: 'stickers', id: 'assigned', fields: { thingId: 'int64?' }, indexes: [['thingId']] },
  { creates: 'stains', id: 'chosen', fields: { size: 'int32', look: 'bytes' } },
  {
    creates: 'loans',
    id: 'assigned',
    fields: {
      thingId: 'int64',
      state: 'string',
      until: 'string',
      closedAt: 'string?',
      from: 'string?',
      borrower: 'string',
    },
    indexes: [['state'], ['thingId'], ['thingId', 'state'], ['borrower', 'state', 'until']],
  },
  {
    creates: 'reminders',
    id: 'assigned',
    fields: { at: 'string', state: 'string', borrower: 'string' },
    indexes: [['borrower']],
  },
  `CREATE UNIQUE INDEX open_loans ON loans (thing_id) WHERE state = 'open';
  CREATE INDEX loans_due ON loans (until, id) WHERE state = 'open';
  CREATE INDEX reminders_due ON reminders (borrower, at, id) WHERE state = 'open';
  ALTER TABLE events ADD COLUMN thing_id INTEGER;
  ALTER TABLE events ADD COLUMN loan_id INTEGER;`,
  { sqlite: topics(sqliteDialect.eventType.column), postgres: topics('type, id') },
]

export const thingsInSqlite = stepsFor('sqlite', steps).join('\n')
export const thingsInPostgres = stepsFor('postgres', steps).join('\n')
