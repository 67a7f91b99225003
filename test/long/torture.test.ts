import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingHere } from '../../scripts/cluster/missing.ts'
import { needs } from '../helpers/needs.ts'
import { startCluster } from '../torture/cluster.ts'
import { isSound, torture } from '../torture/run.ts'
import { diskCalls, startTorturedService } from '../torture/service.ts'

const noCluster = process.env['CI'] === 'true' ? false : missingHere()

for (const failing of [undefined, ...diskCalls]) {
  const what = failing === undefined ? '' : `while ${failing} fails at random, and `
  test(
    `${what}killed at random moments, a service has all that it acknowledged, once, in order, and nothing that it refused`,
    { skip: failing !== undefined && needs('fiu-run', 'fiu-ctrl') },
    async (t) => {
      const service = await startTorturedService(t, failing)
      const plan = { rounds: 3, changes: 300, seed: Date.now() % 1_000_000 }
      const figures = await torture(service, plan)
      t.diagnostic(JSON.stringify(figures))
      assert.ok(isSound(figures), JSON.stringify(figures))
      assert.ok(figures.expired > 0, 'The clock ended orders.')
      if (failing !== undefined) assert.ok(figures.refused > 0, 'The disk failed.')
      assert.equal(await service.stop(), 'ok')
    },
  )
}

// What it does first with this seed: kill the primary before a standby has heard of the last changes.
const seed = 7

// With this one it does so three times: on a slow machine a standby may have heard in time once.
const silentSeed = 421

test(
  'a cluster under torture keeps all that it acknowledged, once, in order, and every limit',
  { skip: noCluster },
  async (t) => {
    const cluster = await startCluster(t, 'synchronous')
    const figures = await torture(cluster, { rounds: 3, changes: 200, seed })
    assert.ok(isSound(figures), JSON.stringify(figures))
  },
)

test(
  'a cluster that waits for no standby loses what it acknowledged, and it is found',
  { skip: noCluster },
  async (t) => {
    const cluster = await startCluster(t, 'asynchronous')
    const figures = await torture(cluster, { rounds: 3, changes: 200, seed: silentSeed })
    assert.ok(figures.lost > 0, JSON.stringify(figures))
  },
)
