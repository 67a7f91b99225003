import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RangeSum } from '../../src/base/data/table.ts'
import { getStatistics } from '../../src/resources/statistics/operations.ts'

const now = Date.parse('2026-11-26T12:00:00Z')

/** What is answered over a store that has these sums. */
const answer = async (query: object, sums: readonly RangeSum[] = []): Promise<unknown> => {
  const store = { sums: async () => await Promise.resolve(sums) }
  // The operation reads nothing else of what it is given.
  const outcome: object = await getStatistics.handle({ query, now } as never, { store } as never)
  return 'value' in outcome ? outcome.value : outcome
}
const none = { added: 0, adopted: 0, returned: 0, deleted: 0, placed: 0, expired: 0, cancelled: 0 }

test('one day is an interval, and the median is that of the adoptions whose days are known', async () => {
  const day = { from: '2026-11-26', to: '2026-11-26' }
  const of = (name: string, count: number, measure?: number): RangeSum => ({
    range: 0,
    name,
    count,
    measure,
  })
  const shown = async (...sums: readonly RangeSum[]) => await answer(day, sums)
  const start = { start: '2026-11-26', ...none }
  assert.deepEqual(await shown(), [start])
  assert.deepEqual(await shown(of('adopted', 2)), [{ ...start, adopted: 2 }])
  assert.deepEqual(await shown(of('adopted', 9), of('adopted', 1, 3), of('adopted', 1, 8)), [
    { ...start, adopted: 11, medianDays: 3 },
  ])
  assert.deepEqual(
    await shown(of('added', 9, 1), of('adopted', 1, 3), of('adopted', 2, 8), of('placed', 4)),
    [{ ...start, added: 9, adopted: 3, placed: 4, medianDays: 8 }],
  )
})

test('the first day is that of the month of the last, and the last is today', async () => {
  const starts = async (query: object): Promise<readonly string[]> =>
    ((await answer(query)) as ReadonlyArray<{ start: string }>).map(({ start }) => start)
  const days = await starts({})
  assert.deepEqual([days.length, days[0], days.at(-1)], [26, '2026-11-01', '2026-11-26'])
  assert.deepEqual(await starts({ interval: 'week', from: '2026-11-11' }), [
    '2026-11-11',
    '2026-11-16',
    '2026-11-23',
  ])
  assert.equal((await starts({ from: '2025-11-26' })).length, 366)
})
