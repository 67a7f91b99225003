import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { missingHere } from '../../scripts/cluster/missing.ts'
import { startTortured } from '../torture/cluster/local.ts'
import { type ClusterFigures, isSound, tortureCluster } from '../torture/cluster/run.ts'

const skip = process.env['CI'] === 'true' ? false : missingHere()

/** What it does first: kill the primary before a standby has heard of the last changes. */
const seed = 7

const run = async (
  t: TestContext,
  replication: 'synchronous' | 'asynchronous',
  rounds: number,
): Promise<ClusterFigures> => {
  const cluster = await startTortured(t, replication)
  return await tortureCluster(cluster, { rounds, changes: 200, seed })
}

test(
  'a cluster under torture keeps all that it acknowledged, once, in order, and every limit',
  { skip },
  async (t) => {
    const figures = await run(t, 'synchronous', 3)
    assert.ok(isSound(figures), JSON.stringify(figures))
  },
)

test(
  'a cluster that waits for no standby loses what it acknowledged, and it is found',
  { skip },
  async (t) => {
    const figures = await run(t, 'asynchronous', 1)
    assert.ok(figures.lost > 0, JSON.stringify(figures))
  },
)
