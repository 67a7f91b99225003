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

export const deliveryQueue = {
  sqlite: stepIn(sqlite, { column: '', value: '' }),
  postgres: `
    ${stepIn(postgres, { column: 'id, ', value: `${lastId} + row_number() OVER (ORDER BY w.id, e.id), ` })}
    UPDATE positions SET value = greatest(value, coalesce((SELECT max(id) FROM deliveries), 0))
    WHERE name = 'ids of deliveries';
  `,
}
