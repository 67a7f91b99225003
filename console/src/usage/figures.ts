import type { UsageEntry } from '../../../client/src/index.ts'

/** How a request ended: done, refused for what it was, stopped by the quota, or failed in the service. */
export const endings = ['done', 'refused', 'over', 'failed'] as const
export type Ending = (typeof endings)[number]

/** How often requests ended so. */
export type Tally = Readonly<Record<Ending, number>>

/** One bar of the plot. */
export type Bar = Tally & {
  /** When its hour or day begins, in milliseconds since the epoch. */
  readonly start: number
}

/** The steps of the plot: their length in milliseconds, and how many it shows. */
export const steps = {
  hour: { length: 3_600_000, count: 24 },
  day: { length: 86_400_000, count: 30 },
} as const
export type Step = keyof typeof steps

export const endingOf = (status: number): Ending =>
  status < 400 ? 'done' : status === 429 ? 'over' : status < 500 ? 'refused' : 'failed'

/** Leaves out what spends no quota, which is what this very screen asks. */
export const spending = (entries: readonly UsageEntry[]): readonly UsageEntry[] =>
  entries.filter(({ operation }) => !operation.startsWith('getUsage'))

export const sumOf = (entries: readonly UsageEntry[]): number =>
  entries.reduce((sum, { count }) => sum + Number(count), 0)

/** The bars up to now, those without requests too. The service counts hours and days by the UTC clock. */
export const barsOf = (entries: readonly UsageEntry[], step: Step, now: number): readonly Bar[] => {
  const { length, count } = steps[step]
  const last = Math.floor(now / length) * length
  const byStart = Map.groupBy(entries, ({ start }) => Date.parse(start))
  return Array.from({ length: count }, (_, n) => {
    const start = last - (count - 1 - n) * length
    return { start, ...tallyOf(byStart.get(start) ?? []) }
  })
}

export const tallyOf = (entries: readonly UsageEntry[]): Tally => {
  const tally = { done: 0, refused: 0, over: 0, failed: 0 }
  for (const { status, count } of entries) tally[endingOf(status)] += Number(count)
  return tally
}

export const totalOf = (tally: Tally): number =>
  endings.reduce((sum, ending) => sum + tally[ending], 0)

/** A group of requests, with how many there were. */
export type Share = { readonly name: string; readonly count: number }

/** Requests by a property, most first. */
export const sharesOf = (
  entries: readonly UsageEntry[],
  nameOf: (entry: UsageEntry) => string,
): readonly Share[] =>
  [...Map.groupBy(entries, nameOf)]
    .map(([name, its]) => ({ name, count: sumOf(its) }))
    .sort((one, other) => other.count - one.count)

/** The largest shares, and one for all others. */
export const largest = (shares: readonly Share[], most: number): readonly Share[] => {
  if (shares.length <= most) return shares
  const others = shares.slice(most).reduce((sum, { count }) => sum + count, 0)
  return [...shares.slice(0, most), { name: 'other', count: others }]
}

/** Refusals that followed each other, and why. */
export type Refusals = {
  /** When the first and the last of these intervals begin, in milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  readonly count: number
  /** The most frequent code, and what stopped those requests. */
  readonly code: string
  readonly window: UsageEntry['window']
  /** The operation that sent most in that time, and how much in one interval at most. */
  readonly operation: string
  readonly peak: number
}

/**
 * The latest refusals of a history, back to the last interval without any; those by the quota, if
 * there are any.
 *
 * @param length of an interval of the history, in milliseconds
 */
export const latestRefusals = (
  entries: readonly UsageEntry[],
  length: number,
): Refusals | undefined => {
  const refused = entries.filter(({ status }) => status >= 400)
  const starts = new Set(refused.map(({ start }) => Date.parse(start)))
  if (starts.size === 0) return undefined
  const to = Math.max(...starts)
  let from = to
  while (starts.has(from - length)) from -= length
  const within = ({ start }: UsageEntry): boolean => {
    const time = Date.parse(start)
    return time >= from && time <= to
  }
  const all = refused.filter(within)
  // What the quota stopped matters more than what was wrong by itself.
  const stopped = all.filter(({ status }) => status === 429)
  const its = stopped.length > 0 ? stopped : all
  const [code = ''] = sharesOf(its, (entry) => entry.code ?? '').map(({ name }) => name)
  const coded = its.filter((entry) => entry.code === code)
  // A quota is used up by all requests, another refusal comes from the refused ones alone.
  const senders = coded[0]?.status === 429 ? entries.filter(within) : coded
  const [sender = { name: '' }] = sharesOf(senders, ({ operation }) => operation)
  const own = senders.filter(({ operation }) => operation === sender.name)
  const [peak = { count: 0 }] = sharesOf(own, ({ start }) => start)
  return {
    from,
    to,
    count: sumOf(its),
    code,
    window: coded[0]?.window,
    operation: sender.name,
    peak: peak.count,
  }
}

/** The refusals of one code. */
export type CodeCount = { readonly code: string; readonly count: number; readonly last: number }

/** Refusals and failures by code, most first, each with the start of its last interval. */
export const codesOf = (entries: readonly UsageEntry[]): readonly CodeCount[] => {
  const coded = entries.filter(({ code }) => code !== undefined)
  return sharesOf(coded, ({ code }) => code ?? '').map(({ name, count }) => {
    const its = coded.filter(({ code }) => code === name)
    return { code: name, count, last: Math.max(...its.map(({ start }) => Date.parse(start))) }
  })
}

/**
 * When the day's requests run out if the key goes on as in the last hour, in milliseconds since the
 * epoch; undefined if they last until the day ends, or if most are left.
 */
export const runsOutAt = (
  day: { readonly limit: number; readonly remaining: number; readonly resetsAt: string },
  lastHour: readonly UsageEntry[],
  now: number,
): number | undefined => {
  if (day.remaining === 0 || day.remaining > day.limit / 5) return undefined
  const rate = sumOf(lastHour.filter(({ status }) => status !== 429)) / steps.hour.length
  const end = now + day.remaining / rate
  return end < Date.parse(day.resetsAt) ? end : undefined
}

/** The steps of an axis from 0: round numbers, five at most. */
export const ticksOf = (most: number): readonly number[] => {
  const rough = Math.max(1, most) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? 1)
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, n) => n * step)
}

/** An operation as a person says it: "List animals" for `listPets`. */
export const operationText = (id: string): string => {
  if (id === 'none') return 'No such path'
  if (id === 'other') return 'All others'
  const words = id
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\bpet(?=s?\b)/, 'animal')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
