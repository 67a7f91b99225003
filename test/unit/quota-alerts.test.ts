import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quotaAlerts, type JudgedCount } from '../../src/access/quotas/quota-alerts.ts'

const day = 20_777
const count = (more: Partial<JudgedCount> = {}): JudgedCount => ({
  day,
  dayUsed: 0,
  banEnds: 0,
  dayLimit: 1_000,
  ...more,
})

/** A count of so many requests, of so many that its plan gives a day, so many days ago. */
const used = (dayUsed: number, dayLimit = 1_000, ago = 0): JudgedCount =>
  count({ dayUsed, dayLimit, day: day - ago })

for (const [what, before, after, told] of [
  ['a share that is not reached', used(0), used(799), []],
  ['one that is', used(799), used(800), [80]],
  ['nothing more of one that was', used(800), used(999), []],
  ['all of a day', used(999), used(1_000), [100]],
  ['both shares of the first count', undefined, used(1_000), [80, 100]],
  ['nothing of the day before', used(900, 1_000, 1), used(10), []],
  ['a share of a new day', used(900, 1_000, 1), used(850), [80]],
  ['nothing while the clock is set back', used(0, 1_000, -1), used(850), []],
  ['nothing of a larger plan', used(900), used(901, 10_000), []],
  ['a share of the larger plan', used(7_999, 10_000), used(8_000, 10_000), [80]],
  ['both shares of a smaller plan', used(7_999, 10_000), used(7_999), [80, 100]],
  ['nothing anew of a count that a version without limits kept', used(900, 0), used(901), []],
  ['what such a count comes to', used(900, 0), used(1_000), [100]],
] as const) {
  test(`of a quota is told ${what}`, () => {
    const percents = quotaAlerts(before, after).flatMap((news) =>
      news.kind === 'threshold_reached' ? [news.percent] : [],
    )
    assert.deepEqual(percents, told)
  })
}

test('a share is told with what was used, of how much, and when it comes back', () => {
  assert.deepEqual(quotaAlerts(used(0), used(810)), [
    {
      kind: 'threshold_reached',
      percent: 80,
      limit: 1_000,
      used: 810,
      resets: (day + 1) * 86_400,
    },
  ])
})

test('a ban is told when it begins, and neither when it is lifted nor when the clock is set back', () => {
  const banned = count({ banEnds: 500 })
  assert.deepEqual(quotaAlerts(undefined, banned), [{ kind: 'banned', until: 500 }])
  assert.deepEqual(quotaAlerts(count(), banned), [{ kind: 'banned', until: 500 }])
  assert.deepEqual(quotaAlerts(banned, banned), [])
  assert.deepEqual(quotaAlerts(banned, count()), [])
  assert.deepEqual(quotaAlerts(banned, count({ banEnds: 400 })), [])
  assert.deepEqual(quotaAlerts(banned, count({ banEnds: 900 })), [{ kind: 'banned', until: 900 }])
})
