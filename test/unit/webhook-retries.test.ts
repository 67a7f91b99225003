import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delayAfter, maxRetryAfter } from '../../src/resources/webhooks/delivery-changes.ts'

const hours = 3_600_000

test('chance moves an attempt by a fifth of the delay at most', () => {
  for (let tries = 1; tries <= 9; tries += 1) {
    const middle = delayAfter(tries, 0.5) ?? 0
    assert.deepEqual(
      [delayAfter(tries, 0), delayAfter(tries, 1)],
      [0.8, 1.2].map((part) => Math.round(middle * part)),
    )
  }
})

test('a receiver may ask for a later attempt, by a day at most, and for no earlier one', () => {
  assert.equal(delayAfter(1, 0.5, 60_000), 60_000)
  assert.equal(delayAfter(1, 0.5, 1_000), 5_000)
  assert.equal(delayAfter(1, 0.5, 400 * hours), maxRetryAfter)
  assert.equal(delayAfter(9, 1, maxRetryAfter), 24 * hours * 1.2)
  assert.equal(delayAfter(10, 0.5, 60_000), undefined)
})
