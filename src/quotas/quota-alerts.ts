import { type Bucket, windowSeconds } from './bucket.ts'

/** Shares of the day, in percent, at which the owner of a key is told. */
export const alertShares = [80, 100] as const

/** What the owner of a key is told of its counts. Times are in Unix seconds. */
export type QuotaAlert =
  | {
      readonly kind: 'threshold_reached'
      readonly percent: number
      readonly limit: number
      readonly used: number
      readonly resets: number
    }
  | { readonly kind: 'banned'; readonly until: number }

/** A count, and the limit of the day by which it was judged; 0 if it never was. */
export type JudgedCount = Pick<Bucket, 'day' | 'dayUsed' | 'banEnds'> & {
  readonly dayLimit: number
}

/**
 * What is new in a count since it was saved before. A share is reached once in a day; if the key gets another plan, once
 * more by its limit.
 *
 * @param before undefined if nothing was saved
 */
export const quotaAlerts = (
  before: JudgedCount | undefined,
  after: JudgedCount,
): readonly QuotaAlert[] => {
  const { day, dayUsed: used, dayLimit: limit, banEnds } = after
  const news: QuotaAlert[] = []
  const reached = reachedBefore(before, after)
  for (const percent of alertShares) {
    const share = percent / 100
    if (reached >= share || used / limit < share) continue
    const resets = (day + 1) * windowSeconds.day
    news.push({ kind: 'threshold_reached', percent, limit, used, resets })
  }
  if (banEnds > (before?.banEnds ?? 0)) news.push({ kind: 'banned', until: banEnds })
  return news
}

/** The share of the day of `after` that was told before. Of a day that is over by what was saved, all was. */
const reachedBefore = (before: JudgedCount | undefined, { day, dayLimit }: JudgedCount): number => {
  if (before?.day === day) return before.dayUsed / (before.dayLimit || dayLimit)
  return before?.day === day + 1 ? Infinity : 0
}
