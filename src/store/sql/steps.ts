import type { FieldKind, Table } from '../../base/data/table.ts'
import { earlierSums } from './sums-steps.ts'
import { columnNameOf, columnTypes, versionColumn } from './columns.ts'

/**
 * A step of the schema: in words that both databases know, for each in its own, an optional field of a table, or a new
 * table.
 */
export type Step =
  | string
  | Readonly<Record<Dialect, string>>
  | { readonly table: string; readonly field: string; readonly kind: FieldKind }
  | NewTable

/** A new table, as plain data: a step must not change with the schema. */
export type NewTable = {
  readonly creates: string
  readonly id: Table['id']
  /** All fields but the id. A question mark is behind the kind of one that a row may lack. */
  readonly fields: Readonly<Record<string, FieldKind | `${FieldKind}?`>>
  /**
   * The fields of each index, which goes on with the id. If a row may lack one of them, the index has only rows with the
   * first of these.
   */
  readonly indexes?: ReadonlyArray<readonly string[]>
}

type Dialect = keyof typeof columnTypes

/** Keys that could do everything with orders can still: the steps of the store have a scope of their own. */
const ordersManage = `
  UPDATE api_keys SET scopes = scopes || ' orders:manage' WHERE ' ' || scopes || ' ' LIKE '% orders:write %';
`

/** Lifts of bans lay among the settings of a file. */
const banLifts = {
  sqlite: `
    CREATE TABLE ban_lifts (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO ban_lifts SELECT substr(name, length('lift_ban ') + 1), value FROM settings
    WHERE name > 'lift_ban ' AND name < 'lift_ban!';
    DELETE FROM settings WHERE name > 'lift_ban ' AND name < 'lift_ban!';
  `,
  postgres: '',
}

/** What the databases say differently. */
type Words = {
  readonly text: string
  readonly integer: string
  /** The time of now, as rows have it. */
  readonly now: string
  /** The integers of a JSON array, and the texts of one, as `value`. */
  readonly integersIn: (array: string) => string
  readonly textsIn: (array: string) => string
}

const sqlite: Words = {
  text: 'TEXT',
  integer: 'INTEGER',
  now: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')",
  integersIn: (array) => `json_each(${array})`,
  textsIn: (array) => `json_each(${array})`,
}

const postgres: Words = {
  text: 'text COLLATE "C"',
  integer: 'bigint',
  now: `to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  integersIn: (array) =>
    `(SELECT value::bigint FROM json_array_elements_text((${array})::json)) AS each`,
  textsIn: (array) => `json_array_elements_text((${array})::json) AS each (value)`,
}

/**
 * Deliveries become a queue. Before, a webhook had a position in the log, and events beyond it that had been sent already.
 * Those between that were not sent are queued, and the position moves behind all of them. So none is lost, and none is
 * sent again.
 *
 * @param ids the id of each new delivery, if the database does not give it by itself
 */
const stepIn = (
  { text, integer, now, integersIn, textsIn }: Words,
  ids: { readonly column: string; readonly value: string },
): string => `
  INSERT INTO deliveries (
    ${ids.column}webhook_id, event_id, type, status, attempts, next_attempt_at, created_at, tries, row_version
  )
  SELECT ${ids.value}w.id, e.id, e.type, 'pending', '[]', ${now}, ${now}, 0, 1
  FROM webhooks AS w
  JOIN webhook_progress AS p ON p.id = w.id
  JOIN (
    SELECT id, type, NULL AS owner FROM events UNION ALL SELECT id, type, owner FROM own_events
  ) AS e ON e.id > p.position AND e.id < (SELECT max(value) FROM ${integersIn('p.ahead')})
  WHERE e.id NOT IN (SELECT value FROM ${integersIn('p.ahead')})
    AND (e.owner IS NULL OR e.owner = w.chain_id)
    AND (w.types IS NULL OR e.type IN (SELECT value FROM ${textsIn('w.types')}))
  ORDER BY w.id, e.id;
  UPDATE webhook_progress SET position = (SELECT max(value) FROM ${integersIn('ahead')})
  WHERE ahead <> '[]' AND position IS NOT NULL;

  -- A ping goes to the URL for which it was asked. Of the pending ones only the last may be sent.
  ALTER TABLE deliveries ADD COLUMN url ${text};
  UPDATE deliveries SET status = 'failed', next_attempt_at = NULL
  WHERE status = 'pending' AND event_id IS NULL
    AND id NOT IN (SELECT ping_id FROM webhook_progress WHERE ping_id IS NOT NULL);
  UPDATE deliveries SET url = (SELECT url FROM webhooks WHERE webhooks.id = webhook_id)
  WHERE status = 'pending' AND event_id IS NULL;

  ALTER TABLE webhook_progress DROP COLUMN ahead;
  ALTER TABLE webhook_progress DROP COLUMN epoch;
  ALTER TABLE webhook_progress ADD COLUMN former_types ${text};
  ALTER TABLE webhook_progress ADD COLUMN recover_from ${integer};
  ALTER TABLE webhook_progress ADD COLUMN recover_until ${integer};
`

/** On PostgreSQL the store counts ids by itself. */
const lastId = "coalesce((SELECT value FROM positions WHERE name = 'ids of deliveries'), 0)"

const deliveryQueue = {
  sqlite: stepIn(sqlite, { column: '', value: '' }),
  postgres: `
    ${stepIn(postgres, { column: 'id, ', value: `${lastId} + row_number() OVER (ORDER BY w.id, e.id), ` })}
    UPDATE positions SET value = greatest(value, coalesce((SELECT max(id) FROM deliveries), 0))
    WHERE name = 'ids of deliveries';
  `,
}

/** What belongs to the owner of some API keys bore four names; the keys themselves had this one. */
const ownerIds = `
  ALTER TABLE orders RENAME COLUMN chain_id TO owner_id;
  ALTER TABLE webhooks RENAME COLUMN chain_id TO owner_id;
  ALTER TABLE request_counts RENAME COLUMN chain_id TO owner_id;
  ALTER TABLE deprecated_counts RENAME COLUMN chain_id TO owner_id;
  ALTER TABLE own_events RENAME COLUMN owner TO owner_id;
`

/** People. The due ones are those whom nobody has heard of for longest. */
const contacts: NewTable = {
  creates: 'contacts',
  id: 'assigned',
  fields: {
    name: 'string',
    phone: 'string?',
    email: 'string?',
    address: 'string?',
    note: 'string?',
    createdAt: 'string',
    phoneDigits: 'string?',
    emailFolded: 'string?',
    activeAt: 'string',
  },
  indexes: [['phoneDigits'], ['emailFolded']],
}
const contactsDue = 'CREATE INDEX contacts_due ON contacts (active_at, id);'
/** Without a contact, an order costs no index more. */
const ordersByContact = `
  CREATE INDEX orders_by_contact_id_and_status ON orders (contact_id, status, id) WHERE contact_id IS NOT NULL;
`

/** A recovery sets the position of a webhook back by itself. Before, it said where to, and the thread that sends did so. */
const recoveryAtOnce = `
  UPDATE webhook_progress SET position = recover_from WHERE recover_from IS NOT NULL;
  ALTER TABLE webhook_progress DROP COLUMN recover_from;
`
/** What happened, by slots of time and parts: see `Table.sums`. */
const sums = {
  sqlite: `CREATE TABLE sums (
    slot INTEGER NOT NULL, part TEXT NOT NULL, name TEXT NOT NULL, measure INTEGER NOT NULL,
    count INTEGER NOT NULL, PRIMARY KEY (slot, part, name, measure)
  ) STRICT, WITHOUT ROWID;`,
  postgres: `CREATE TABLE sums (
    slot bigint NOT NULL, part text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL,
    measure bigint NOT NULL, count bigint NOT NULL, PRIMARY KEY (slot, part, name, measure)
  );`,
}

/** Rows of deleted webhooks stayed for a while. Now they go with their webhook. */
const ownedDeliveries = `
  DELETE FROM deliveries WHERE webhook_id NOT IN (SELECT id FROM webhooks);
  DELETE FROM webhook_progress WHERE id NOT IN (SELECT id FROM webhooks);
`

/** The start fills it, and makes an index of it. */
const searchText = (table: string): Step => ({ table, field: 'searchText', kind: 'string' })

/** Photos of animals. Their files are apart, so that no page of photos reads them. */
const photos: readonly Step[] = [
  {
    creates: 'photos',
    id: 'assigned',
    fields: { petId: 'int64', createdAt: 'string', token: 'string' },
    indexes: [['petId'], ['token']],
  },
  { creates: 'photo_fulls', id: 'chosen', fields: { bytes: 'bytes' } },
  { creates: 'photo_cards', id: 'chosen', fields: { bytes: 'bytes' } },
  { creates: 'photo_thumbnails', id: 'chosen', fields: { bytes: 'bytes' } },
]

/**
 * The steps that came after both databases had their first ones, in order: a new step is one line here. A field of a table
 * is a line like `{ table: 'things', field: 'nickname', kind: 'string' }`, a new table one like
 * `{ creates: 'things', id: 'assigned', fields: { name: 'string', size: 'int64?' }, indexes: [['name']] }`. A published step
 * never changes.
 */
const steps: readonly Step[] = [
  ordersManage,
  banLifts,
  deliveryQueue,
  ownerIds,
  { table: 'pets', field: 'arrivedAt', kind: 'int64' },
  { table: 'orders', field: 'categoryId', kind: 'int64' },
  sums,
  earlierSums,
  contacts,
  contactsDue,
  recoveryAtOnce,
  { table: 'orders', field: 'contactId', kind: 'int64' },
  ordersByContact,
  ownedDeliveries,
  {
    creates: 'profiles',
    id: 'chosen',
    fields: {
      species: 'string?',
      breed: 'string?',
      sex: 'string?',
      born: 'string?',
      colour: 'string?',
      size: 'string?',
      chip: 'string?',
      arrivedOn: 'string?',
      location: 'string?',
      description: 'string?',
      facts: 'json?',
      photos: 'json',
      updatedAt: 'string?',
    },
    indexes: [['species'], ['sex'], ['location'], ['chip']],
  },
  ...['pets', 'categories', 'orders', 'contacts', 'profiles'].map(searchText),
  {
    creates: 'notes',
    id: 'assigned',
    fields: {
      petId: 'int64?',
      orderId: 'int64?',
      contactId: 'int64?',
      text: 'string',
      by: 'string',
      at: 'string',
    },
    indexes: [['petId'], ['orderId'], ['contactId']],
  },
  ...photos,
  searchText('notes'),
  { table: 'api_keys', field: 'makerId', kind: 'string' },
]

/** The steps in the words of one database. */
export const stepsFor = (dialect: Dialect, of: readonly Step[] = steps): readonly string[] =>
  of.map((step) => {
    if (typeof step === 'string') return step
    if ('creates' in step) return tableIn(dialect, step)
    if (!('field' in step)) return step[dialect]
    const { table, field, kind } = step
    return `ALTER TABLE ${table} ADD COLUMN ${columnIn(dialect, field, `${kind}?`)};`
  })

const columnIn = (dialect: Dialect, field: string, kind: FieldKind | `${FieldKind}?`): string => {
  const isOptional = kind.endsWith('?')
  // Without its question mark it is a kind.
  const type = columnTypes[dialect][(isOptional ? kind.slice(0, -1) : kind) as FieldKind]
  const order = type === 'text' ? ' COLLATE "C"' : ''
  return `"${columnNameOf(field)}" ${type}${order}${isOptional ? '' : ' NOT NULL'}`
}

const tableIn = (dialect: Dialect, { creates, id, fields, indexes = [] }: NewTable): string => {
  const isSqlite = dialect === 'sqlite'
  const columns = Object.entries({ ...fields, [versionColumn]: 'int64' as const })
  const key = `id ${columnTypes[dialect].int64} PRIMARY KEY`
  const list = [
    // AUTOINCREMENT: an id is never given twice, not even that of a deleted row.
    isSqlite && id === 'assigned' ? `${key} AUTOINCREMENT` : key,
    ...columns.map(([field, kind]) => columnIn(dialect, field, kind)),
  ]
  const options = id === 'chosen' ? ' STRICT, WITHOUT ROWID' : ' STRICT'
  return [
    `CREATE TABLE ${creates} (${list.join(', ')})${isSqlite ? options : ''};`,
    ...indexes.map((of) => {
      const names = of.map(columnNameOf)
      const optional = of.find((field) => fields[field]?.endsWith('?'))
      const condition =
        optional === undefined ? '' : ` WHERE "${columnNameOf(optional)}" IS NOT NULL`
      // Each entry of an index of SQLite ends with the id by itself.
      const entry = [...names, ...(isSqlite ? [] : ['id'])].map((name) => `"${name}"`).join(', ')
      return `CREATE INDEX ${creates}_by_${names.join('_and_')} ON ${creates} (${entry})${condition};`
    }),
  ].join('\n')
}
