import assert from 'node:assert/strict'
import type { Storage } from '../../src/store/port.ts'
import { deliveries, webhookProgress, webhooks } from '../../src/resources/webhooks/table.ts'

/** The versions of the schema before deliveries became a queue. */
export const versionsBefore = { sqlite: 22, postgres: 4 } as const

const time = "'2026-11-20T12:00:00.000Z'"

const event = (id: number): string =>
  `(${id}, '${id % 2 === 1 ? 'pet.created' : 'pet.updated'}', 0, ',"type":"pet.created"}')`

const webhook = (id: number, types: string, state: string, chain: string): string =>
  `(${id}, 'https://shop.example/${id}', ${types}, '${state}', ${time}, '${chain}', 'sealed', 1)`

/**
 * Webhooks as a version before the queue left them, in words of both databases. The first two were sent some events
 * beyond their positions.
 */
export const oldDeliveries = `
  INSERT INTO webhooks (id, url, types, state, created_at, chain_id, secret, row_version) VALUES
    ${webhook(1, 'NULL', 'enabled', 'key_a')}, ${webhook(2, `'["pet.created"]'`, 'failing', 'key_b')},
    ${webhook(3, 'NULL', 'disabled', 'key_a')}, ${webhook(4, 'NULL', 'unverified', 'key_a')};
  INSERT INTO events (id, type, at, body) VALUES
    ${[1, 2, 3, 4, 5, 6, 7, 8, 11, 12].map(event).join()};
  INSERT INTO own_events (id, type, at, owner, body) VALUES
    (9, 'key.banned', 0, 'key_a', '}'), (10, 'key.banned', 0, 'key_b', '}');
  INSERT INTO webhook_progress (id, position, ahead, epoch, failing_since, ping_id, row_version) VALUES
    (1, 2, '[4,11]', 0, NULL, 1, 7), (2, 2, '[5,7]', 1, ${time}, NULL, 1),
    (3, 4, '[]', 0, NULL, NULL, 1), (4, NULL, '[]', 0, NULL, 3, 1);
  INSERT INTO deliveries (
    id, webhook_id, event_id, type, status, attempts, next_attempt_at, created_at, tries, row_version
  ) VALUES
    (1, 1, NULL, 'webhook.ping', 'delivered', '[]', NULL, ${time}, 1, 2),
    (2, 4, NULL, 'webhook.ping', 'pending', '[]', ${time}, ${time}, 0, 1),
    (3, 4, NULL, 'webhook.ping', 'pending', '[]', ${time}, ${time}, 0, 1),
    (4, 1, 4, 'pet.updated', 'pending', '[]', '2026-11-25T12:00:00.000Z', ${time}, 1, 1);
`

/** Every webhook goes on where it stood: what was not sent is queued, and nothing is queued that was sent. */
export const assertTakenOver = async ({
  whole,
  data,
}: Pick<Storage, 'whole' | 'data'>): Promise<void> => {
  const ids = [...(await whole.versions(deliveries)).keys()]
  const rows = await Promise.all(ids.map(async (id) => (await whole.find(deliveries, id))?.row))
  assert.deepEqual(
    rows.map((row) => [row?.id, row?.webhookId, row?.eventId, row?.status, row?.url]),
    [
      [1n, 1n, undefined, 'delivered', undefined],
      [2n, 4n, undefined, 'failed', undefined],
      [3n, 4n, undefined, 'pending', 'https://shop.example/4'],
      [4n, 1n, 4n, 'pending', undefined],
      ...[3n, 5n, 6n, 7n, 8n, 9n].map((eventId, at) => [
        5n + BigInt(at),
        1n,
        eventId,
        'pending',
        undefined,
      ]),
      [11n, 2n, 3n, 'pending', undefined],
    ],
  )
  assert.equal(rows[3]?.nextAttemptAt, '2026-11-25T12:00:00.000Z', 'its schedule goes on')
  assert.match(rows[4]?.nextAttemptAt ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal((await whole.find(webhooks, 2n))?.row.ownerId, 'key_b')
  assert.equal((await data.events.after(9n, 1))[0]?.ownerId, 'key_b')
  const places = await Promise.all(
    [1n, 2n, 3n, 4n].map(async (id) => (await whole.find(webhookProgress, id))?.row),
  )
  assert.deepEqual(places, [
    { id: 1n, position: 11n, pingId: 1n },
    { id: 2n, position: 7n, failingSince: '2026-11-20T12:00:00.000Z' },
    { id: 3n, position: 4n },
    { id: 4n, pingId: 3n },
  ])
}
