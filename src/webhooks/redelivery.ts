import { dateTimeText } from '../core/date-time.ts'
import { type Change, type Rule, touch, update } from '../data/change.ts'
import type { Delivery } from './delivery.ts'
import { pingType } from './message.ts'
import { ownWebhook, webhookAndProgress } from './owned.ts'
import { cancel, idOf, webhookAndPing } from './ping.ts'
import { isSent } from './standing.ts'
import {
  deliveries,
  type DeliveryRow,
  type ProgressRow,
  webhookProgress,
  webhooks,
} from './table.ts'
import type { Webhook, WebhookState } from './webhook.ts'

/** The webhook is in a state in which it is sent nothing but pings. */
export type NotSent = {
  readonly outcome: 'not_sent'
  readonly state: WebhookState
  readonly reason: string | undefined
}

/** Sends a message again: its schedule begins anew, now. */
export type DeliveryRepeat = Change<
  | { readonly outcome: 'asked'; readonly delivery: Delivery }
  | { readonly outcome: 'webhook_not_found' | 'delivery_not_found' }
  | NotSent
> & {
  readonly kind: 'delivery.repeat'
  /** The webhook. */
  readonly id: bigint
  readonly deliveryId: bigint
  readonly ownerId: string
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

export const deliveryRepeat = (parts: Omit<DeliveryRepeat, 'kind'>): DeliveryRepeat => ({
  kind: 'delivery.repeat',
  ...parts,
})

export const deliveryRepeatRule: Rule<DeliveryRepeat> = {
  kind: 'delivery.repeat',
  rows: (change, found) => {
    const [webhook, progress, ...ping] = webhookAndPing(change, found)
    const keys = [webhook, progress, { table: deliveries, id: change.deliveryId }, ...ping]
    return keys.filter((key) => key !== undefined)
  },
  decide: (change, [found, , foundDelivery, ping]) => {
    const webhook = ownWebhook(found, change)
    if (webhook === undefined) return { refused: { outcome: 'webhook_not_found' } }
    const { id, deliveryId, now } = change
    // The row is of the table that was asked for.
    const delivery = foundDelivery?.row as DeliveryRow | undefined
    if (delivery?.webhookId !== id) return { refused: { outcome: 'delivery_not_found' } }
    const isPing = delivery.type === pingType
    const { state, reason } = webhook
    if (!isPing && !isSent(state)) return { refused: { outcome: 'not_sent', state, reason } }
    const due = { status: 'pending', nextAttemptAt: dateTimeText(now), tries: 0n } as const
    const isOther = ping !== undefined && idOf(ping) !== deliveryId
    return {
      writes: [
        update(deliveries, deliveryId, isPing ? { ...due, url: webhook.url } : due),
        // Its version tells the sender that there is something to do.
        touch(webhooks, id),
        ...(isPing ? [update(webhookProgress, id, { pingId: deliveryId })] : []),
        ...(isPing && isOther ? cancel(ping, 'Not sent, because another ping is sent.', now) : []),
      ],
      result: ([repeated]) => ({ outcome: 'asked', delivery: repeated?.row as Delivery }),
    }
  },
}

/**
 * Asks that a webhook is set back in the log, so that everything behind an event is sent again. Whoever works the queue
 * sets it back (`webhook.set_back`), since it knows what is queued.
 */
export type WebhookRecover = Change<
  | { readonly outcome: 'set_back'; readonly webhook: Webhook }
  /** Everything up to `until` is being sent again already; it has come to `position`. */
  | { readonly outcome: 'under_way'; readonly position: bigint; readonly until: bigint }
  | { readonly outcome: 'not_found' }
  | NotSent
> & {
  readonly kind: 'webhook.recover'
  readonly id: bigint
  readonly ownerId: string
  /** The event behind which to go on. */
  readonly position: bigint
  /** The newest event, with which the recovery ends. */
  readonly newest: bigint
}

export const webhookRecover = (parts: Omit<WebhookRecover, 'kind'>): WebhookRecover => ({
  kind: 'webhook.recover',
  ...parts,
})

export const webhookRecoverRule: Rule<WebhookRecover> = {
  kind: 'webhook.recover',
  rows: webhookAndProgress,
  decide: (change, [found, foundProgress]) => {
    const webhook = ownWebhook(found, change)
    if (webhook === undefined) return { refused: { outcome: 'not_found' } }
    const { state, reason } = webhook
    if (!isSent(state)) return { refused: { outcome: 'not_sent', state, reason } }
    const { id, position, newest } = change
    const progress = foundProgress?.row as ProgressRow
    const { recoverFrom, recoverUntil } = progress
    const reached = recoverFrom ?? progress.position ?? 0n
    // It only goes back: what was not sent yet is not skipped.
    const isBack = position < reached
    if (isBack && recoverUntil !== undefined) {
      return { refused: { outcome: 'under_way', position: reached, until: recoverUntil } }
    }
    return {
      writes: [
        touch(webhooks, id),
        ...(isBack
          ? [update(webhookProgress, id, { recoverFrom: position, recoverUntil: newest })]
          : []),
      ],
      result: ([after]) => ({ outcome: 'set_back', webhook: after?.row as Webhook }),
    }
  },
}
