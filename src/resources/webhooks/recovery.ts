import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import { dateTimeText } from '../../base/date-time.ts'
import type { EventLog, EventRange } from '../../base/data/table.ts'
import { idsOf, type SweptStore } from '../../base/data/sweep.ts'
import { deliveries } from './table.ts'
import type { Recovery } from './webhook.ts'

/** How many pending deliveries a recovery ends. Only redeliveries make more of them: those are sent, too. */
const maxEnded = 200

/** The pending deliveries that a recovery of a webhook may end. */
export const pendingOf = async (
  store: Pick<SweptStore, 'page'>,
  webhookId: bigint,
): Promise<readonly bigint[]> => {
  const where = { webhookId, status: 'pending' }
  return (await idsOf(store, deliveries, { where, after: undefined, limit: maxEnded })).ids
}

/** The event behind which a webhook is to go on, or why it cannot go back so far. */
export const recoveryPosition = async (
  log: EventLog,
  { sinceEventId, since }: Recovery,
): Promise<bigint | Refusal> => {
  const range = await log.range()
  if (range.newest === 0n) return 0n
  const start = range.oldest - 1n
  // Only what was there can be missing: before the first event of all there was none.
  if (sinceEventId !== undefined)
    return start > 0n && sinceEventId < start ? await gone(log, range) : sinceEventId
  const instant = Date.parse(since ?? '')
  if (start > 0n && (await timeOf(log, range.oldest)) > instant) return await gone(log, range)
  return await log.before(instant)
}

const gone = async (log: EventLog, { oldest }: EventRange): Promise<Refusal> =>
  refusal(
    'invalid_body',
    `The oldest stored event is ${oldest}, of ${dateTimeText(await timeOf(log, oldest))}. Recover from there with {"sinceEventId":${oldest - 1n}}, and compare what is older with the lists.`,
  )

/** When an event happened, or the next that the log still has, in milliseconds since the Unix epoch. */
const timeOf = async (log: EventLog, id: bigint): Promise<number> => {
  const [event] = await log.after(id - 1n, 1)
  // Every event has its time.
  const { timestamp } = JSON.parse(event?.json ?? '{}') as { readonly timestamp?: string }
  return Date.parse(timestamp ?? '')
}
