import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { emptyBucket, spend, type Verdict, verdictOf } from '../../src/access/quotas/bucket.ts'
import { headerLines } from '../../src/base/headers.ts'
import { quotaHeaders } from '../../src/http/exchange.ts'
import { quotaRefusal } from '../../src/http/refusals.ts'
import type { Limits } from '../../src/access/quotas/plans.ts'

const noon = Date.parse('2026-11-20T12:00:30Z')
const endOfDay = Date.parse('2026-11-21T00:00:00Z') / 1_000
const free: Limits = { perMinute: 60, perDay: 1_000 }

/** The verdict on the last of a number of requests. */
const after = (count: number, limits: Limits, now = noon, bucket = emptyBucket()): Verdict => {
  let verdict: Verdict | undefined
  for (let n = 0; n < count; n += 1) {
    verdict = verdictOf(bucket, limits, spend(bucket, limits, now, true), now)
  }
  assert.ok(verdict)
  return verdict
}

test('if both windows have the same number remaining, the trio shows the one that lasts longer', () => {
  const verdict = after(1, { perMinute: 5, perDay: 5 })
  assert.deepEqual([verdict.limit, verdict.remaining, verdict.reset], [5, 4, endOfDay])
  const stopped = after(6, { perMinute: 5, perDay: 5 })
  assert.deepEqual([stopped.remaining, stopped.reset], [0, endOfDay])
  assert.match(quotaRefusal(stopped).message, /All 5 requests of this day \(UTC\)/)
})

test('of both windows the trio shows the one with fewer requests remaining', () => {
  const { limit, remaining, reset } = after(1, free)
  assert.deepEqual([limit, remaining, reset], [60, 59, noon / 1_000 + 30])
})

test('only the refusal that starts a ban says that it began', () => {
  const limits = { perMinute: 3, perDay: 3 }
  const bucket = emptyBucket()
  const began = (count: number, now = noon): readonly unknown[] => {
    const { outcome, banBegan } = after(count, limits, now, bucket)
    return [outcome, banBegan]
  }
  assert.deepEqual(began(3), ['allowed', false])
  assert.deepEqual(began(2), ['day_used_up', false])
  assert.deepEqual(began(1), ['day_used_up', true])
  assert.deepEqual(began(1), ['banned', false])
  assert.deepEqual(began(1, noon + 300_000), ['day_used_up', false], 'at its very end')
})

test('a refusal of the minute shows its end, rounded up', () => {
  const error = quotaRefusal(after(61, free, noon + 1))
  assert.equal(error.code, 'rate_limit_exceeded')
  assert.equal(error.status, 429)
  assert.equal(error.headers['Retry-After'], '30')
  assert.equal(
    error.message,
    'All 60 requests of this minute are used up. Retry after 30 seconds (2026-11-20T12:01:00Z).',
  )
})

test('the refusal that causes the ban shows the end of the ban', () => {
  const verdict = after(120, free)
  assert.equal(verdict.outcome, 'minute_used_up')
  assert.equal(verdict.reset, noon / 1_000 + 300)
  assert.equal(
    quotaHeaders(verdict),
    headerLines({
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(noon / 1_000 + 300),
      'RateLimit-Policy': '"minute";q=60;w=60, "day";q=1000;w=86400',
      RateLimit: '"minute";r=0;t=300, "day";r=0;t=300',
    }),
  )
  assert.equal(quotaRefusal(verdict).headers['Retry-After'], '300')
})

test('the refusal that brings a ban does not promise a used-up day before its end', () => {
  const verdict = after(8, { perMinute: 4, perDay: 4 })
  assert.equal(verdict.outcome, 'day_used_up')
  assert.equal(verdict.reset, endOfDay)
  assert.equal(quotaRefusal(verdict).headers['Retry-After'], '43170')
  // The caller waits for the end of a ban that outlasts the day.
  const late = Date.parse('2026-11-20T23:59:00Z')
  assert.equal(after(8, { perMinute: 4, perDay: 4 }, late).reset, late / 1_000 + 300)
})

test('a refusal of a banned key whose day is used up too shows the end of the ban', () => {
  const verdict = after(9, { perMinute: 4, perDay: 4 })
  assert.equal(verdict.outcome, 'banned')
  assert.equal(verdict.reset, noon / 1_000 + 300)
})

test('Retry-After is whole, at least 1 and never before what stops the caller ends', () => {
  const limits = fc.record({
    perMinute: fc.integer({ min: 1, max: 4 }),
    perDay: fc.integer({ min: 1, max: 8 }),
  })
  const times = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2031-01-01') })
  const gaps = fc.array(fc.oneof(fc.constant(0), fc.nat({ max: 20_000 })), { maxLength: 40 })
  fc.assert(
    fc.property(limits, times, gaps, (plan, start, pauses) => {
      const bucket = emptyBucket()
      let now = start
      for (const pause of pauses) {
        now += pause
        const verdict = verdictOf(bucket, plan, spend(bucket, plan, now, true), now)
        assert.ok(Number.isSafeInteger(verdict.reset) && verdict.reset * 1_000 > now)
        assert.ok(verdict.remaining >= 0 && verdict.remaining < verdict.limit)
        if (verdict.outcome === 'allowed') continue
        const retryAfter = quotaRefusal(verdict).headers['Retry-After'] ?? ''
        assert.match(retryAfter, /^[1-9]\d*$/)
        assert.ok(now + Number(retryAfter) * 1_000 >= verdict.reset * 1_000)
        if (verdict.outcome === 'banned') continue
        const retried = spend(structuredClone(bucket), plan, now + Number(retryAfter) * 1_000, true)
        assert.equal(retried, 'allowed', 'a caller that waited for Retry-After is admitted')
      }
    }),
    { numRuns: 500 },
  )
})
