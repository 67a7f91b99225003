import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import { type RangeSum, slotOf, type SumsQuery } from '../../base/data/table.ts'
import type { Store } from '../../base/data/store.ts'
import { defineOperation } from '../../kit/operation.ts'
import { defineResource } from '../../kit/resource.ts'
import { maxDays, type Statistic, Statistics, StatisticsQuery } from './statistic.ts'

export const getStatistics = defineOperation({
  method: 'GET',
  path: '/store/statistics',
  scope: 'pets:read',
  summary: 'See what happened by day, week or month',
  description: `Returns how many animals were added, adopted, returned and deleted, and how many orders were placed, expired and cancelled, in each interval of up to ${maxDays} days. Each change is counted when it happens, so an animal that was adopted and returned counts as both. An animal counts for the category that it has then; an order for the category that its animal had when it was placed. The counts are kept for good.`,
  query: StatisticsQuery,
  answers: { 200: { description: 'What happened in each interval.', schema: Statistics } },
  handle: async ({ query, now }, { store }) => {
    const days = daysOf(query, now)
    if (!('from' in days)) return days
    const intervals = intervalsOf(days, query.interval ?? 'day')
    const statistics = statisticsOf(store, query.categoryId, intervals)
    return { status: 200, value: await Array.fromAsync(statistics) }
  },
})

/** Reads month by month, so that reading the sums of a year does not delay other requests. */
async function* statisticsOf(store: Store, part: SumsQuery['part'], all: readonly Interval[]) {
  for (const ranges of Map.groupBy(all, ({ start }) => start.slice(0, 7)).values()) {
    const byRange = Map.groupBy(await store.sums({ part, ranges }), ({ range }) => range)
    yield* ranges.map(({ start }, at) => statisticOf(start, byRange.get(at) ?? []))
    await nextTurn()
  }
}

type Days = {
  readonly from: Temporal.PlainDate
  readonly to: Temporal.PlainDate
  readonly zone: string
}

const daysOf = (
  { timeZone: zone = 'UTC', ...bounds }: StatisticsQuery,
  now: number,
): Days | Refusal => {
  let today: Temporal.PlainDate
  try {
    today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  } catch {
    return refusal('invalid_parameter', `timeZone must be the name of a time zone, not ${zone}.`)
  }
  const to = bounds.to === undefined ? today : Temporal.PlainDate.from(bounds.to)
  const from =
    bounds.from === undefined ? to.with({ day: 1 }) : Temporal.PlainDate.from(bounds.from)
  const count = from.until(to).days + 1
  if (count >= 1 && count <= maxDays) return { from, to, zone }
  return refusal(
    'invalid_parameter',
    count < 1
      ? `from must not be after to, which is ${String(to)}.`
      : `From ${String(from)} to ${String(to)} there are ${count} days; ask for ${maxDays} at most.`,
  )
}

type Interval = SumsQuery['ranges'][number] & { readonly start: string }

const intervalsOf = (
  { from, to, zone }: Days,
  interval: NonNullable<StatisticsQuery['interval']>,
): readonly Interval[] => {
  const intervals: Interval[] = []
  const behind = to.add({ days: 1 })
  for (let start = from; Temporal.PlainDate.compare(start, behind) < 0;) {
    const next = nextOf[interval](start)
    const end = Temporal.PlainDate.compare(next, behind) < 0 ? next : behind
    intervals.push({ start: String(start), first: slotAt(start, zone), end: slotAt(end, zone) })
    start = end
  }
  return intervals
}

const nextOf = {
  day: (date: Temporal.PlainDate) => date.add({ days: 1 }),
  week: (date: Temporal.PlainDate) => date.add({ days: 8 - date.dayOfWeek }),
  month: (date: Temporal.PlainDate) => date.with({ day: 1 }).add({ months: 1 }),
}

/** Returns the slot with which a day begins: at midnight, unless a clock change skips midnight. */
const slotAt = (date: Temporal.PlainDate, zone: string): number =>
  slotOf(date.toZonedDateTime(zone).epochMilliseconds)

const statisticOf = (start: string, sums: readonly RangeSum[]): Statistic => {
  const count = (wanted: string): number =>
    sums.reduce((sum, { name, count: each }) => (name === wanted ? sum + each : sum), 0)
  const medianDays = medianOf(sums.filter(({ name }) => name === 'adopted'))
  return {
    start,
    added: count('added'),
    adopted: count('adopted'),
    returned: count('returned'),
    deleted: count('deleted'),
    placed: count('placed'),
    expired: count('expired'),
    cancelled: count('cancelled'),
    ...(medianDays !== undefined && { medianDays }),
  }
}

/** @param sums ascending by their measures */
const medianOf = (sums: readonly RangeSum[]): number | undefined => {
  const measured = sums.filter(({ measure }) => measure !== undefined)
  let rest = measured.reduce((sum, { count }) => sum + count, 0) / 2
  return measured.find(({ count }) => (rest -= count) <= 0)?.measure
}

export const statisticsResource = defineResource({
  name: 'statistics',
  description: 'What happened in the store, by day, week or month.',
  operations: { getStatistics },
})
