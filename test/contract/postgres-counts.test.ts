import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueKey } from '../../src/keys/life-cycle.ts'
import { emptyBucket } from '../../src/quotas/bucket.ts'
import type { StoredCount } from '../../src/quotas/counters.ts'
import { contents } from '../../src/resources.ts'
import { openPostgresStorage } from '../../src/storage/postgres/storage.ts'
import { act } from '../helpers/act.ts'
import { noPostgres, startPostgres } from '../helpers/postgres.ts'

test(
  'an owner is told of a share of the day once, whichever of two nodes saves what it read earlier',
  { skip: noPostgres() },
  async (t) => {
    const server = await startPostgres()
    t.after(() => server.close())
    const address = server.address(await server.newDatabase())
    const patience = { read: 30_000, lock: 30_000, write: 30_000 }
    const open = async () =>
      await openPostgresStorage({ address, environment: 'staging', contents, patience })
    const [one, two] = [await open(), await open()]
    t.after(async () => {
      await Promise.all([one.close(), two.close()])
    })
    const { record } = issueKey({
      environment: 'staging',
      name: 'Test',
      plan: 'enterprise',
      limits: { perMinute: 1_000, perDay: 10, openOrders: 5 },
      now: act.at,
    })
    await one.keys.insert(record)
    const count = (day: number, dayUsed: number): StoredCount => ({
      ...emptyBucket(),
      kind: 'key',
      id: record.chainId,
      day,
      dayUsed,
    })
    const today = 20_000
    for (const [storage, saved] of [
      [one, count(today, 8)],
      [two, count(today, 10)],
      [one, count(today, 9)],
      [two, count(today, 10)],
      [two, count(today + 1, 9)],
      [one, count(today, 10)],
      [two, count(today + 1, 9)],
    ] as const) {
      await storage.counts.save([saved], [], act.at)
    }
    const events = await one.data.events.after(0n, 100)
    const told = events.map(({ json }) => {
      const { data } = JSON.parse(json)
      return [data.percent, data.used]
    })
    assert.deepEqual(told, [
      [80, 8],
      [100, 10],
      [80, 9],
    ])
    assert.equal((await one.counts.find({ kind: 'key', id: record.chainId }))?.day, today + 1)
  },
)
