import assert from 'node:assert/strict'
import { test } from 'node:test'
import { torture } from '../torture/torture.ts'

test('killed at random moments, the store has every animal that was acknowledged, once', async (t) => {
  const seed = Date.now() % 1_000_000
  t.diagnostic(`seed ${seed}`)
  const figures = await torture(t, 4, seed)
  assert.ok(figures.acknowledged > 0)
  const { lost, duplicated, altered, miscounted, unbanned, integrity, unpaired } = figures
  assert.deepEqual(
    { lost, duplicated, altered, miscounted, unbanned, integrity, unpaired },
    {
      lost: 0,
      duplicated: 0,
      altered: 0,
      miscounted: 0,
      unbanned: 0,
      integrity: 'ok',
      unpaired: 0,
    },
  )
})
