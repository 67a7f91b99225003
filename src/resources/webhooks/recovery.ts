import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import { dateTimeText } from '../../base/date-time.ts'
import type { EventLog, EventRange } from '../../base/data/table.ts'
import { idsOf, type SweptStore } from '../../base/data/sweep.ts'
import { deliveries } from './table.ts'
import type { Recovery } from './webhook.ts'

/** The most pending deliveries that a recovery ends. There are more only after redeliveries, and those are sent too. */
const maxEnded = 200

/** Returns the ids of the pending deliveries that a recovery of a webhook may end. */
export const pendingOf = async (
  store: Pick<SweptStore, 'page'>,
  webhookId: bigint,
): Promise<readonly bigint[]> => {
  const where = { webhookId, status: 'pending' }
  return (await idsOf(store, deliveries, { where, after: undefined, limit: maxEnded })).ids
}

/** Returns the event after which a webhook continues, or why it cannot go back that far. */
export const recoveryPosition = async (
  log: EventLog,
  { sinceEventId, since }: Recovery,
): Promise<bigint | Refusal> => {
  const range = await log.range()
  if (range.newest === 0n) return 0n
  const start = range.oldest - 1n
  // Events can be missing only if the log no longer begins with event 1.
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

/** Returns when an event, or else the next one in the log, happened, in milliseconds since the Unix epoch. */
const timeOf = async (log: EventLog, id: bigint): Promise<number> => {
  const [event] = await log.after(id - 1n, 1)
  // Every event has a timestamp.
  const { timestamp } = JSON.parse(event?.json ?? '{}') as { readonly timestamp?: string }
  return Date.parse(timestamp ?? '')
}
