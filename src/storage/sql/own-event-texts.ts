import { dateTimeText } from '../../core/date-time.ts'
import type { QuotaAlert } from '../../quotas/quota-alerts.ts'
import type { OwnEvent } from './event-texts.ts'

type EventText = Pick<OwnEvent, 'type' | 'data'>

/** The event of what is new in a count. */
export const countEvent = (news: QuotaAlert): EventText => {
  if (news.kind === 'banned') {
    return { type: 'key.banned', data: JSON.stringify({ until: textOf(news.until) }) }
  }
  const { percent, limit, used, resets } = news
  return {
    type: 'usage.threshold_reached',
    data: JSON.stringify({ window: 'day', percent, limit, used, resetsAt: textOf(resets) }),
  }
}

const textOf = (unixSeconds: number): string => dateTimeText(unixSeconds * 1_000)

/** The event of a key that expires soon, at a time in milliseconds since the Unix epoch. */
export const expiryEvent = (key: {
  readonly keyId: string
  readonly keyName: string
  readonly expiresAt: number
}): EventText => ({
  type: 'key.expiring',
  data: JSON.stringify({ ...key, expiresAt: dateTimeText(key.expiresAt) }),
})
