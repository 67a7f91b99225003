import { t } from '../core/language.ts'
import type { Category, Statistic } from '../../../client/src/index.ts'
import { categoryText } from '../categories/names.ts'
import { dayText, monthText, serviceNow } from '../core/time.ts'
import { ask } from '../requests/ask.ts'
import { type Call, requestOf } from '../requests/call.ts'

/** The intervals of the figures: months, weeks or days, and the span that each covers. */
export const steps = {
  month: {
    tab: t('Months'),
    span: t('in the last 12 months'),
    word: t('Month'),
    by: t('by month'),
    labelOf: monthText,
  },
  week: {
    tab: t('Weeks'),
    span: t('in the last 26 weeks'),
    word: t('Week from'),
    by: t('by week'),
    labelOf: dayText,
  },
  day: {
    tab: t('Days'),
    span: t('in the last 31 days'),
    word: t('Day'),
    by: t('by day'),
    labelOf: dayText,
  },
} as const

export type StepName = keyof typeof steps

/** The counts of an interval, with their labels, in the order of the tables. */
export const measures = {
  added: t('Arrivals'),
  adopted: t('Adoptions'),
  returned: t('Returns'),
  deleted: t('Deleted'),
  placed: t('Holds'),
  expired: t('Holds expired'),
  cancelled: t('Holds cancelled'),
} as const

export type Measure = keyof typeof measures

export const measureNames = Object.keys(measures) as readonly Measure[]

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** The first day of the figures, in the visitor's time zone. */
const firstDay = (step: StepName, now: number): string => {
  const date = new Date(now)
  // Noon, so that a change to or from daylight saving time does not move the date.
  const start =
    step === 'month'
      ? new Date(date.getFullYear(), date.getMonth() - 11, 1, 12)
      : step === 'week'
        ? new Date(
            date.getFullYear(),
            date.getMonth(),
            date.getDate() - ((date.getDay() + 6) % 7) - 25 * 7,
            12,
          )
        : new Date(date.getFullYear(), date.getMonth(), date.getDate() - 30, 12)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${start.getFullYear()}-${two(start.getMonth() + 1)}-${two(start.getDate())}`
}

/** The call that reads the statistics of one category, or of all. */
export const statisticsCall = (step: StepName, categoryId?: bigint): Call<readonly Statistic[]> =>
  requestOf('GET /store/statistics', {
    query: { from: firstDay(step, serviceNow()), interval: step, timeZone, categoryId },
  })

/** The sum of a measure over intervals. */
export const sumOf = (statistics: readonly Statistic[], measure: Measure): number =>
  statistics.reduce((sum, each) => sum + each[measure], 0)

/** What happened in a category over the whole time. */
export type CategorySum = { readonly name: string } & Readonly<Record<Measure, number>>

/** The maximum number of categories to compare, at one request each. */
export const maxCompared = 20

/** Reads the sums of each category, those with most adoptions first. */
export const readCategorySums = async (
  step: StepName,
  categories: readonly Category[],
  signal: AbortSignal,
): Promise<readonly CategorySum[]> => {
  const sums = await Promise.all(
    categories.slice(0, maxCompared).map(async ({ id }) => {
      const { data } = await ask(statisticsCall(step, id), signal)
      const counts = measureNames.map((measure) => [measure, sumOf(data, measure)])
      // The object has every measure.
      return { name: categoryText(id), ...Object.fromEntries(counts) } as CategorySum
    }),
  )
  return sums.toSorted((one, other) => other.adopted - one.adopted)
}
