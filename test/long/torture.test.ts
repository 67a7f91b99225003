import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingHere } from '../../scripts/cluster/missing.ts'
import { needs } from '../helpers/needs.ts'
import { startCluster } from '../torture/cluster.ts'
import { isSound, torture } from '../torture/run.ts'
import { startTorturedService } from '../torture/service.ts'

const noCluster = process.env['CI'] === 'true' ? false : missingHere()

for (const [what, how, rounds] of [
  ['', 'hurried', 3],
  ['while calls to the disk fail at random, and ', 'failing', 6],
] as const) {
  test(
    `${what}killed at random moments, a service has all that it acknowledged, once, in order, and nothing that it refused`,
    { skip: how === 'failing' && needs('fiu-run', 'fiu-ctrl') },
    async (t) => {
      const service = await startTorturedService(t, how)
      const figures = await torture(service, { rounds, changes: 300, seed: Date.now() % 1_000_000 })
      t.diagnostic(JSON.stringify(figures))
      assert.ok(isSound(figures), JSON.stringify(figures))
      assert.ok(figures.expired > 0, 'The clock ended orders.')
      if (how === 'failing') assert.ok(figures.refused > 0, 'The disk failed.')
      assert.equal(await service.stop(), 'ok')
    },
  )
}

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
