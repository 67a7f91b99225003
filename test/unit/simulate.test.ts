import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulateFailovers } from '../../bench/simulate/failovers.ts'
import { simulateQuotas } from '../../bench/simulate/quotas.ts'
import { seededRandom } from '../torture/random.ts'

test('simulated nodes admit exactly the limit together, and at most twice while they count alone', () => {
  for (const nodes of [3, 100]) {
    const run = { nodes, isSticky: false }
    const figures = simulateQuotas({ ...run, random: seededRandom(7) })
    for (const { plan, limit, mostUp, mostDown } of figures) {
      assert.equal(mostUp, limit, plan)
      assert.ok(mostDown <= 2 * limit, plan)
    }
    assert.deepEqual(simulateQuotas({ ...run, random: seededRandom(7) }), figures)
  }
})

test('a simulated failover loses nothing acknowledged, and the control finds loss', () => {
  const run = { rounds: 20, writesPerSecond: 1_000 }
  const exact = simulateFailovers({ ...run, isSynchronous: true, random: seededRandom(7) })
  assert.equal(exact.lost, 0)
  assert.ok(exact.acknowledged > 10_000)
  const control = simulateFailovers({ ...run, isSynchronous: false, random: seededRandom(7) })
  assert.ok(control.lost > 0)
})
