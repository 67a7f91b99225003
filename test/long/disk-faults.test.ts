import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needs } from '../helpers/needs.ts'
import { diskCalls, tortureDisk } from '../torture/disk.ts'

for (const call of diskCalls) {
  test(
    `while ${call} fails at random, and after kills, each creation is acknowledged and there, or refused and never seen, or has no answer`,
    { skip: needs('fiu-run', 'fiu-ctrl') },
    async (t) => {
      const seed = Date.now() % 1_000_000
      const figures = await tortureDisk(t, call, 2, seed)
      t.diagnostic(JSON.stringify({ seed, ...figures }))
      const { lost, duplicated, altered, returned, integrity, unpaired } = figures
      assert.ok(figures.acknowledged > 0)
      assert.deepEqual(
        { lost, duplicated, altered, returned, integrity, unpaired },
        { lost: 0, duplicated: 0, altered: 0, returned: 0, integrity: 'ok', unpaired: 0 },
      )
    },
  )
}
