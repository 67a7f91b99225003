import { dateTimeText } from '../core/date-time.ts'
import type { WebhookRow } from '../webhooks/table.ts'
import { messageId, pingBody, pingType } from '../webhooks/message.ts'
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
    const body = pingBody(webhookId, createdAt)
    return { id: messageId({ pingId: id }), type: pingType, body }
  }
  const found = await events.find(eventId)
  return found && eventContent(found)
}

const eventContent = (event: {
  readonly id: bigint
  readonly type: string
  readonly json: string
}): Content => ({
  id: messageId({ eventId: event.id }),
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
  const known = opened.get(webhook) ?? open(webhook, sealer)
  if (known === undefined) return undefined
  opened.set(webhook, known)
  const { newest, before } = known
  const { previousSecretUntil: until } = webhook
  const isInGrace = before !== undefined && until !== undefined && dateTimeText(now) < until
  return isInGrace ? [newest, before] : [newest]
}

type Opened = { readonly newest: string; readonly before: string | undefined }

/** The secrets of each row that was read: to open them for each message would take as long as to sign it. */
const opened = new WeakMap<WebhookRow, Opened>()

const open = (webhook: WebhookRow, sealer: Sealer): Opened | undefined => {
  const { secret, previousSecret } = webhook
  const about = aboutSecret(webhook)
  const newest = sealer.open(secret, about)
  if (newest === undefined) return undefined
  const before = previousSecret === undefined ? undefined : sealer.open(previousSecret, about)
  return { newest, before }
}
