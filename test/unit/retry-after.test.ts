import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryAfterOf } from '../../src/delivery/send.ts'

const now = Date.UTC(2026, 10, 22, 4, 0, 0)

test('Retry-After is read in seconds and as a date', () => {
  assert.equal(retryAfterOf('120', now), 120_000)
  assert.equal(retryAfterOf('Sun, 22 Nov 2026 04:01:00 GMT', now), 60_000)
  assert.equal(retryAfterOf('Sat, 21 Nov 2026 04:01:00 GMT', now), 0)
})

test('what is neither is as if there were none', () => {
  for (const value of [
    undefined,
    '',
    '-1',
    '1.5',
    '1e3',
    'soon',
    '99999999999',
    '2026-11-22',
    `${' '.repeat(1_000)}GMT`,
  ]) {
    assert.equal(retryAfterOf(value, now), undefined)
  }
})
