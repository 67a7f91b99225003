import { windowSeconds } from '../bucket.ts'

/** The window that stopped a request, or the ban. */
export const stops = [
  ...(Object.keys(windowSeconds) as Array<keyof typeof windowSeconds>),
  'ban',
] as const
export type Stop = (typeof stops)[number]

/** A kind of request, as the history counts them. */
export type RequestKind = {
  /** The id of the operation, or the group of the path. */
  readonly operation: string
  readonly status: number
  /** The code of the error; undefined for a success. */
  readonly code: string | undefined
  /** What stopped them; undefined if nothing did. */
  readonly window: Stop | undefined
}

/** How many requests of one kind an owner sent in one minute. */
export type RequestSum = RequestKind & {
  readonly ownerId: string
  /** The minute that the requests were charged to, counted from the Unix epoch. */
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

/** The intervals of the history, by the UTC clock: their length in seconds, and how many are retained, including the current one. */
export const intervals = {
  minute: { seconds: 60, retained: 60 },
  hour: { seconds: 3_600, retained: 7 * 24 },
  day: { seconds: 86_400, retained: 90 },
} as const
export type Interval = keyof typeof intervals

/** The maximum number of kinds of requests in one interval of an owner. Further ones count as the operation `other`. */
export const maxKinds = 60

/** The maximum number of sums added at once. */
export const maxAdded = 100

/** The operation of requests beyond `maxKinds`. */
export const otherOperation = 'other'

/** The oldest interval that is retained, in Unix seconds. @param now milliseconds since the Unix epoch */
export const oldestRetained = (interval: Interval, now: number): number => {
  const { seconds, retained } = intervals[interval]
  return (Math.floor(now / 1_000 / seconds) - retained + 1) * seconds
}

/** Which entries of an interval are read. */
export type HistoryRange = {
  /** Unix seconds; only intervals that begin then or later, and are still retained. */
  readonly from: number
  /** Only entries after this one. */
  readonly after?: HistoryPosition | undefined
  /** The maximum number of entries. */
  readonly limit: number
}

/** The place of an entry: the Unix seconds at which its interval begins, and its kind. */
export type HistoryPosition = { readonly id: bigint; readonly text: string }

export const positionOf = (entry: RequestEntry): HistoryPosition => ({
  id: BigInt(entry.start),
  // No part has a space.
  text: [entry.operation, entry.status, entry.code ?? '', entry.window ?? ''].join(' '),
})

/** The starts of the intervals in a range, and the position after which to begin. */
export const rangeStarts = (interval: Interval, { from, after }: HistoryRange, now: number) => {
  const { seconds } = intervals[interval]
  const first = Math.max(oldestRetained(interval, now), Math.ceil(from / seconds) * seconds)
  const begin = Math.max(first, Number(after?.id ?? first))
  const starts: number[] = []
  for (let start = begin; start * 1_000 <= now; start += seconds) starts.push(start)
  const isWithin = after !== undefined && begin === Number(after.id)
  const [operation = '', status = '', code = '', window = ''] = isWithin
    ? after.text.split(' ')
    : []
  // As the stores compare a position.
  const behind = [begin, operation, Number(status), code, window] as const
  return { starts, behind }
}

/** The history of requests of each owner. It rejects with `StorageUnavailable` if it cannot be read or written. */
export interface RequestHistory {
  /**
   * Adds sums to the minute, the hour and the day of each, in one transaction.
   *
   * @param sums `maxAdded` at most, so that the transaction is short
   */
  add(sums: readonly RequestSum[]): Promise<void>
  /**
   * The entries of an owner, by start and kind. The `limit` bounds the cost.
   *
   * @param now milliseconds since the Unix epoch
   */
  entries(
    ownerId: string,
    interval: Interval,
    range: HistoryRange,
    now: number,
  ): Promise<readonly RequestEntry[]>
  /** How often an owner called deprecated operations in the days that are retained. */
  deprecatedCalls(ownerId: string, now: number): Promise<bigint>
  /**
   * Deletes what is no longer retained, a few entries at a time.
   *
   * @returns whether there may be more
   */
  forget(now: number): Promise<boolean>
}
