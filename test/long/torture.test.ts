import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingHere } from '../../scripts/cluster/missing.ts'
import { startCluster } from '../torture/cluster.ts'
import { isSound, torture } from '../torture/run.ts'

const noCluster = process.env['CI'] === 'true' ? false : missingHere()

for (const [what, replication, seed] of [
  [
    'under torture keeps all that it acknowledged, once, in order, and every limit',
    'synchronous',
    // What it does first: kill the primary before a standby has heard of the last changes.
    7,
  ],
  [
    'that waits for no standby loses what it acknowledged, and it is found',
    'asynchronous',
    // It does so three times: on a slow machine a standby may have heard in time once.
    421,
  ],
] as const) {
  test(`a cluster ${what}`, { skip: noCluster }, async (t) => {
    const cluster = await startCluster(t, replication)
    const figures = await torture(cluster, { rounds: 3, changes: 200, seed })
    const isWell = replication === 'synchronous' ? isSound(figures) : figures.lost > 0
    assert.ok(isWell, JSON.stringify(figures))
  })
}
