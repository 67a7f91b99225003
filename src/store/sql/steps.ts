import type { FieldKind, Table } from '../../base/data/table.ts'
import { columnNameOf, columnTypes, versionColumn } from './columns.ts'
import { inPostgres } from './schema.ts'

/** A schema step: SQL in SQLite's dialect (see `inPostgres`), SQL in both dialects, a new optional field, or a new table. */
export type Step =
  | string
  | Readonly<Record<Dialect, string>>
  | { readonly table: string; readonly field: string; readonly kind: FieldKind }
  | NewTable

/** A new table as plain data, so that the step does not change with the schema. */
type NewTable = {
  readonly creates: string
  readonly id: Table['id']
  /** All fields but the id. The kind of an optional field ends with a question mark. */
  readonly fields: Readonly<Record<string, FieldKind | `${FieldKind}?`>>
  /** The fields of each index, which ends with the id. An index omits rows without its first optional field. */
  readonly indexes?: ReadonlyArray<readonly string[]>
}

type Dialect = 'sqlite' | 'postgres'

/**
 * Deliveries become a queue. A webhook had a position in the log and a list of events sent beyond it: the events between are
 * queued and the position moves to the end. `id` is an expression for the id of a delivery, if the database assigns none.
 */
const queueStep = (now: string, idColumn = '', id = ''): string => `
  INSERT INTO deliveries (
    ${idColumn}webhook_id, event_id, type, status, attempts, next_attempt_at, created_at, tries, row_version
  )
  SELECT ${id}w.id, e.id, e.type, 'pending', '[]', ${now}, ${now}, 0, 1
  FROM webhooks AS w
  JOIN webhook_progress AS p ON p.id = w.id
  JOIN (
    SELECT id, type, NULL AS owner FROM events UNION ALL SELECT id, type, owner FROM own_events
  ) AS e ON e.id > p.position AND e.id < (SELECT max(CAST(value AS INTEGER)) FROM json_each(p.ahead))
  WHERE e.id NOT IN (SELECT CAST(value AS INTEGER) FROM json_each(p.ahead))
    AND (e.owner IS NULL OR e.owner = w.chain_id)
    AND (w.types IS NULL OR e.type IN (SELECT value FROM json_each(w.types)))
  ORDER BY w.id, e.id;
  UPDATE webhook_progress SET position = (SELECT max(CAST(value AS INTEGER)) FROM json_each(ahead))
  WHERE ahead <> '[]' AND position IS NOT NULL;

  -- A ping goes to the URL for which it was asked. Of the pending ones only the last may be sent.
  ALTER TABLE deliveries ADD COLUMN url TEXT;
  UPDATE deliveries SET status = 'failed', next_attempt_at = NULL
  WHERE status = 'pending' AND event_id IS NULL
    AND id NOT IN (SELECT ping_id FROM webhook_progress WHERE ping_id IS NOT NULL);
  UPDATE deliveries SET url = (SELECT url FROM webhooks WHERE webhooks.id = webhook_id)
  WHERE status = 'pending' AND event_id IS NULL;

  ALTER TABLE webhook_progress DROP COLUMN ahead;
  ALTER TABLE webhook_progress DROP COLUMN epoch;
  ALTER TABLE webhook_progress ADD COLUMN former_types TEXT;
  ALTER TABLE webhook_progress ADD COLUMN recover_from INTEGER;
  ALTER TABLE webhook_progress ADD COLUMN recover_until INTEGER;
`

/** On PostgreSQL the store assigns ids itself. */
const lastId = "coalesce((SELECT value FROM positions WHERE name = 'ids of deliveries'), 0)"

const deliveryQueue = {
  sqlite: queueStep("strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"),
  postgres: `${inPostgres(
    queueStep(
      `to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      'id, ',
      `${lastId} + row_number() OVER (ORDER BY w.id, e.id), `,
    ),
  )}
    UPDATE positions SET value = greatest(value, coalesce((SELECT max(id) FROM deliveries), 0))
    WHERE name = 'ids of deliveries';
  `,
}

/** Optional text fields. */
const texts = (...fields: readonly string[]): NewTable['fields'] =>
  Object.fromEntries(fields.map((field) => [field, 'string?']))

/** Derives the sums, and when each animal arrived, from the events that remain in the log of an earlier version. */
export const earlierSums = ((): string => {
  const field = (path: string, e = 'e'): string => `('{"id":0' || ${e}.body) ->> '$.data.${path}'`
  /** When an animal last arrived, optionally before a given event id. */
  const arrival = (id: string, before = ''): string => `coalesce(
    (SELECT max(a.at) FROM events AS a WHERE a.pet_id = ${id} ${before}
      AND (a.type = 'pet.created' OR a.type = 'pet.updated' AND ${field('previous.status', 'a')} = 'sold')),
    (SELECT i.at FROM event_ranges AS r JOIN events AS i ON i.id = r.event_id
      WHERE r.topic = 'petId' AND ${id} BETWEEN r.first AND r.last))`
  const isAdopted = `(e.type = 'pet.updated' AND ${field('pet.status')} = 'sold')`
  return `
    UPDATE pets SET arrived_at = ${arrival('pets.id')};
    UPDATE orders SET category_id = (SELECT category_id FROM pets WHERE pets.id = pet_id);
    INSERT INTO sums (slot, part, name, measure, count)
    SELECT slot, part, name, measure, count(*) FROM (
      SELECT e.at / 900000 AS slot, coalesce(CAST(${field('pet.categoryId')} AS text), '') AS part,
        CASE WHEN e.type = 'pet.created' THEN 'added' WHEN e.type = 'pet.deleted' THEN 'deleted'
          WHEN ${isAdopted} THEN 'adopted' ELSE 'returned' END AS name,
        CASE WHEN ${isAdopted}
          THEN coalesce((e.at - ${arrival('e.pet_id', 'AND a.id < e.id')}) / 86400000, -1) ELSE -1 END AS measure
      FROM events AS e
      WHERE e.type IN ('pet.created', 'pet.deleted') OR e.type = 'pet.updated'
        AND (${field('previous.status')} = 'sold' OR ${field('previous.status')} IS NOT NULL AND ${isAdopted})
      UNION ALL
      SELECT e.at / 900000, coalesce(CAST(p.category_id AS text), ''),
        CASE e.type WHEN 'order.placed' THEN 'placed' WHEN 'order.expired' THEN 'expired' ELSE 'cancelled' END, -1
      FROM events AS e LEFT JOIN pets AS p ON p.id = e.pet_id
      WHERE e.type IN ('order.placed', 'order.expired', 'order.cancelled')
        OR e.type = 'order.deleted' AND ${field('order.status')} = 'placed'
      UNION ALL
      SELECT e.at / 900000, CAST(p.category_id AS text), 'added', -1
      FROM event_ranges AS r JOIN events AS e ON e.id = r.event_id JOIN pets AS p ON p.id BETWEEN r.first AND r.last
      WHERE r.topic = 'petId'
    ) AS told GROUP BY slot, part, name, measure;
  `
})()

/** A restore creates it too, in a backup of an earlier version. */
export const auditTable = `
  CREATE TABLE IF NOT EXISTS audit_log (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, who TEXT NOT NULL, action TEXT NOT NULL, target TEXT NOT NULL,
    detail TEXT, origin TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS audit_log_by_at ON audit_log (at);
`

/** The start of the service fills and indexes it. */
const searchText = (table: string): Step => ({ table, field: 'searchText', kind: 'string' })

/**
 * The later steps in order; a published one never changes. `{ table: 'things', field: 'nickname', kind: 'string' }`, or
 * `{ creates: 'things', id: 'assigned', fields: { name: 'string', size: 'int64?' }, indexes: [['name']] }`.
 */
const steps: readonly Step[] = [
  // Keys that could do everything with orders still can: the store's own steps now have a separate scope.
  `UPDATE api_keys SET scopes = scopes || ' orders:manage' WHERE ' ' || scopes || ' ' LIKE '% orders:write %';`,
  // The lifts of bans were among the settings of a file.
  {
    sqlite: `
      CREATE TABLE ban_lifts (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      INSERT INTO ban_lifts SELECT substr(name, length('lift_ban ') + 1), value FROM settings
      WHERE name > 'lift_ban ' AND name < 'lift_ban!';
      DELETE FROM settings WHERE name > 'lift_ban ' AND name < 'lift_ban!';`,
    postgres: '',
  },
  deliveryQueue,
  // The owner of API keys had four different column names; the keys used this one.
  `ALTER TABLE orders RENAME COLUMN chain_id TO owner_id;
  ALTER TABLE webhooks RENAME COLUMN chain_id TO owner_id;
  ALTER TABLE request_counts RENAME COLUMN chain_id TO owner_id;
  ALTER TABLE deprecated_counts RENAME COLUMN chain_id TO owner_id;
  ALTER TABLE own_events RENAME COLUMN owner TO owner_id;`,
  { table: 'pets', field: 'arrivedAt', kind: 'int64' },
  { table: 'orders', field: 'categoryId', kind: 'int64' },
  // Sums of what happened, by time slot and part: see `Table.sums`.
  `CREATE TABLE sums (
    slot INTEGER NOT NULL, part TEXT NOT NULL, name TEXT NOT NULL, measure INTEGER NOT NULL,
    count INTEGER NOT NULL, PRIMARY KEY (slot, part, name, measure)
  ) STRICT, WITHOUT ROWID;`,
  earlierSums,
  {
    creates: 'contacts',
    id: 'assigned',
    fields: {
      name: 'string',
      ...texts('phone', 'email', 'address', 'note'),
      createdAt: 'string',
      ...texts('phoneDigits', 'emailFolded'),
      activeAt: 'string',
    },
    indexes: [['phoneDigits'], ['emailFolded']],
  },
  // The contacts without activity for the longest time are due first.
  'CREATE INDEX contacts_due ON contacts (active_at, id);',
  // A recovery now resets the position of a webhook itself. Before, the delivery thread did.
  `UPDATE webhook_progress SET position = recover_from WHERE recover_from IS NOT NULL;
  ALTER TABLE webhook_progress DROP COLUMN recover_from;`,
  { table: 'orders', field: 'contactId', kind: 'int64' },
  // An order without a contact is not in this index.
  `CREATE INDEX orders_by_contact_id_and_status ON orders (contact_id, status, id) WHERE contact_id IS NOT NULL;`,
  // Rows of deleted webhooks used to stay for a while. Now they are deleted with the webhook.
  `DELETE FROM deliveries WHERE webhook_id NOT IN (SELECT id FROM webhooks);
  DELETE FROM webhook_progress WHERE id NOT IN (SELECT id FROM webhooks);`,
  {
    creates: 'profiles',
    id: 'chosen',
    fields: {
      ...texts('species', 'breed', 'sex', 'born', 'colour', 'size', 'chip', 'arrivedOn'),
      ...texts('location', 'description'),
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
  // The files are in separate tables, so that no page of photos reads them.
  {
    creates: 'photos',
    id: 'assigned',
    fields: { petId: 'int64', createdAt: 'string', token: 'string' },
    indexes: [['petId'], ['token']],
  },
  ...['photo_fulls', 'photo_cards', 'photo_thumbnails'].map((creates): Step => ({
    creates,
    id: 'chosen',
    fields: { bytes: 'bytes' },
  })),
  searchText('notes'),
  { table: 'api_keys', field: 'makerId', kind: 'string' },
  // A transaction now adds its new rows to the text index together, without a trigger. The start rebuilds the index.
  {
    sqlite: ['pets', 'categories', 'orders', 'contacts', 'profiles', 'notes']
      .map(
        (table) =>
          `DROP TRIGGER IF EXISTS ${table}_search_insert; DELETE FROM settings WHERE name = 'search of ${table}';`,
      )
      .join('\n'),
    postgres: '',
  },
  auditTable,
  { table: 'notes', field: 'about', kind: 'string' },
  'CREATE INDEX notes_by_about ON notes ("about", id) WHERE "about" IS NOT NULL;',
  { creates: 'lab_clocks', id: 'chosen', fields: { ahead: 'int64' } },
  // Trace contexts of events whose request was traced, for the webhook messages about them.
  'CREATE TABLE event_traces (id INTEGER PRIMARY KEY, trace TEXT NOT NULL) STRICT;',
  // The index by category and status serves this filter too.
  'DROP INDEX pets_by_category;',
  // Covering indexes made each change write more pages, and the file half as large again.
  {
    sqlite: `
      DROP INDEX pets_by_status; CREATE INDEX pets_by_status ON pets (status);
      DROP INDEX pets_by_category_and_status; CREATE INDEX pets_by_category_and_status ON pets (category_id, status);
      DROP INDEX pets_by_name; CREATE INDEX pets_by_name ON pets (name_folded);`,
    postgres: '',
  },
]

export const stepsFor = (dialect: Dialect, of: readonly Step[] = steps): readonly string[] =>
  of.map((step) => {
    if (typeof step === 'object' && 'sqlite' in step) return step[dialect]
    return dialect === 'sqlite' ? textOf(step, []) : inPostgres(textOf(step, ['id']))
  })

/** @param indexEnd the columns at the end of each index; SQLite adds the id by itself */
const textOf = (
  step: Exclude<Step, Readonly<Record<Dialect, string>>>,
  indexEnd: readonly string[],
): string => {
  if (typeof step === 'string') return step
  if ('field' in step)
    return `ALTER TABLE ${step.table} ADD COLUMN ${columnIn(step.field, `${step.kind}?`)};`
  const { creates, id, fields, indexes = [] } = step
  // AUTOINCREMENT: no id is assigned twice, not even that of a deleted row.
  const key = `id INTEGER PRIMARY KEY${id === 'assigned' ? ' AUTOINCREMENT' : ''}`
  const columns = Object.entries({ ...fields, [versionColumn]: 'int64' as const })
  const list = [key, ...columns.map(([field, kind]) => columnIn(field, kind))].join(', ')
  return [
    `CREATE TABLE ${creates} (${list}) STRICT${id === 'chosen' ? ', WITHOUT ROWID' : ''};`,
    ...indexes.map((of) => {
      const names = of.map(columnNameOf)
      const optional = of.find((field) => fields[field]?.endsWith('?'))
      const condition =
        optional === undefined ? '' : ` WHERE "${columnNameOf(optional)}" IS NOT NULL`
      const entry = [...names, ...indexEnd].map((name) => `"${name}"`).join(', ')
      return `CREATE INDEX ${creates}_by_${names.join('_and_')} ON ${creates} (${entry})${condition};`
    }),
  ].join('\n')
}

const columnIn = (field: string, kind: FieldKind | `${FieldKind}?`): string => {
  const isOptional = kind.endsWith('?')
  // Without the question mark it is a kind.
  const type = columnTypes.sqlite[(isOptional ? kind.slice(0, -1) : kind) as FieldKind]
  return `"${columnNameOf(field)}" ${type}${isOptional ? '' : ' NOT NULL'}`
}
