import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { delayAfter, maxRetryAfter } from '../../src/webhooks/delivery-changes.ts'

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
  assert.deepEqual([delayAfter(1, 0), delayAfter(1, 1)], [4_000, 6_000])
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (tries, jitter) => {
        const middle = delayAfter(tries, 0.5) ?? 0
        const delay = delayAfter(tries, jitter) ?? 0
        assert.ok(delay >= middle * 0.8 - 1 && delay <= middle * 1.2 + 1)
      },
    ),
  )
})

test('a receiver may ask for a later attempt, by a day at most, and for no earlier one', () => {
  assert.equal(delayAfter(1, 0.5, 60_000), 60_000)
  assert.equal(delayAfter(1, 0.5, 1_000), 5_000)
  assert.equal(delayAfter(1, 0.5, 400 * hours), maxRetryAfter)
  assert.equal(delayAfter(9, 1, maxRetryAfter), 24 * hours * 1.2)
  assert.equal(delayAfter(10, 0.5, 60_000), undefined)
})
