import { Count, FullDate, Int64 } from '../../kit/fields.ts'
import { eachOptional } from '../../kit/merge-patch.ts'
import { Choice, Component, Type } from '../../base/schema/type.ts'
import type { Static } from 'typebox'

/** How many days one request may ask for: a leap year. */
export const maxDays = 366

export const intervals = ['day', 'week', 'month'] as const

export const StatisticsQuery = Type.Object(
  eachOptional({
    from: FullDate(
      'The first day; the first of the month of `to` if it is left out. A day begins and ends in the `timeZone`.',
      '2026-11-01',
    ),
    to: FullDate(
      `The last day; today if it is left out. From \`from\` to \`to\` there are at most ${maxDays} days.`,
      '2026-11-30',
    ),
    interval: Choice(intervals, {
      description:
        'The length of the intervals; `day` if it is left out. A week begins on Monday. In the first and the last interval, only the days from `from` to `to` are counted.',
    }),
    timeZone: Type.String({
      description:
        'The name of a time zone of IANA, like `Europe/Berlin`; `UTC` if it is left out.',
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z][A-Za-z0-9_+\\/\\-]*$',
      'x-pattern-rule': 'the form of the name of a time zone, like Europe/Berlin',
      examples: ['Europe/Berlin'],
    }),
    categoryId: Int64('Only animals of this category, and orders for them.', 3n),
  }),
)
export type StatisticsQuery = Static<typeof StatisticsQuery>

const Statistic = Component('Statistic', 'What happened in an interval of days.', {
  start: FullDate('The first day of the interval.', '2026-11-01'),
  added: Count('Animals that were added.', 12),
  adopted: Count('Animals that became `sold`, by an order or without one.', 9),
  returned: Count('Animals that were `sold` and came back.', 1),
  deleted: Count('Animals that were deleted.', 0),
  placed: Count('Orders that were placed.', 11),
  expired: Count('Orders that expired.', 2),
  cancelled: Count('Orders that were cancelled, or deleted while they were `placed`.', 1),
  medianDays: Type.Optional(
    Count(
      'The median number of whole days (of 24 hours) since each adopted animal was added or last returned; for an even number of animals the lower of the two in the middle. Missing if it is known for none.',
      17,
    ),
  ),
})
export type Statistic = Static<typeof Statistic>

export const Statistics = Type.Array(Statistic, {
  title: 'Statistics',
  description: 'What happened in each interval, ascending by `start`.',
  maxItems: maxDays,
})
