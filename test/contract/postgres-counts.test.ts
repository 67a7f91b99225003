import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyBucket } from '../../src/access/quotas/bucket.ts'
import type { StoredCount } from '../../src/access/quotas/counters.ts'
import { act } from '../helpers/act.ts'
import { noPostgres } from '../helpers/postgres.ts'
import { openTwoNodes } from '../helpers/two-nodes.ts'

test(
  'an owner is told of a share of the day once, whichever of two nodes saves what it read earlier',
  { skip: noPostgres() },
  async (t) => {
    const { key, ...nodes } = await openTwoNodes(t)
    const [one, two] = [nodes.one.storage, nodes.two.storage]
    const count = (day: number, dayUsed: number): StoredCount => ({
      ...emptyBucket(),
      kind: 'key',
      id: key.ownerId,
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
    assert.equal((await one.counts.find({ kind: 'key', id: key.ownerId }))?.day, today + 1)
  },
)
