import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { dateTimeText } from '../../src/core/date-time.ts'

const first = Date.parse('0001-01-01T00:00:00.000Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')

test('every instant is written as Date writes it, however many days came before', () => {
  fc.assert(
    fc.property(fc.integer({ min: first, max: last }), (instant) => {
      assert.equal(dateTimeText(instant), new Date(instant).toISOString())
    }),
    { numRuns: 1_000 },
  )
})

test('the first and the last millisecond of days, years and leap days are written as Date writes them', () => {
  const starts = ['1969-12-31', '1970-01-01', '2024-02-29', '2100-03-01', '2026-11-22']
  for (const midnight of [first, last + 1, ...starts.map((day) => Date.parse(day))]) {
    for (const instant of [midnight - 1, midnight, midnight + 1]) {
      if (instant < first || instant > last) continue
      assert.equal(dateTimeText(instant), new Date(instant).toISOString())
    }
  }
})

test('a part of a millisecond is left out, and no number is no instant', () => {
  assert.equal(dateTimeText(1_763_640_000_000.9), '2025-11-20T12:00:00.000Z')
  assert.equal(dateTimeText(-0.5), '1970-01-01T00:00:00.000Z')
  assert.throws(() => dateTimeText(Number.NaN), RangeError)
})
