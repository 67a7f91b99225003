import { dateTimeText } from '../core/date-time.ts'
import {
  type Change,
  type Found,
  insert,
  type RowKey,
  type Rule,
  touch,
  update,
  type Write,
} from '../data/change.ts'
import { shownRow, type Stored } from '../data/table.ts'
import { type Delivery, maxAttempts } from './delivery.ts'
import { pingType } from './message.ts'
import { ownWebhook, webhookAndProgress } from './owned.ts'
import {
  deliveries,
  type DeliveryRow,
  type ProgressRow,
  webhookProgress,
  webhooks,
} from './table.ts'

/** Adds the delivery of a ping, which is due at once. */
export const newPing = (webhookId: bigint, url: string, now: number): Write =>
  insert(deliveries, {
    webhookId,
    type: pingType,
    status: 'pending',
    attempts: [],
    nextAttemptAt: dateTimeText(now),
    createdAt: dateTimeText(now),
    tries: 0n,
    url,
  })

/** Ends a delivery that is pending and is not to be sent, and says why; nothing if it is not pending. */
export const cancel = (
  found: Stored | undefined,
  reason: string,
  now: number,
): readonly Write[] => {
  const row = found?.row as DeliveryRow | undefined
  if (row?.status !== 'pending') return []
  const attempt = { at: dateTimeText(now), duration: 0n, reason }
  return [
    update(deliveries, row.id, {
      status: 'failed',
      nextAttemptAt: undefined,
      attempts: [...row.attempts, attempt].slice(-maxAttempts),
    }),
  ]
}

/** The keys of a webhook, of its progress, and of the ping that was asked for last. */
export const webhookAndPing = (
  change: { readonly id: bigint },
  [, progress]: Found,
): readonly RowKey[] => {
  const { pingId } = (progress?.row ?? {}) as Partial<ProgressRow>
  const rows = webhookAndProgress(change)
  return pingId === undefined ? rows : [...rows, { table: deliveries, id: pingId }]
}

/** The id that a row was given, or has. */
export const idOf = (stored: Stored | undefined): bigint => stored?.row['id'] as bigint

/** Sends a webhook a ping, unless one is pending. */
export type WebhookPing = Change<
  { readonly outcome: 'asked'; readonly delivery: Delivery } | { readonly outcome: 'not_found' }
> & {
  readonly kind: 'webhook.ping'
  readonly id: bigint
  readonly ownerId: string
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

export const webhookPing = (id: bigint, ownerId: string, now: number): WebhookPing => ({
  kind: 'webhook.ping',
  id,
  ownerId,
  now,
})

export const webhookPingRule: Rule<WebhookPing> = {
  kind: 'webhook.ping',
  rows: webhookAndPing,
  decide: (change, [found, , asked]) => {
    const webhook = ownWebhook(found, change)
    if (webhook === undefined) return { refused: { outcome: 'not_found' } }
    const { id, now } = change
    const before = asked?.row as DeliveryRow | undefined
    // Whoever asks again and again sends the receiver no more than it answers.
    if (before?.status === 'pending') {
      const delivery = shownRow(deliveries, before)
      return { writes: [], result: () => ({ outcome: 'asked', delivery }) }
    }
    return {
      writes: [
        newPing(id, webhook.url, now),
        ([ping]) => update(webhookProgress, id, { pingId: idOf(ping) }),
        // Its version tells the sender that there is something to do.
        touch(webhooks, id),
      ],
      result: ([ping]) => ({ outcome: 'asked', delivery: ping?.row as Delivery }),
    }
  },
}
