import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { UsageEntry } from '../../client/src/index.ts'
import { timeText } from '../../console/src/core/time.ts'
import { causeOf, sunset } from '../../console/src/usage/cause.ts'
import {
  barsOf,
  codesOf,
  largest,
  type Entry,
  latestRefusals,
  minute as byMinute,
  operationText,
  runsOutAt,
  sharesOf,
  steps,
} from '../../console/src/usage/figures.ts'
import { ticksOf } from '../../console/src/parts/ticks.ts'

const minute = 60_000
const hour = 3_600_000
const noon = Date.parse('2026-11-20T12:00:00Z')

const entry = (
  time: number,
  operation: string,
  count: number,
  [status, code, window]: readonly [number, UsageEntry['code']?, UsageEntry['window']?] = [200],
): Entry => ({
  start: time,
  operation,
  status,
  count,
  ...(code !== undefined && { code }),
  ...(window !== undefined && { window }),
})

const over = [429, 'rate_limit_exceeded', 'minute'] as const
const windows = [
  { name: 'minute', limit: 300, used: 0, remaining: 300, resetsAt: '2026-11-20T12:01:00Z' },
  { name: 'day', limit: 10_000, used: 0, remaining: 10_000, resetsAt: '2026-11-21T00:00:00Z' },
] as const

test('a bar tells how requests ended', () => {
  const endings = ([[200], [400, 'invalid_body'], over, [500, 'internal_error']] as const).map(
    (ending, n) => entry(noon, 'listPets', n + 1, ending),
  )
  const bar = { start: noon, total: 10, done: 1, refused: 2, over: 3, failed: 4 }
  assert.deepEqual(barsOf(endings, steps.hour, noon + 59 * minute).at(-1), bar)
})

test('small shares are taken together', () => {
  const shares = sharesOf(
    ['a', 'b', 'c', 'b'].map((name) => entry(noon, name, 2)),
    ({ operation }) => operation,
  )
  assert.deepEqual(
    largest(shares, 1).map(({ name, count }) => [name, count]),
    [
      ['b', 4],
      ['other', 4],
    ],
  )
  assert.equal(largest(shares, 3), shares)
})

/** Requests, and what is said of the latest refusals among them: in how many minutes from noon, and the sentence. */
const refusals: Readonly<Record<string, readonly [Entry[], minutes: number, sentence: string]>> = {
  'a quota that was used up, and who used most of it': [
    [
      entry(noon - 9 * minute, 'placeOrder', 50, over),
      entry(noon, 'listPets', 260),
      entry(noon, 'createPet', 40),
      entry(noon, 'createPet', 18, over),
      entry(noon + minute, 'listPets', 100),
      entry(noon + minute, 'listPets', 100, over),
      entry(noon + minute, 'getPet', 200, [404, 'pet_not_found']),
    ],
    2,
    '118 refused. The 300 requests of a minute were used up; most came from List animals (260 a minute).',
  ],
  'a ban': [
    [entry(noon, 'listPets', 3, [429, 'api_key_banned', 'ban'])],
    1,
    '3 refused. The key was paused, because it kept sending requests over its limit; most came from List animals (3 a minute).',
  ],
  'a mistake of the program': [
    [entry(noon, 'getPet', 3, [404, 'pet_not_found'])],
    1,
    '3 refused. Most were pet_not_found, from Get animal (3 a minute).',
  ],
}

for (const [cause, [entries, minutes, sentence]] of Object.entries(refusals)) {
  test(`the cause of the latest refusals is told: ${cause}`, () => {
    const found = latestRefusals(entries, byMinute)
    assert.ok(found)
    const span = `${timeText(noon)}–${timeText(noon + minutes * minute)}`
    assert.equal(causeOf(found, { windows: [...windows] }, byMinute), `${span}: ${sentence}`)
  })
}

test('errors are told by code, most first, with the last time', () => {
  const codes = codesOf([
    entry(noon, 'listPets', 1, over),
    entry(noon + hour, 'getPet', 1, over),
    entry(noon, 'getPet', 5, [404, 'pet_not_found']),
    entry(noon, 'getPet', 5),
  ])
  assert.deepEqual(codes, [
    { code: 'pet_not_found', count: 5, last: noon },
    { code: 'rate_limit_exceeded', count: 2, last: noon + hour },
  ])
})

test('the end of the day’s requests is told if they run out before the day does', () => {
  const day = { limit: 1_000, remaining: 100, resetsAt: '2026-11-21T00:00:00Z' }
  const lastHour = [entry(noon, 'listPets', 50), entry(noon, 'listPets', 500, over)]
  assert.equal(runsOutAt(day, lastHour, noon), noon + 2 * hour)
  assert.equal(runsOutAt({ ...day, remaining: 900 }, lastHour, noon), undefined)
  assert.equal(runsOutAt(day, [entry(noon, 'listPets', 1)], noon), undefined)
  assert.equal(runsOutAt(day, [], noon), undefined)
})

test('an axis has five steps at most, all round, and holds the largest value', () => {
  for (const most of [0, 1, 3, 7, 99, 118, 1_000, 1_234, 99_999]) {
    const ticks = ticksOf(most)
    assert.ok(ticks.length <= 6 && (ticks.at(-1) ?? 0) >= most, `${most}: ${ticks.join()}`)
    assert.equal(ticks[0], 0)
  }
  assert.deepEqual(ticksOf(118), [0, 50, 100, 150])
})

test('operations are said as a person says them', () => {
  const ids = ['listPets', 'getPet', 'createPets', 'updateOrder', 'none', 'other']
  assert.deepEqual(ids.map(operationText), [
    'List animals',
    'Get animal',
    'Create animals',
    'Update order',
    'No such path',
    'All others',
  ])
})

test('the end of what is deprecated is the one that the service announces', () => {
  const document = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')
  assert.ok(document.includes(new Date(sunset).toUTCString()))
})
