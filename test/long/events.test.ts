import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tortureEvents } from '../torture/events.ts'

test('killed at random moments, every reader sees each event once, and the log tells what is stored', async (t) => {
  const seed = Date.now() % 1_000_000
  t.diagnostic(`seed ${seed}`)
  const run = { operations: 400, kills: 3, writers: 16, readers: 4, seed }
  const { events, astray, gaps, differing } = await tortureEvents(t, run)
  assert.ok(events > 0)
  const same = { '/pets': 0, '/store/orders': 0, '/categories': 0 }
  assert.deepEqual({ astray, gaps, differing }, { astray: 0, gaps: 0, differing: same })
})
