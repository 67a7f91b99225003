import type { KeyRecord } from '../../src/access/keys/key-store.ts'
import { issueKey } from '../../src/access/keys/life-cycle.ts'
import { contents } from '../../src/resources/index.ts'
import { Changes } from '../../src/store/changes.ts'
import { act } from './act.ts'
import type { Cleanup } from './cleanup.ts'
import { newPostgresDatabase, type PostgresStorage } from './postgres-store.ts'

/** One node's view of a store. */
export type StoreNode = { readonly storage: PostgresStorage; readonly changes: Changes }

/** Opens a new store on PostgreSQL by two nodes, until the test ends. It has one key, of 10 requests a day. */
export const openTwoNodes = async (
  t: Cleanup,
): Promise<{ readonly one: StoreNode; readonly two: StoreNode; readonly key: KeyRecord }> => {
  const database = await newPostgresDatabase(t)
  const open = async (): Promise<StoreNode> => {
    const changes = new Changes()
    return { storage: await database.open(contents, changes), changes }
  }
  const [one, two] = [await open(), await open()]
  const { record: key } = issueKey({
    environment: 'staging',
    name: 'Test',
    plan: 'enterprise',
    limits: { perMinute: 1_000, perDay: 10, openOrders: 5 },
    now: act.at,
  })
  await one.storage.keys.insert(key)
  return { one, two, key }
}
