import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delayAfter, maxRetryAfter } from '../../src/resources/webhooks/delivery-changes.ts'

const minutes = 60_000
const hours = 3_600_000

test('a message is sent again after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, and then no more', () => {
  const delays = Array.from({ length: 11 }, (_, n) => delayAfter(n + 1, 0.5))
  assert.deepEqual(delays, [
    5_000,
    5 * minutes,
    30 * minutes,
    2 * hours,
    5 * hours,
    10 * hours,
    14 * hours,
    20 * hours,
    24 * hours,
    undefined,
    undefined,
  ])
})

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
