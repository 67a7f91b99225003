import { windowSeconds } from '../bucket.ts'

/** The window that stopped a request, or the ban. */
export const stops = [
  ...(Object.keys(windowSeconds) as Array<keyof typeof windowSeconds>),
  'ban',
] as const
export type Stop = (typeof stops)[number]

/** What the requests of one sum have in common. */
export type RequestKind = {
  /** The id of the operation, or the group of the path. */
  readonly operation: string
  readonly status: number
  /** The code of the error; undefined if the answer is none. */
  readonly code: string | undefined
  /** What stopped them; undefined if they were let through. */
  readonly window: Stop | undefined
}

/** How many requests of one kind the keys of one chain made in one minute. */
export type RequestSum = RequestKind & {
  readonly chainId: string
  /** Minutes since the Unix epoch: the one of which the requests spent their quota. */
  readonly minute: number
  readonly isDeprecated: boolean
  readonly count: number
}

/** How many requests of one kind there were in an interval. */
export type RequestEntry = RequestKind & {
  /** Unix seconds at which the interval begins. */
  readonly start: number
  readonly count: number
}

/** The intervals of the history, by the UTC clock: their length in seconds, and how many are kept, the present one too. */
export const intervals = {
  minute: { seconds: 60, kept: 60 },
  hour: { seconds: 3_600, kept: 7 * 24 },
  day: { seconds: 86_400, kept: 90 },
} as const
export type Interval = keyof typeof intervals

/** How many kinds of requests are told apart in one interval of one chain. The others count as the operation `other`. */
export const maxKinds = 60

/** The most sums that are added at once. */
export const maxAdded = 100

/** The operation of requests of which an interval has too many kinds. */
export const otherOperation = 'other'

/** The first interval that is kept, in Unix seconds. @param now milliseconds since the Unix epoch */
export const oldestKept = (interval: Interval, now: number): number => {
  const { seconds, kept } = intervals[interval]
  return (Math.floor(now / 1_000 / seconds) - kept + 1) * seconds
}

/** Which entries of an interval are read. */
export type HistoryRange = {
  /** Unix seconds; only intervals that begin then or later, and are still kept. */
  readonly from: number
  /** Only entries behind this one. */
  readonly after?: HistoryPosition | undefined
  /** The most entries. */
  readonly limit: number
}

/** The place of an entry: the Unix seconds at which its interval begins, and its kind. */
export type HistoryPosition = { readonly id: bigint; readonly text: string }

export const positionOf = (entry: RequestEntry): HistoryPosition => ({
  id: BigInt(entry.start),
  // No part has a space.
  text: [entry.operation, entry.status, entry.code ?? '', entry.window ?? ''].join(' '),
})

/** The intervals of a range, by their beginnings, and the kind behind which the first of them goes on. */
export const rangeStarts = (
  interval: Interval,
  { from, after }: HistoryRange,
  now: number,
): { readonly starts: readonly number[]; readonly behind: RequestKindCells } => {
  const { seconds } = intervals[interval]
  const first = Math.max(oldestKept(interval, now), Math.ceil(from / seconds) * seconds)
  const begin = Math.max(first, Number(after?.id ?? first))
  const starts: number[] = []
  for (let start = begin; start * 1_000 <= now; start += seconds) starts.push(start)
  const isWithin = after !== undefined && begin === Number(after.id)
  const [operation = '', status = '', code = '', window = ''] = isWithin
    ? after.text.split(' ')
    : []
  return { starts, behind: [begin, operation, Number(status), code, window] }
}

/** An interval and a kind as the stores compare them. */
export type RequestKindCells = readonly [
  start: number,
  operation: string,
  status: number,
  code: string,
  window: string,
]

/** Keeps how many requests there were, for each rotation chain. It rejects with `StorageUnavailable` if it cannot. */
export interface RequestHistory {
  /**
   * Adds sums to the minute, the hour and the day of each, in one transaction.
   *
   * @param sums `maxAdded` at most, so that the transaction holds nobody up
   */
  add(sums: readonly RequestSum[]): Promise<void>
  /**
   * The entries of a chain, by start and kind. What a call costs is bounded by its `limit`.
   *
   * @param now milliseconds since the Unix epoch
   */
  entries(
    chainId: string,
    interval: Interval,
    range: HistoryRange,
    now: number,
  ): Promise<readonly RequestEntry[]>
  /**
   * Forgets what is no longer kept, a few entries at a time.
   *
   * @returns whether there may be more
   */
  forget(now: number): Promise<boolean>
}
