import { dateTimeText } from '../base/date-time.ts'
import type { Sealer } from '../base/sealing.ts'
import type { EventLog, StoredEvent } from '../base/data/events.ts'
import { messageId, pingBody } from '../resources/webhooks/message.ts'
import { aboutSecret } from '../resources/webhooks/secret.ts'
import type { DeliveryRow, WebhookRow } from '../resources/webhooks/table.ts'

/** How many events are cached, and how many are read at once. */
const sizes = { cached: 2_000, read: 200 } as const

/** Reads the log for all receivers, and caches what it read last. */
export class EventReader {
  readonly #log: Pick<EventLog, 'after'>
  readonly #recent = new Map<bigint, StoredEvent>()
  /** What was read in this round, by the event before it. */
  readonly #reads = new Map<bigint, Promise<readonly StoredEvent[]>>()

  constructor(log: Pick<EventLog, 'after'>) {
    this.#log = log
  }

  /** Call it at the start of a round. */
  beginRound(): void {
    this.#reads.clear()
  }

  /** Some events after an id, ascending; none if there are none. Receivers at the same place share what is read. */
  async after(id: bigint): Promise<readonly StoredEvent[]> {
    const read = this.#reads.get(id) ?? this.#read(id)
    this.#reads.set(id, read)
    return await read
  }

  /** One event; undefined if the log has it no more. */
  async find(id: bigint): Promise<StoredEvent | undefined> {
    const recent = this.#recent.get(id)
    if (recent !== undefined) return recent
    const [event] = await this.#log.after(id - 1n, 1)
    return event?.id === id ? event : undefined
  }

  async #read(id: bigint): Promise<readonly StoredEvent[]> {
    const events = await this.#log.after(id, sizes.read)
    for (const event of events) this.#recent.set(event.id, event)
    for (const old of this.#recent.keys()) {
      if (this.#recent.size <= sizes.cached) break
      this.#recent.delete(old)
    }
    return events
  }
}

/** The `webhook-id` and the body of a message. */
export type Content = { readonly id: string; readonly body: string }

/**
 * What a delivery sends. An event is sent byte for byte as `GET /events` shows it.
 *
 * @returns undefined if the log does not have the event any more
 */
export const contentOf = async (
  { id, eventId, webhookId, createdAt }: DeliveryRow,
  events: Pick<EventReader, 'find'>,
): Promise<Content | undefined> => {
  if (eventId === undefined) {
    return { id: messageId({ pingId: id }), body: pingBody(webhookId, createdAt) }
  }
  const event = await events.find(eventId)
  return event && { id: messageId({ eventId }), body: event.json }
}

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
