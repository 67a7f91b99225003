import { dateTimeText } from '../core/date-time.ts'
import type { WebhookRow } from '../webhooks/table.ts'
import { pingType } from '../webhooks/event-types.ts'
import { aboutSecret } from '../webhooks/secret.ts'
import type { Sealer } from '../core/sealing.ts'
import type { RecentEvents } from './recent-events.ts'
import type { Job } from './endpoint.ts'
import type { Message } from './send.ts'

/** The id, the type and the body of the message of a job. */
export type Content = Pick<Message, 'id' | 'body'> & { readonly type: string }

/**
 * What a job sends. An event is sent byte for byte as `GET /events` shows it.
 *
 * @returns undefined if the log does not have the event any more
 */
export const contentOf = async (
  { event, delivery }: Job,
  events: Pick<RecentEvents, 'find'>,
): Promise<Content | undefined> => {
  if (event !== undefined) return eventContent(event)
  const { id, eventId, webhookId, createdAt } = delivery.row
  if (eventId === undefined) {
    const body = {
      type: pingType,
      timestamp: createdAt,
      data: { webhook: { id: JSON.rawJSON(String(webhookId)) } },
    }
    return { id: `ping_${id}`, type: pingType, body: JSON.stringify(body) }
  }
  const found = await events.find(eventId)
  return found && eventContent(found)
}

const eventContent = (event: {
  readonly id: bigint
  readonly type: string
  readonly json: string
}): Content => ({
  id: `evt_${event.id}`,
  type: event.type,
  body: event.json,
})

/**
 * The secrets that sign the messages of a webhook now, the newest first.
 *
 * @param now milliseconds since the Unix epoch
 * @returns undefined if the newest cannot be opened
 * @throws Error with advice for the operator if there is no usable key
 */
export const secretsOf = (
  webhook: WebhookRow,
  sealer: Sealer,
  now: number,
): readonly string[] | undefined => {
  const { secret, previousSecret, previousSecretUntil } = webhook
  const about = aboutSecret(webhook)
  const newest = sealer.open(secret, about)
  if (newest === undefined) return undefined
  const isInGrace = previousSecretUntil !== undefined && dateTimeText(now) < previousSecretUntil
  const before =
    isInGrace && previousSecret !== undefined ? sealer.open(previousSecret, about) : undefined
  return before === undefined ? [newest] : [newest, before]
}
