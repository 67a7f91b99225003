import { dateTimeText } from '../core/date-time.ts'
import { type Change, insert, type Rule, update } from '../data/change.ts'
import { webhookAndProgress } from './owned.ts'
import { isSent } from './standing.ts'
import {
  deliveries,
  type DeliveryRow,
  type ProgressRow,
  type WebhookRow,
  webhookProgress,
} from './table.ts'

/** An event that a webhook wants. */
export type QueuedEvent = { readonly id: bigint; readonly type: string }

/** Moves a webhook on in the log, and queues a delivery for each event that it wants, in one transaction. */
export type DeliveryQueue = Change<
  | { readonly outcome: 'queued' }
  /** Another change came first. */
  | { readonly outcome: 'outdated' }
> & {
  readonly kind: 'delivery.queue'
  /** The webhook. */
  readonly id: bigint
  /** Its position, */
  readonly from: bigint
  /** and its next one. */
  readonly to: bigint
  /** Those between that it wants, ascending. */
  readonly events: readonly QueuedEvent[]
  /** Whether all events of a recovery were sent at least once. */
  readonly isRecovered: boolean
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

export const deliveryQueue = (parts: Omit<DeliveryQueue, 'kind' | 'rows'>): DeliveryQueue => ({
  kind: 'delivery.queue',
  rows: parts.events.length + 1,
  ...parts,
})

export const deliveryQueueRule: Rule<DeliveryQueue> = {
  kind: 'delivery.queue',
  rows: webhookAndProgress,
  decide: ({ id, from, to, events, isRecovered, now }, [found, foundProgress]) => {
    // The rows are of the tables that were asked for.
    const webhook = found?.row as WebhookRow | undefined
    const progress = foundProgress?.row as ProgressRow | undefined
    const isCurrent = progress?.position === from && progress.recoverFrom === undefined
    if (webhook === undefined || !isSent(webhook.state) || !isCurrent) {
      return { refused: { outcome: 'outdated' } }
    }
    const { formerTypes } = progress
    const former = formerTypes?.filter(({ until }) => until > to) ?? []
    const at = dateTimeText(now)
    return {
      writes: [
        update(webhookProgress, id, {
          position: to,
          ...(formerTypes && { formerTypes: former.length === 0 ? undefined : former }),
          ...(isRecovered && { recoverUntil: undefined }),
        }),
        ...events.map((event) =>
          insert(deliveries, {
            webhookId: id,
            eventId: event.id,
            type: event.type,
            status: 'pending',
            attempts: [],
            nextAttemptAt: at,
            createdAt: at,
            tries: 0n,
          }),
        ),
      ],
      result: () => ({ outcome: 'queued' }),
    }
  },
}

/**
 * Sets a webhook back to where a recovery begins. Its events that wait are queued anew from there, so the deliveries of
 * them that wait are at their end.
 */
export type WebhookSetBack = Change<{ readonly outcome: 'set_back' | 'outdated' }> & {
  readonly kind: 'webhook.set_back'
  readonly id: bigint
  /** Its position: while it stands, nothing else is queued. */
  readonly from: bigint
  /** Deliveries that may be pending. */
  readonly ids: readonly bigint[]
  /** Whether `ids` are the last of them. */
  readonly isLast: boolean
}

export const webhookSetBack = (parts: Omit<WebhookSetBack, 'kind' | 'rows'>): WebhookSetBack => ({
  kind: 'webhook.set_back',
  rows: parts.ids.length + 1,
  ...parts,
})

export const webhookSetBackRule: Rule<WebhookSetBack> = {
  kind: 'webhook.set_back',
  rows: (change) => [
    ...webhookAndProgress(change),
    ...change.ids.map((id) => ({ table: deliveries, id })),
  ],
  decide: ({ id, from, isLast }, [, foundProgress, ...found]) => {
    const progress = foundProgress?.row as ProgressRow | undefined
    const start = progress?.recoverFrom
    if (start === undefined || progress?.position !== from) {
      return { refused: { outcome: 'outdated' } }
    }
    const rows = found.flatMap((stored) => (stored?.row as DeliveryRow | undefined) ?? [])
    const again = rows.filter(
      ({ webhookId, status, eventId = 0n }) =>
        webhookId === id && status === 'pending' && eventId > start,
    )
    return {
      writes: [
        ...again.map((row) =>
          update(deliveries, row.id, { status: 'failed', nextAttemptAt: undefined }),
        ),
        ...(isLast
          ? [update(webhookProgress, id, { position: start, recoverFrom: undefined })]
          : []),
      ],
      result: () => ({ outcome: 'set_back' }),
    }
  },
}
