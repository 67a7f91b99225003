import { t } from '../core/language.ts'
import type { Usage, UsageEntry } from '../../../client/src/index.ts'
import { dayText, timeText } from '../core/time.ts'

/** The requests of a key in one interval with the same operation and result. */
export type Entry = Omit<UsageEntry, 'start' | 'count'> & {
  /** When its interval begins, in milliseconds since the epoch. */
  readonly start: number
  readonly count: number
}

/** The entries of a history, without the free requests, which this screen itself sends. */
export const spending = (history: readonly UsageEntry[]): readonly Entry[] =>
  history
    .filter(({ operation }) => !operation.startsWith('getUsage'))
    .map((entry) => ({ ...entry, start: Date.parse(entry.start), count: Number(entry.count) }))

/** An interval of a history: its length in milliseconds, and the text of a rate. */
export type Interval = { readonly length: number; readonly rateOf: (count: number) => string }

export const minute: Interval = {
  length: 60_000,
  rateOf: (count) => t('{count} a minute', { count }),
}

/** The intervals of the plot: how many it shows, and their labels. */
export const steps = {
  hour: {
    name: 'hour',
    tab: t('Hours'),
    title: t('Requests by hour'),
    length: 3_600_000,
    count: 24,
    rateOf: (count: number) => t('{count} an hour', { count }),
    span: t('in the last 24 hours'),
    before: t('in the hour from'),
    labelOf: timeText,
  },
  day: {
    name: 'day',
    tab: t('Days'),
    title: t('Requests by day'),
    length: 86_400_000,
    count: 30,
    rateOf: (count: number) => t('{count} a day', { count }),
    span: t('in the last 30 days'),
    before: t('on'),
    labelOf: dayText,
  },
} as const
export type Step = (typeof steps)['hour' | 'day']

/** What the screen shows: the usage of the key, the last hour by minute, and the entries of the plot. */
export type Figures = {
  readonly usage: Usage
  readonly minutes: readonly Entry[]
  readonly entries: readonly Entry[]
  readonly step: Step
}

/** What the tables below the plot show. */
export type Requests = Pick<Figures, 'entries' | 'step'>

/** How a request ended: done, refused as invalid, over the quota, or failed in the service. */
export type Ending = 'done' | 'refused' | 'over' | 'failed'

const endingOf = (status: number): Ending =>
  status < 400 ? 'done' : status === 429 ? 'over' : status < 500 ? 'refused' : 'failed'

/** One bar of the plot: the number of requests with each ending, and in total. */
export type Bar = Readonly<Record<Ending, number>> & {
  /** When its hour or day begins, in milliseconds since the epoch. */
  readonly start: number
  readonly total: number
}

/** The bars up to now, including those without requests. The service counts hours and days in UTC. */
export const barsOf = (
  entries: readonly Entry[],
  { length, count }: Step,
  now: number,
): readonly Bar[] => {
  const first = (Math.floor(now / length) - count + 1) * length
  return Array.from({ length: count }, (_, n) => {
    const start = first + n * length
    return barOf(
      start,
      entries.filter((entry) => entry.start === start),
    )
  })
}

/** A bar of all these entries. */
export const barOf = (start: number, entries: readonly Entry[]): Bar => {
  const bar = { start, total: sumOf(entries), done: 0, refused: 0, over: 0, failed: 0 }
  for (const { status, count } of entries) bar[endingOf(status)] += count
  return bar
}

const sumOf = (parts: ReadonlyArray<{ readonly count: number }>): number =>
  parts.reduce((sum, { count }) => sum + count, 0)

/** A group of requests, with their number. */
type Share<T = string> = { readonly name: T; readonly count: number }

/** Requests by a property, most first, each with its entries. */
export const sharesOf = <T>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => T,
): ReadonlyArray<Share<T> & { readonly its: readonly Entry[] }> =>
  [...Map.groupBy(entries, nameOf)]
    .map(([name, its]) => ({ name, its, count: sumOf(its) }))
    .sort((one, other) => other.count - one.count)

/** The largest shares, and one for all others. */
export const largest = (shares: readonly Share[], max: number): readonly Share[] => {
  const count = sumOf(shares.slice(max))
  return count === 0 ? shares : [...shares.slice(0, max), { name: 'other', count }]
}

const lastOf = (entries: readonly Entry[]): number => Math.max(...entries.map(({ start }) => start))

/** Refusals and failures by code, most first, each with the start of its last interval. */
export const codesOf = (entries: readonly Entry[]) =>
  sharesOf(
    entries.filter(({ code }) => code !== undefined),
    ({ code }) => code,
  ).map(({ name, count, its }) => ({ code: name, count, last: lastOf(its) }))

/** A series of refusals in consecutive intervals, and their cause. */
export type Refusals = {
  /** When the first and the last of these intervals begin, in milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  readonly count: number
  /** The most frequent code, and the window of the quota that blocked those requests. */
  readonly code: UsageEntry['code']
  readonly window: UsageEntry['window']
  /** The operation with the most requests in that time, and its maximum in one interval. */
  readonly operation: string
  readonly peak: number
}

/** The latest refusals of a history, back to the last interval without any. If the quota caused some, only those. */
export const latestRefusals = (
  entries: readonly Entry[],
  { length }: Interval,
): Refusals | undefined => {
  const refused = entries.filter(({ status }) => status >= 400)
  const to = lastOf(refused)
  let from = to
  while (refused.some(({ start }) => start === from - length)) from -= length
  const isWithin = ({ start }: Entry): boolean => start >= from && start <= to
  const all = refused.filter(isWithin)
  // Refusals by the quota matter more than invalid requests.
  const stopped = all.filter(({ status }) => status === 429)
  const isStopped = stopped.length > 0
  const its = isStopped ? stopped : all
  const [coded] = sharesOf(its, ({ code }) => code)
  if (coded === undefined) return undefined
  // All requests use up a quota; any other refusal is caused only by the refused requests.
  const senders = isStopped ? entries.filter(isWithin) : coded.its
  const [sender] = sharesOf(senders, ({ operation }) => operation)
  const [peak] = sharesOf(sender?.its ?? [], ({ start }) => start)
  return {
    from,
    to,
    count: sumOf(its),
    code: coded.name,
    window: coded.its[0]?.window,
    operation: sender?.name ?? '',
    peak: peak?.count ?? 0,
  }
}

/**
 * When the day's requests run out at the rate of the last hour, in milliseconds since the epoch; undefined if
 * they last until the day ends, or if most are left.
 */
export const runsOutAt = (
  day: { readonly limit: number; readonly remaining: number; readonly resetsAt: string },
  lastHour: readonly Entry[],
  now: number,
): number | undefined => {
  if (day.remaining === 0 || day.remaining > day.limit / 5) return undefined
  const rate = sumOf(lastHour.filter(({ status }) => status !== 429)) / steps.hour.length
  const end = now + day.remaining / rate
  return end < Date.parse(day.resetsAt) ? end : undefined
}

/** An operation in plain words: "List animals" for `listPets`. */
export const operationText = (id: string): string => {
  if (id === 'none') return t('No such path')
  if (id === 'other') return t('All others')
  return id
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\bpet(?=s?\b)/, 'animal')
    .replace(/./, (letter) => letter.toUpperCase())
}
