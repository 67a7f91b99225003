import { type Bucket, windowSeconds } from './bucket.ts'

/** Shares of the day's quota that cause an alert, in percent. */
export const alertShares = [80, 100] as const

/** An alert to the owner of a key. Times are in Unix seconds. */
export type QuotaAlert =
  | {
      readonly kind: 'threshold_reached'
      readonly percent: number
      readonly limit: number
      readonly used: number
      readonly resets: number
    }
  | { readonly kind: 'banned'; readonly until: number }

/** A count, and the day's limit that was last applied to it; 0 if none was. */
export type JudgedCount = Pick<Bucket, 'day' | 'dayUsed' | 'banEnds'> & {
  readonly dayLimit: number
}

/** Returns the alerts due since a count was last saved. A share is reported once a day, and again after a change of plan. */
export const quotaAlerts = (
  before: JudgedCount | undefined,
  after: JudgedCount,
): readonly QuotaAlert[] => {
  const { day, dayUsed: used, dayLimit: limit, banEnds } = after
  const alerts: QuotaAlert[] = []
  const reached = reachedBefore(before, after)
  for (const percent of alertShares) {
    const share = percent / 100
    if (reached >= share || used / limit < share) continue
    const resets = (day + 1) * windowSeconds.day
    alerts.push({ kind: 'threshold_reached', percent, limit, used, resets })
  }
  if (banEnds > (before?.banEnds ?? 0)) alerts.push({ kind: 'banned', until: banEnds })
  return alerts
}

/** The share of the day that was already reported; all of it if the stored count is of a later day. */
const reachedBefore = (before: JudgedCount | undefined, { day, dayLimit }: JudgedCount): number => {
  if (before?.day === day) return before.dayUsed / (before.dayLimit || dayLimit)
  return before?.day === day + 1 ? Infinity : 0
}
