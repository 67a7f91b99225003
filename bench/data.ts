import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { issueKey, limitsOf } from '../src/access/keys/life-cycle.ts'
import type { Limits, Plan } from '../src/access/quotas/plans.ts'
import { contents } from '../src/resources/index.ts'
import { openSqliteStorage } from '../src/store/sqlite/storage.ts'

/** A filled store, and the path of its database. */
export type Filled = Awaited<ReturnType<typeof fillStore>>

const environment = 'staging'
const day = 86_400
/** The maximum number of animals that have an event. */
const mostEvents = 100_000
const most: Limits = { perMinute: 1_000_000_000, perDay: 1_000_000_000 }

/** How many animals to order: more than the service handles in one load, because each can be ordered only once. */
export const ordered = 60_000

/** How many animals, from the first on, have a profile and a photo. */
export const profiled = 1_000

const urls = ['full', 'card', 'thumbnail']
  .map((size) => `'${size}', '/photos/' || printf('%032d', id) || '/${size}.webp'`)
  .join(', ')

/**
 * Fills a store by SQL: animals (one in a million sold, a third pending, the rest available), then the keys.
 * Returns the keys of the cases as text. The store also has `keys` unused ones.
 */
export const fillStore = async (
  dataDir: string,
  { animals, keys }: { readonly animals: number; readonly keys: number },
) => {
  const path = join(dataDir, `${environment}.sqlite`)
  const storage = openSqliteStorage({ path, environment, contents, busyTimeout: 5_000 })
  const issue = async (name: string, plan: Plan, agreed?: Limits) => {
    const limits = limitsOf(plan, agreed)
    const issued = issueKey({ environment, name, plan, limits, now: Date.now() })
    await storage.keys.insert(issued.record)
    return issued
  }
  const { key: wide } = await issue('wide', 'enterprise', most)
  // One request a day, and enough a minute that it is never banned.
  const { key: spent } = await issue('spent', 'enterprise', { ...most, perDay: 1 })
  const { key: banned, record } = await issue('banned', 'free')
  const placers: string[] = []
  // No key gets more than 400 open orders.
  for (let n = 0; n < ordered / 400; n += 1)
    placers.push((await issue(`placer ${n}`, 'enterprise', most)).key)
  const unused = { minute: 0, minuteUsed: 0, minuteRefused: 0, day: 0, dayUsed: 0 }
  const banEnds = Math.ceil(Date.now() / 1_000) + day
  const ban = { kind: 'key', id: record.ownerId, ...unused, banEnds, banLength: day } as const
  await storage.counts.save([ban], [], Date.now())
  const { secret } = storage
  await storage.close()
  const database = new DatabaseSync(path)
  database.exec('PRAGMA synchronous = OFF')
  database.exec(`
    BEGIN;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${animals})
    INSERT INTO pets (name, name_folded, category_id, row_version, status)
    SELECT 'Animal ' || i, 'animal ' || i, i % 1000, 1,
      CASE WHEN i % 1000000 = 500 THEN 'sold' WHEN i % 3 = 0 THEN 'pending' ELSE 'available' END
    FROM n;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${keys})
    INSERT INTO api_keys (id, owner_id, hash, name, plan, per_minute, per_day, open_orders, created_at)
    SELECT 'key_' || printf('%012d', i), 'key_' || printf('%012d', i), randomblob(32), 'Unused',
      'free', 60, 1000, 5, 0
    FROM n;
    INSERT INTO events (id, type, at, pet_id, body)
    SELECT id + (SELECT max(id) FROM own_events), 'pet.created', 0, id,
      ',"type":"pet.created","timestamp":"2026-11-20T12:00:00.000Z","by":"Corner shop","data":' ||
        json_object('pet', json_object('id', id, 'name', name, 'categoryId', category_id, 'status', status)) || '}'
    FROM pets LIMIT ${mostEvents};
    INSERT INTO profiles (id, species, breed, chip, description, photos, row_version)
    SELECT id, 'Cat', 'European Shorthair', 276000000000000 + id, 'Shy at first, then affectionate. Knows children.',
      json_array(json_object('id', id, 'petId', id, 'position', 1, 'width', 2048, 'height', 1365,
        'createdAt', '2026-11-20T12:00:00.000Z', 'urls', json_object(${urls}))), 1
    FROM pets LIMIT ${profiled};
    COMMIT;
    PRAGMA wal_checkpoint(TRUNCATE);
  `)
  database.close()
  return { keys: { wide, spent, banned, placers }, secret, file: path }
}
