import { windowSeconds } from '../bucket.ts'

/** The window that stopped a request, or the ban. */
export const stops = [
  ...(Object.keys(windowSeconds) as Array<keyof typeof windowSeconds>),
  'ban',
] as const
export type Stop = (typeof stops)[number]

type RequestKind = {
  /** The id of the operation, or the group of the path. */
  readonly operation: string
  readonly status: number
  /** The code of the error; undefined for a success. */
  readonly code: string | undefined
  /** What stopped the requests; undefined if nothing did. */
  readonly window: Stop | undefined
}

export type RequestSum = RequestKind & {
  readonly ownerId: string
  /** The minute that the requests were charged to, counted from the Unix epoch. */
  readonly minute: number
  readonly isDeprecated: boolean
  readonly count: number
}

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

/** The most kinds of requests in one interval of an owner. Further ones count as the operation `other`. */
export const maxKinds = 60
export const otherOperation = 'other'

export const maxAdded = 100

export const oldestRetained = (interval: Interval, now: number): number => {
  const { seconds, retained } = intervals[interval]
  return (Math.floor(now / 1_000 / seconds) - retained + 1) * seconds
}

/** Selects entries of retained intervals that begin at `from` (Unix seconds) or later, after a position. */
export type HistoryRange = {
  readonly from: number
  readonly after?: HistoryPosition | undefined
  readonly limit: number
}

/** The position of an entry: the Unix seconds at which its interval begins, and its kind. */
export type HistoryPosition = { readonly id: bigint; readonly text: string }

export const positionOf = (entry: RequestEntry): HistoryPosition => ({
  id: BigInt(entry.start),
  // No part contains a space.
  text: [entry.operation, entry.status, entry.code ?? '', entry.window ?? ''].join(' '),
})

/** Returns the starts of the intervals in a range, and the position after which to begin. */
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
  // In the order in which the stores compare positions.
  const behind = [begin, operation, Number(status), code, window] as const
  return { starts, behind }
}

/** The history of requests of each owner. It rejects with `StorageUnavailable` if it cannot be read or written. */
export interface RequestHistory {
  /** Adds at most `maxAdded` sums, each to its minute, hour and day, in one short transaction. */
  add(sums: readonly RequestSum[]): Promise<void>
  /** Returns the entries of an owner, ordered by start and kind. The `limit` bounds the cost. */
  entries(
    ownerId: string,
    interval: Interval,
    range: HistoryRange,
    now: number,
  ): Promise<readonly RequestEntry[]>
  /** Returns how often an owner called deprecated operations in the retained days. */
  deprecatedCalls(ownerId: string, now: number): Promise<bigint>
  /** Deletes what is no longer retained, a few entries at a time. Returns whether there may be more. */
  forget(now: number): Promise<boolean>
}
