import { dateTimeText } from '../../base/date-time.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import {
  type Decision,
  defineChange,
  refuse,
  type Refused,
  touch,
  update,
} from '../../base/data/change.ts'
import { rowOf } from '../../base/data/table.ts'
import {
  cancel,
  idOf,
  newDelivery,
  notSent,
  ofOwner,
  type Queued,
  queued,
  type Timed,
  webhookAndPing,
  webhookAndProgress,
} from './changes.ts'
import { type Attempt, boundedAttempt, maxAttempts } from './delivery.ts'
import { healthAfter, isSuccess, receivesEvents } from './health.ts'
import { pingType } from './message.ts'
import { deliveries, type DeliveryRow, webhookProgress, webhooks } from './table.ts'
import type { WebhookState } from './webhook.ts'

export type QueuedEvent = { readonly id: bigint; readonly type: string }

type Queueing = {
  /** The webhook. */
  readonly id: bigint
  /** Its current position in the log, and the next one. */
  readonly from: bigint
  readonly to: bigint
  /** The events between these that it wants, ascending. */
  readonly events: readonly QueuedEvent[]
  /** Whether all events of a recovery were sent at least once. */
  readonly isRecovered: boolean
  readonly now: number
}

/**
 * Advances a webhook in the log, and queues a delivery for each event that it wants, in one transaction. The outcome is
 * `outdated` if another change came first.
 */
export const deliveryQueue = defineChange({
  kind: 'delivery.queue',
  parts: (parts: Queueing) => ({ rows: parts.events.length + 1, ...parts }),
  rows: webhookAndProgress,
  decide: (
    { id, from, to, events, isRecovered, now },
    [found, foundProgress],
  ): Decision<{ readonly outcome: 'queued' | 'outdated' }> => {
    const webhook = rowOf(webhooks, found)
    const progress = rowOf(webhookProgress, foundProgress)
    if (webhook === undefined || !receivesEvents(webhook.state) || progress?.position !== from)
      return { refused: { outcome: 'outdated' } }
    const { formerTypes } = progress
    const former = formerTypes?.filter(({ until }) => until > to) ?? []
    return {
      writes: [
        update(webhookProgress, id, {
          position: to,
          ...(formerTypes && { formerTypes: former.length === 0 ? undefined : former }),
          ...(isRecovered && { recoverUntil: undefined }),
        }),
        ...events.map((event) =>
          newDelivery({ webhookId: id, eventId: event.id, type: event.type }, now),
        ),
      ],
      result: () => ({ outcome: 'queued' }),
    }
  },
})

/** The outcome of one attempt to send a delivery. */
export type Report = {
  /** The webhook. */
  readonly id: bigint
  readonly deliveryId: bigint
  /** The version of the delivery when it was read for the attempt. */
  readonly version: bigint
  /** Where the message was sent. */
  readonly url: string
  readonly attempt: Attempt
  /** Milliseconds after which the receiver wants the next attempt, by `Retry-After`. */
  readonly retryAfter?: number | undefined
  /** Random, from 0 to 1: spreads the next attempts. */
  readonly jitter: number
  /** The newest event when the attempt began: a webhook that is verified for the first time begins after it. */
  readonly newest: bigint
  readonly now: number
}

/**
 * Records an attempt, and the health of the webhook after it. Idempotent: a report that was already recorded, or that
 * another change has made outdated, changes nothing.
 */
export const deliveryRecord = defineChange({
  kind: 'delivery.record',
  parts: (report: Report) => report,
  rows: (report) => [...webhookAndProgress(report), { table: deliveries, id: report.deliveryId }],
  decide: (
    report,
    [found, foundProgress, tried],
  ): Decision<
    | { readonly outcome: 'recorded'; readonly state: WebhookState }
    | { readonly outcome: 'outdated' }
  > => {
    const { id, deliveryId, version, url, newest, now } = report
    const webhook = rowOf(webhooks, found)
    const progress = rowOf(webhookProgress, foundProgress)
    const row = rowOf(deliveries, tried)
    const isPending = row?.status === 'pending' && row.webhookId === id
    if (!isPending || tried?.version !== version || webhook === undefined || progress === undefined)
      return { refused: { outcome: 'outdated' } }
    const attempt = boundedAttempt(report.attempt)
    const isPing = row.type === pingType
    const tries = row.tries + 1n
    const { state: before, reason: why } = webhook
    const health = { state: before, reason: why, failingSince: progress.failingSince }
    // The answer of a former URL says nothing about the current one, and only a ping can enable a webhook.
    const counts = url === webhook.url && (isPing || receivesEvents(before))
    const { state, reason, failingSince } = counts ? healthAfter(health, attempt, now) : health
    const begins = progress.position === undefined && state === 'enabled'
    return {
      writes: [
        update(deliveries, deliveryId, {
          attempts: [...row.attempts, attempt].slice(-maxAttempts),
          tries,
          nextAttemptAt: undefined,
          ...nextState(report, Number(tries), isPing),
        }),
        update(webhookProgress, id, { failingSince, ...(begins && { position: newest }) }),
        update(webhooks, id, { state, reason }),
      ],
      result: () => ({ outcome: 'recorded', state }),
    }
  },
})

/** Seconds from each failed attempt to the next (Standard Webhooks 1.0, its recommended schedule). */
const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** The fraction by which a delay may be shorter or longer, so that messages that failed together are not retried together. */
const spread = 0.2
/** The longest delay that a receiver may request, in milliseconds. */
export const maxRetryAfter = 86_400_000

/**
 * Returns the delay before a message is sent again after a failed attempt.
 * @param tries how many attempts there were, including the failed one; at least 1
 * @param jitter random, from 0 to 1
 * @param retryAfter milliseconds for which the receiver asks to wait
 * @returns milliseconds from the attempt to the next; undefined if none is left
 */
export const delayAfter = (tries: number, jitter: number, retryAfter = 0): number | undefined => {
  const delay = delays[tries - 1]
  if (delay === undefined) return undefined
  const spreadDelay = Math.round(delay * 1_000 * (1 - spread + 2 * spread * jitter))
  return Math.max(spreadDelay, Math.min(retryAfter, maxRetryAfter))
}

/** Returns the state of a delivery after an attempt. A ping is not retried. */
const nextState = (
  { attempt, jitter, retryAfter, now }: Report,
  tries: number,
  isPing: boolean,
): Pick<DeliveryRow, 'status' | 'nextAttemptAt'> => {
  if (isSuccess(attempt)) return { status: 'delivered' }
  const delay = isPing ? undefined : delayAfter(tries, jitter, retryAfter)
  return delay === undefined
    ? { status: 'failed' }
    : { status: 'pending', nextAttemptAt: dateTimeText(now + delay) }
}

export const deliveryNotFound = (webhookId: bigint, id: bigint): Refusal =>
  refusal('delivery_not_found', `The webhook ${webhookId} has no delivery with the id ${id}.`)

/** Sends a message of the webhook `id` again. Its retry schedule starts over now. */
export const deliveryRepeat = defineChange({
  kind: 'delivery.repeat',
  parts: (parts: Timed & { readonly deliveryId: bigint }) => parts,
  rows: (change, found) =>
    webhookAndPing(change, found).toSpliced(2, 0, { table: deliveries, id: change.deliveryId }),
  decide: ofOwner((webhook, change, [, , found, ping]): Decision<Queued | Refused> => {
    const { id, deliveryId, now } = change
    const delivery = rowOf(deliveries, found)
    if (delivery?.webhookId !== id) return refuse(deliveryNotFound(id, deliveryId))
    const isPing = delivery.type === pingType
    const { state, url } = webhook
    if (!isPing && !receivesEvents(state)) return refuse(notSent(webhook))
    const due = { status: 'pending', nextAttemptAt: dateTimeText(now), tries: 0n } as const
    const isOther = ping !== undefined && idOf(ping) !== deliveryId
    return {
      writes: [
        update(deliveries, deliveryId, isPing ? { ...due, url } : due),
        // The new version tells the sender that there is work to do.
        touch(webhooks, id),
        ...(isPing ? [update(webhookProgress, id, { pingId: deliveryId })] : []),
        ...(isPing && isOther ? cancel(ping, 'Not sent, because another ping is sent.', now) : []),
      ],
      result: queued,
    }
  }),
})
