import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Bucket,
  bucketFields,
  bucketOf,
  emptyBucket,
  isSpent,
  liftBan,
  spend,
  type Verdict,
  verdictOf,
} from '../../src/access/quotas/bucket.ts'
import type { Outcome } from '../../src/base/spending.ts'
import type { Limits } from '../../src/access/quotas/plans.ts'
import { quotaStateOf, type Usage, usageOf } from '../../src/access/quotas/usage.ts'
import { TestClock } from '../helpers/app.ts'
import { headerLines } from '../../src/base/headers.ts'
import { quotaHeaders } from '../../src/http/exchange.ts'
import { quotaRefusal } from '../../src/http/refusals.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** A caller with its own bucket and clock. */
const caller = (limits: Limits, start = '2026-11-20T12:00:00Z') => {
  const bucket: Bucket = emptyBucket()
  const clock = new TestClock(start)
  const once = (plan = limits): Outcome => spend(bucket, plan, clock.time, true)
  return {
    bucket,
    clock,
    once,
    times: (count: number): Outcome[] => Array.from({ length: count }, () => once()),
    /** Sends requests until a ban begins, and returns its length in milliseconds. */
    earnBan: (): number => {
      while (once() !== 'banned');
      return bucket.banEnds * second - clock.time
    },
  }
}

const small: Limits = { perMinute: 3, perDay: 1_000 }

/** What a request gets. */
const outcomes: Readonly<Record<string, Outcome>> = {
  a: 'allowed',
  m: 'minute_used_up',
  d: 'day_used_up',
  b: 'banned',
}

const units: Readonly<Record<string, number>> = { ms: 1, s: second, m: minute, y: 365 * day }

/**
 * What the requests of a caller get, who begins at noon with three a minute: `aam` are three requests and their outcomes,
 * `2/5` is another plan, `23:58` sets the time and `+1ms` moves it.
 */
const timelines: Readonly<Record<string, string>> = {
  'a minute gives what the plan allows, and begins on the UTC minute': '12:00:59.999 aaam +1ms a',
  'a day gives what the plan allows, and begins at midnight UTC':
    '10/12 23:58 aaaaaaaaaa +1m aad +59999ms d +1ms a',
  'a request that is refused spends nothing of the day': '2/5 aam +1m aa +1m ad',
  'a clock set back by less than a window does not give the window twice': 'aaa -1ms m -59s m',
  'a clock set back further does not hold a caller until the wrong time comes again':
    '2/2 aad -1y a',
  'as many refusals as the plan has requests ban for 5 minutes': 'aaammmb +299999ms b +1ms a',
  'one refusal fewer brings none, and a new minute counts refusals anew':
    'aaamm +1m aaamm +1m aaamm +1m a',
  'refusals for the used-up day bring a ban too': '3/3 aaa +1m dddb +5m d',
  'banned requests do not lengthen the ban, count as refusals or spend': `aaammm ${'bbb +1s '.repeat(300)}aaamm`,
  'a ban that begins inside a second ends on a whole one, at most its length later':
    '12:00:10.400 aaammmb +299599ms b +1ms a',
  'a clock set back does not make a ban longer than it was made': 'aaammmb -1y b +5m a',
  'a plan that shrinks below what was spent refuses until the window ends':
    '6/1000 aaaaaa 3/1000 m +1m a',
}

for (const [what, timeline] of Object.entries(timelines)) {
  test(what, () => {
    let plan = small
    const { clock, once } = caller(plan)
    for (const step of timeline.split(' ')) {
      const [, sign, count, unit = ''] = /^([+-])(\d+)(\w+)$/.exec(step) ?? []
      const [perMinute, perDay] = step.split('/').map(Number)
      if (sign) clock.advance(Number(sign + count) * (units[unit] ?? 0))
      else if (step.includes(':')) clock.time = Date.parse(`2026-11-20T${step}Z`)
      else if (perMinute && perDay) plan = { perMinute, perDay }
      else for (const told of step) assert.equal(once(plan), outcomes[told], step)
    }
  })
}

test('each further ban within 24 hours of the last one’s end is twice as long, up to 24 hours, and a later one of 5 minutes again', () => {
  const { bucket, clock, earnBan } = caller(small)
  const lengths: number[] = []
  for (let n = 0; n < 11; n += 1) {
    lengths.push(earnBan() / minute)
    // The last moment at which the previous ban still counts.
    clock.time = bucket.banEnds * second + day
  }
  assert.deepEqual(lengths, [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 1_440, 1_440])
  clock.time = bucket.banEnds * second + day + 1
  assert.ok(earnBan() <= 5 * minute + second)
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

/** A day of the month and a time, of Unix seconds. */
const timeOf = (seconds: number): string => new Date(seconds * second).toISOString().slice(8, 19)

test('the usage of both windows and the span of a ban are told without a charge', () => {
  const limits = { perMinute: 3, perDay: 5 }
  const { bucket, clock, times } = caller(limits, '2026-11-20T12:00:10Z')
  const told = ({ minute: ofMinute, day: ofDay, bannedSince, bannedUntil }: Usage) => [
    ...[ofMinute, ofDay].map(
      ({ limit, used, remaining, resets }) =>
        `${used} of ${limit}, ${remaining} left until ${timeOf(resets)}`,
    ),
    ...[bannedSince, bannedUntil].map((each) => each && timeOf(each)),
  ]
  const usage = (plan = limits) => usageOf(bucket, plan, clock.time)
  const never = [undefined, undefined]
  times(4)
  const ofDay = '3 of 5, 2 left until 21T00:00:00'
  assert.deepEqual(told(usage()), ['3 of 3, 0 left until 20T12:01:00', ofDay, ...never])
  assert.equal(usage({ perMinute: 1, perDay: 1 }).day.remaining, 0)
  clock.advance(minute)
  const before = { ...bucket }
  assert.deepEqual(told(usage()), ['0 of 3, 3 left until 20T12:02:00', ofDay, ...never])
  assert.deepEqual(bucket, before)
  times(2)
  assert.equal(quotaStateOf(bucket, limits, clock.time).verdict.outcome, 'allowed')
  assert.deepEqual(times(3), ['day_used_up', 'day_used_up', 'day_used_up'])
  clock.advance(minute)
  const copy = bucketOf((at) => bucket[bucketFields[at] ?? 'day'])
  const { verdict, usage: banned } = quotaStateOf(copy, limits, clock.time)
  const { outcome, banBegan, remaining, reset } = verdict
  const ban = ['20T12:01:10', '20T12:06:10']
  assert.deepEqual([outcome, banBegan, remaining, timeOf(reset)], ['banned', false, 0, ban[1]])
  assert.deepEqual(banned, usage())
  const used = ['0 of 3, 3 left until 20T12:03:00', '5 of 5, 0 left until 21T00:00:00', ...ban]
  assert.deepEqual(told(banned), used)
  assert.equal(copy.minuteUsed, 0, 'its windows were moved')
  const { banBegan: again } = verdictOf(bucket, limits, 'day_used_up', bucket.banEnds * second)
  assert.equal(again, false, 'at its very end')
})

const noon = Date.parse('2026-11-20T12:00:30Z')
const free: Limits = { perMinute: 60, perDay: 1_000 }
const same: Limits = { perMinute: 5, perDay: 5 }

/** The verdict on the last of a number of requests. */
const after = (count: number, limits: Limits, now = noon): Verdict => {
  const bucket = emptyBucket()
  for (let n = 1; n < count; n += 1) spend(bucket, limits, now, true)
  return verdictOf(bucket, limits, spend(bucket, limits, now, true), now)
}

/**
 * What is shown of the last of so many requests at a time of the day: its outcome, the requests left, and the end of the
 * window or the ban that stops the caller longest.
 */
for (const [what, limits, count, time, shown] of [
  ['the window with fewer requests left', free, 1, '12:00:30', 'allowed, 59 of 60, 20T12:01:00'],
  ['the longer window of two alike', same, 1, '12:00:30', 'allowed, 4 of 5, 21T00:00:00'],
  ['the longer one of two used up', same, 6, '12:00:30', 'day_used_up, 0 of 5, 21T00:00:00'],
  ['the end of a minute', free, 61, '12:00:30.001', 'minute_used_up, 0 of 60, 20T12:01:00'],
  ['a ban that begins', free, 120, '12:00:30', 'minute_used_up + ban, 0 of 60, 20T12:05:30'],
  ['a day that outlasts a ban', same, 10, '12:00:30', 'day_used_up + ban, 0 of 5, 21T00:00:00'],
  ['a ban that outlasts the day', same, 10, '23:59:00', 'day_used_up + ban, 0 of 5, 21T00:04:00'],
  ['a ban though the day is over', same, 11, '12:00:30', 'banned, 0 of 5, 20T12:05:30'],
] as const) {
  test(`of a quota is shown ${what}`, () => {
    const now = Date.parse(`2026-11-20T${time}Z`)
    const verdict = after(count, limits, now)
    const { outcome, banBegan, limit, remaining, reset } = verdict
    const until = timeOf(reset)
    const told = outcome + (banBegan ? ' + ban' : '')
    assert.equal(`${told}, ${remaining} of ${limit}, ${until}`, shown)
    if (outcome === 'allowed') return
    const { headers, message } = quotaRefusal(verdict)
    const retryAfter = String(Math.ceil(reset - now / 1_000))
    assert.equal(headers['Retry-After'], retryAfter)
    const reason =
      outcome === 'banned'
        ? 'This API key is banned because it kept sending after 429 answers'
        : `All ${limit} requests of this ${outcome === 'day_used_up' ? 'day (UTC)' : 'minute'} are used up`
    assert.equal(message, `${reason}. Retry after ${retryAfter} seconds (2026-11-${until}Z).`)
  })
}

test('a ban is in all headers of the refusal that begins it', () => {
  const banEnds = noon / 1_000 + 300
  assert.equal(
    quotaHeaders(after(120, free)),
    headerLines({
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(banEnds),
      'RateLimit-Policy': '"minute";q=60;w=60, "day";q=1000;w=86400',
      RateLimit: '"minute";r=0;t=300, "day";r=0;t=300',
    }),
  )
})
