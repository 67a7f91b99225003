import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTorturedService } from '../torture/service.ts'
import { tortureStreams } from '../torture/streams.ts'

test('followers of streams have every event once and in order, though the service is killed', async (t) => {
  const service = await startTorturedService(t)
  const plan = { followers: 20, writers: 8, seconds: 6, deeds: 2, seed: Date.now() % 1_000_000 }
  const figures = await tortureStreams(service, plan)
  t.diagnostic(JSON.stringify(figures))
  assert.ok(figures.events > 0)
  assert.equal(figures.wrong, 0)
})
