import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFragileService } from '../helpers/fragile-service.ts'
import { tortureOrders } from '../torture/orders.ts'
import { race } from '../torture/race.ts'

test('of 1,000 callers at once on one animal one gets it', async (t) => {
  const run = await startFragileService(t)
  const rounds = 2
  assert.deepEqual(await race(t, run, rounds), { rounds, placed: rounds, refused: 999 * rounds })
})

test('whatever 64 callers do at once, killed at random moments, no animal is promised twice and nothing is lost', async (t) => {
  const seed = Date.now() % 1_000_000
  t.diagnostic(`seed ${seed}`)
  const figures = await tortureOrders(t, { operations: 2_000, kills: 2, seed })
  assert.ok((figures.answers['201'] ?? 0) > 100)
  const { lost, altered, doubled, mismatched, miscounted, overLimit, unexpected } = figures
  assert.deepEqual(
    { lost, altered, doubled, mismatched, miscounted, overLimit, unexpected },
    {
      lost: 0,
      altered: 0,
      doubled: 0,
      mismatched: 0,
      miscounted: 0,
      overLimit: 0,
      unexpected: 0,
    },
  )
  assert.equal(figures.integrity, 'ok')
})
