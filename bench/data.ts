import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { issueKey } from '../src/keys/life-cycle.ts'
import { fixedPlans, type Limits, type Plan } from '../src/quotas/plans.ts'
import { openSqliteStorage } from '../src/storage/sqlite/storage.ts'

/** Keys of every kind that a case needs, in the clear. */
export type Keys = { readonly wide: string; readonly free: string; readonly banned: string }

const wide: Limits = { perMinute: 1_000_000_000, perDay: 1_000_000_000 }

/**
 * Fills a new store by SQL: animals of which one in a million is sold, a third pending and the rest
 * available, and keys that nobody uses beside those of the cases.
 */
export const fillStore = async (dataDir: string, animals: number, keys: number): Promise<Keys> => {
  const path = join(dataDir, 'staging.sqlite')
  const storage = openSqliteStorage(path, 'staging', 5_000)
  await storage.seedOnce({ pets: [], keys: [] })
  const issue = async (plan: Plan, limits: Limits): Promise<{ key: string; ownerId: string }> => {
    const { key, record } = issueKey({
      environment: 'staging',
      name: plan,
      plan,
      limits,
      now: Date.now(),
    })
    await storage.keys.insert(record)
    return { key, ownerId: record.ownerId }
  }
  const { key } = await issue('enterprise', wide)
  const free = await issue('enterprise', { perMinute: wide.perMinute, perDay: 1 })
  const banned = await issue('free', fixedPlans.free)
  await storage.counts.save(
    [
      {
        kind: 'key',
        id: banned.ownerId,
        minute: 0,
        minuteUsed: 0,
        minuteRefused: 0,
        day: 0,
        dayUsed: 0,
        banEnds: Math.ceil(Date.now() / 1_000) + 86_400,
        banLength: 86_400,
      },
    ],
    [],
  )
  await storage.close()

  const database = new DatabaseSync(path)
  database.exec('PRAGMA synchronous = OFF')
  database.exec(`
    BEGIN;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${animals})
    INSERT INTO pets (name, category_id, status)
    SELECT 'Animal ' || i, i % 1000,
      CASE WHEN i % 1000000 = 500 THEN 'sold' WHEN i % 3 = 0 THEN 'pending' ELSE 'available' END
    FROM n;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${keys})
    INSERT INTO api_keys (id, owner_id, hash, name, plan, per_minute, per_day, created_at)
    SELECT 'key_' || printf('%012d', i), 'key_' || printf('%012d', i), randomblob(32), 'Unused',
      'free', 60, 1000, 0
    FROM n;
    COMMIT;
    PRAGMA wal_checkpoint(TRUNCATE);
  `)
  database.close()
  return { wide: key, free: free.key, banned: banned.key }
}
