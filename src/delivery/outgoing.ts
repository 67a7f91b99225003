import { createHmac } from 'node:crypto'
import { dateTimeText } from '../base/date-time.ts'
import type { Sealer } from '../base/sealing.ts'
import type { EventLog, StoredEvent } from '../base/data/table.ts'
import { messageId, pingBody } from '../resources/webhooks/message.ts'
import { aboutSecret, type DeliveryRow, type WebhookRow } from '../resources/webhooks/table.ts'

/** Maximum number of events in one read. */
const maxRead = 200

export type EventReader = ReturnType<typeof eventReader>

/** Reads the log for all receivers. */
export const eventReader = (log: Pick<EventLog, 'after'>) => {
  /** Events read in this round, by the id of the event before them. */
  const reads = new Map<bigint, Promise<readonly StoredEvent[]>>()
  return {
    beginRound: (): void => reads.clear(),
    /** Returns some events after an id, ascending; empty if there are none. Receivers at the same position share a read. */
    after: async (id: bigint): Promise<readonly StoredEvent[]> =>
      await reads.getOrInsertComputed(id, async () => await log.after(id, maxRead)),
    find: async (id: bigint): Promise<StoredEvent | undefined> => {
      const [event] = await log.after(id - 1n, 1)
      return event?.id === id ? event : undefined
    },
  }
}

/**
 * Returns what a delivery sends: the `webhook-id` and the body. An event is sent byte for byte as `GET /events` shows it.
 * Undefined if the log no longer has the event.
 */
export const contentOf = async (
  delivery: DeliveryRow,
  events: Pick<EventReader, 'find'>,
): Promise<{ readonly id: string; readonly body: string } | undefined> => {
  const { eventId, webhookId, createdAt } = delivery
  const body =
    eventId === undefined ? pingBody(webhookId, createdAt) : (await events.find(eventId))?.json
  return body === undefined ? undefined : { id: messageId(delivery), body }
}

/**
 * Returns the secrets that currently sign the messages of a webhook, newest first; undefined if the newest cannot be
 * decrypted. @throws Error with advice for the operator if there is no usable key
 */
export const secretsOf = (
  webhook: WebhookRow,
  sealer: Sealer,
  now: number,
): readonly string[] | undefined => {
  const { secret, previousSecret, previousSecretUntil: until } = webhook
  const about = aboutSecret(webhook)
  const newest = sealer.open(secret, about)
  if (newest === undefined) return undefined
  const isInGrace = previousSecret !== undefined && until !== undefined && dateTimeText(now) < until
  const before = isInGrace ? sealer.open(previousSecret, about) : undefined
  return before === undefined ? [newest] : [newest, before]
}

/** The prefix of every secret (Standard Webhooks 1.0, "Signature scheme"). The rest is base64. */
const prefix = 'whsec_'

/**
 * Returns the headers that authenticate a message (Standard Webhooks 1.0). Each secret signs, so that during a rotation a
 * receiver may know either. The id is the same in every attempt. Receivers refuse an old `at` (Unix milliseconds).
 */
export const signedHeaders = (
  secrets: readonly string[],
  id: string,
  at: number,
  body: string,
): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(at / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
