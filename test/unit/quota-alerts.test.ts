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

const percents = (before: JudgedCount | undefined, after: JudgedCount): readonly number[] =>
  quotaAlerts(before, after).flatMap((news) =>
    news.kind === 'threshold_reached' ? [news.percent] : [],
  )

test('a share of the day is told when it is reached, and not before or again', () => {
  const steps = [0, 799, 800, 801, 999, 1_000]
  const told = steps.map((dayUsed, at) =>
    percents(at === 0 ? undefined : count({ dayUsed: steps[at - 1] ?? 0 }), count({ dayUsed })),
  )
  assert.deepEqual(told, [[], [], [80], [], [], [100]])
  assert.deepEqual(percents(undefined, count({ dayUsed: 1_000 })), [80, 100])
  const [news] = quotaAlerts(count(), count({ dayUsed: 810 }))
  const resets = (day + 1) * 86_400
  assert.deepEqual(news, {
    kind: 'threshold_reached',
    percent: 80,
    limit: 1_000,
    used: 810,
    resets,
  })
})

test('each day has shares of its own', () => {
  const yesterday = count({ day: day - 1, dayUsed: 900 })
  assert.deepEqual(percents(yesterday, count({ dayUsed: 10 })), [])
  assert.deepEqual(percents(yesterday, count({ dayUsed: 850 })), [80])
  const tomorrow = count({ day: day + 1 })
  assert.deepEqual(percents(tomorrow, count({ dayUsed: 850 })), [], 'the clock was set back')
})

test('another plan is judged by its own limit', () => {
  const used = count({ dayUsed: 900 })
  assert.deepEqual(percents(used, count({ dayUsed: 901, dayLimit: 10_000 })), [])
  const wide = count({ dayUsed: 7_999, dayLimit: 10_000 })
  assert.deepEqual(percents(wide, count({ dayUsed: 8_000, dayLimit: 10_000 })), [80])
  assert.deepEqual(percents(wide, count({ dayUsed: 7_999 })), [80, 100], 'a smaller plan')
})

test('a count of a version that judged none is judged by the limit of now', () => {
  const old = count({ dayUsed: 900, dayLimit: 0 })
  assert.deepEqual(percents(old, count({ dayUsed: 901 })), [])
  assert.deepEqual(percents(old, count({ dayUsed: 1_000 })), [100])
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
