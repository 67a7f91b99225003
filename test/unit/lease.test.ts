import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaseOf } from '../../src/delivery/runner.ts'

test('a lease asks again after a failure, so that an outage is one failure until it is over', async () => {
  const answers = [new Error('away'), new Error('away'), true]
  const lease = leaseOf(async () => {
    const answer = answers.shift() ?? false
    if (answer instanceof Error) throw answer
    return answer
  })
  await assert.rejects(lease.isHeld())
  await assert.rejects(lease.isHeld())
  assert.equal(await lease.isHeld(), true)
  assert.equal(await lease.isHeld(), true, 'it is not asked for at each round')
})
