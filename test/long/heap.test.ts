import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFragileService } from '../helpers/fragile-service.ts'

test('a heap of staging that overflows ends its worker alone: production answers meanwhile, and staging afterwards', async (t) => {
  const staging = await startFragileService(t, { PETSTORE_ENVIRONMENTS: 'production,staging' })
  const ask = staging.asking(await staging.addKey('production'), 'production')
  staging.fail('hoard')
  let answers = 0
  while (staging.logged('thread_replaced').length === 0) {
    const { status } = await ask('/pets')
    assert.ok(status === 200 || status === 429)
    answers += 1
  }
  assert.ok(answers > 0)
  assert.match(
    JSON.stringify(staging.logged('thread_failed')),
    /ERR_WORKER_OUT_OF_MEMORY|memory limit/,
  )
  assert.equal((await staging.call('/pets')).status, 200)
  assert.equal((await staging.stop()).status, 0)
})
