import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  type Bucket,
  bucketFields,
  bucketOf,
  emptyBucket,
  isSpent,
  liftBan,
  spend,
} from '../../src/access/quotas/bucket.ts'
import type { Outcome } from '../../src/base/spending.ts'
import type { Limits } from '../../src/access/quotas/plans.ts'
import { quotaStateOf, usageOf } from '../../src/access/quotas/usage.ts'
import { TestClock } from '../helpers/app.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** A caller with its own bucket and clock. */
const caller = (limits: Limits, start = '2026-11-20T12:00:00Z') => {
  const bucket: Bucket = emptyBucket()
  const clock = new TestClock(start)
  const once = (): Outcome => spend(bucket, limits, clock.time, true)
  return {
    bucket,
    clock,
    once,
    times: (count: number): Outcome[] => Array.from({ length: count }, once),
    /** Sends requests until a ban begins, and returns its length in milliseconds. */
    earnBan: (): number => {
      while (once() !== 'banned');
      return bucket.banEnds * second - clock.time
    },
  }
}

const small: Limits = { perMinute: 3, perDay: 1_000 }

test('a minute gives what the plan allows, whenever in it the requests come', () => {
  const { clock, times, once } = caller(small, '2026-11-20T12:00:59.999Z')
  assert.deepEqual(times(4), ['allowed', 'allowed', 'allowed', 'minute_used_up'])
  clock.advance(1)
  assert.equal(once(), 'allowed', 'the next minute begins on the UTC minute')
})

test('a day gives what the plan allows and begins at midnight UTC', () => {
  const { clock, times, once } = caller({ perMinute: 10, perDay: 12 }, '2026-11-20T23:58:00Z')
  assert.ok(times(10).every((outcome) => outcome === 'allowed'))
  clock.advance(minute)
  assert.deepEqual(times(3), ['allowed', 'allowed', 'day_used_up'])
  clock.advance(minute - 1)
  assert.equal(once(), 'day_used_up')
  clock.advance(1)
  assert.equal(once(), 'allowed')
})

test('a request that is refused spends from neither window', () => {
  const { bucket, clock, times } = caller({ perMinute: 2, perDay: 5 })
  times(3)
  assert.deepEqual([bucket.minuteUsed, bucket.dayUsed], [2, 2])
  clock.advance(minute)
  times(2)
  clock.advance(minute)
  assert.deepEqual(times(2), ['allowed', 'day_used_up'])
  assert.deepEqual([bucket.minuteUsed, bucket.dayUsed], [1, 5])
})

test('a clock set back by less than a window does not give the window twice', () => {
  const { clock, times, once } = caller(small, '2026-11-20T12:01:00Z')
  times(3)
  clock.advance(-1)
  assert.equal(once(), 'minute_used_up')
  clock.advance(-59 * second)
  assert.equal(once(), 'minute_used_up')
})

test('a clock set back further does not hold a caller until the wrong time comes again', () => {
  const { clock, times, once } = caller({ perMinute: 2, perDay: 2 }, '2027-11-20T12:00:00Z')
  times(3)
  clock.time = Date.parse('2026-11-20T12:00:00Z')
  assert.equal(once(), 'allowed')
})

test('as many refusals in a minute as the plan allows requests bring a ban of 5 minutes', () => {
  const { clock, times, once } = caller(small)
  assert.deepEqual(times(3), ['allowed', 'allowed', 'allowed'])
  assert.deepEqual(times(3), ['minute_used_up', 'minute_used_up', 'minute_used_up'])
  assert.equal(once(), 'banned')
  clock.advance(5 * minute - 1)
  assert.equal(once(), 'banned')
  clock.advance(1)
  assert.equal(once(), 'allowed')
})

test('one refusal fewer brings none, and a new minute counts refusals anew', () => {
  const { clock, times, once } = caller(small)
  for (let n = 0; n < 10; n += 1) {
    times(3 + 2)
    clock.advance(minute)
  }
  assert.equal(once(), 'allowed')
})

test('refusals for the used-up day bring a ban too', () => {
  const { clock, times, once } = caller({ perMinute: 3, perDay: 3 })
  times(3)
  clock.advance(minute)
  assert.deepEqual(times(4), ['day_used_up', 'day_used_up', 'day_used_up', 'banned'])
  clock.advance(5 * minute)
  assert.equal(once(), 'day_used_up')
})

test('banned requests do not lengthen the ban, count as refusals or spend', () => {
  const { bucket, clock, times, once, earnBan } = caller(small)
  earnBan()
  const ends = bucket.banEnds
  for (let n = 0; n < 299; n += 1) {
    clock.advance(second)
    times(10)
  }
  assert.equal(bucket.banEnds, ends)
  clock.advance(second)
  assert.equal(once(), 'allowed')
  assert.equal(bucket.minuteUsed, 1)
})

test('each further ban within 24 hours of the last one’s end is twice as long, up to 24 hours', () => {
  const { bucket, clock, earnBan } = caller(small)
  const lengths: number[] = []
  for (let n = 0; n < 11; n += 1) {
    lengths.push(earnBan() / minute)
    // The last moment at which the previous ban still counts.
    clock.time = bucket.banEnds * second + day
  }
  assert.deepEqual(lengths, [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 1_440, 1_440])
})

test('a ban earned later than 24 hours after the last one’s end is of 5 minutes again', () => {
  const { bucket, clock, earnBan } = caller(small)
  earnBan()
  clock.time = bucket.banEnds * second
  assert.equal(earnBan(), 10 * minute)
  clock.time = bucket.banEnds * second + day + 1
  assert.ok(earnBan() <= 5 * minute + second)
})

test('a ban that begins inside a second ends on a whole one, at most its length later', () => {
  const { clock, once, earnBan } = caller(small, '2026-11-20T12:00:10.400Z')
  assert.equal(earnBan(), 5 * minute - 400)
  clock.advance(5 * minute - 401)
  assert.equal(once(), 'banned')
})

test('a clock set back does not make a ban longer than it was made', () => {
  const { clock, once, earnBan } = caller(small, '2027-11-20T12:00:00Z')
  earnBan()
  clock.time = Date.parse('2026-11-20T12:00:00Z')
  assert.equal(once(), 'banned')
  clock.advance(5 * minute)
  assert.equal(once(), 'allowed')
})

test('a plan that shrinks below what was spent refuses until the window ends', () => {
  const { bucket, clock } = caller(small)
  for (let n = 0; n < 50; n += 1) spend(bucket, { perMinute: 100, perDay: 1_000 }, clock.time, true)
  assert.equal(spend(bucket, small, clock.time, true), 'minute_used_up')
  clock.advance(minute)
  assert.equal(spend(bucket, small, clock.time, true), 'allowed')
})

test('no window ever lets more through than its plan allows, however the requests fall', () => {
  const limitsOf = fc.record({
    perMinute: fc.integer({ min: 1, max: 5 }),
    perDay: fc.integer({ min: 1, max: 20 }),
  })
  const pauses = fc.array(fc.nat({ max: 40 * second }), { maxLength: 300 })
  fc.assert(
    fc.property(limitsOf, pauses, (limits, steps) => {
      const { clock, once } = caller(limits, '2026-11-20T23:40:00Z')
      const passed = new Map<string, number>()
      for (const step of steps) {
        clock.advance(step)
        if (once() !== 'allowed') continue
        for (const [kind, length, max] of [
          ['minute', minute, limits.perMinute],
          ['day', day, limits.perDay],
        ] as const) {
          const window = `${kind} ${Math.floor(clock.time / length)}`
          const count = (passed.get(window) ?? 0) + 1
          passed.set(window, count)
          assert.ok(count <= max)
        }
      }
    }),
  )
})

test('a bucket is retained for as long as its day or the memory of its ban matters', () => {
  const { bucket, clock, once, earnBan } = caller(small)
  once()
  assert.equal(isSpent(bucket, clock.time), false)
  assert.equal(isSpent(bucket, Date.parse('2026-11-20T23:59:59.999Z')), false)
  assert.equal(isSpent(bucket, Date.parse('2026-11-21T00:00:00Z')), true)
  earnBan()
  const forgotten = bucket.banEnds * second + day
  assert.equal(isSpent(bucket, forgotten), false)
  assert.equal(isSpent(bucket, forgotten + 1), true)
  assert.equal(isSpent(bucket, forgotten + hour), true)
})

test('a ban that was lifted is as if it had never been, and a later one stays', () => {
  const { bucket, clock, once, earnBan } = caller(small)
  const first = earnBan()
  const began = clock.time / second
  assert.equal(liftBan(bucket, began - 1), false, 'a request from before the ban does not lift it')
  assert.equal(once(), 'banned')
  assert.equal(liftBan(bucket, began), true)
  assert.equal(once(), 'minute_used_up', 'what is used stays used')
  assert.equal(liftBan(bucket, began), false)
  assert.equal(earnBan(), first, 'the next ban is a first one, not twice as long')
})

test('the usage of both windows and the span of a ban are told without a charge', () => {
  const limits = { perMinute: 3, perDay: 5 }
  const { bucket, clock, times } = caller(limits, '2026-11-20T12:00:10Z')
  const noon = Date.parse('2026-11-20T12:00:00Z') / second
  const midnight = noon + 12 * 3_600
  const dayOf = (used: number, remaining: number) => ({
    limit: 5,
    used,
    remaining,
    resets: midnight,
  })
  const never = { bannedSince: undefined, bannedUntil: undefined }
  times(4)
  assert.deepEqual(usageOf(bucket, limits, clock.time), {
    minute: { limit: 3, used: 3, remaining: 0, resets: noon + 60 },
    day: dayOf(3, 2),
    ...never,
  })
  assert.equal(usageOf(bucket, { perMinute: 1, perDay: 1 }, clock.time).day.remaining, 0)
  clock.advance(minute)
  const unused = { limit: 3, used: 0, remaining: 3, resets: noon + 120 }
  const before = { ...bucket }
  assert.deepEqual(usageOf(bucket, limits, clock.time), {
    minute: unused,
    day: dayOf(3, 2),
    ...never,
  })
  assert.deepEqual(bucket, before)
  times(2)
  assert.equal(quotaStateOf(bucket, limits, clock.time).verdict.outcome, 'allowed')
  assert.deepEqual(times(3), ['day_used_up', 'day_used_up', 'day_used_up'])
  const copy = bucketOf((at) => bucket[bucketFields[at] ?? 'day'])
  assert.deepEqual(copy, bucket)
  clock.advance(minute)
  const { verdict, usage } = quotaStateOf(copy, limits, clock.time)
  const { outcome, banBegan, remaining, reset } = verdict
  assert.deepEqual([outcome, banBegan, remaining, reset], ['banned', false, 0, noon + 70 + 300])
  assert.deepEqual(usage, usageOf(bucket, limits, clock.time))
  assert.deepEqual(usage, {
    minute: { ...unused, resets: noon + 180 },
    day: dayOf(5, 0),
    bannedSince: noon + 70,
    bannedUntil: noon + 70 + 300,
  })
  assert.equal(copy.minuteUsed, 0, 'its windows were moved')
})
