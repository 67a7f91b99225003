import { dateTimeText } from '../core/date-time.ts'
import { type Change, type Rule, update, type Write } from '../data/change.ts'
import type { Stored } from '../data/table.ts'
import {
  type Attempt,
  type Delivery,
  type DeliveryStatus,
  keptAttempt,
  maxAttempts,
} from './delivery.ts'
import { pingType } from './message.ts'
import { webhookAndProgress } from './owned.ts'
import { delayAfter } from './retry.ts'
import { isSent, isSuccess, type Standing, standingAfter, standingAfterPing } from './standing.ts'
import {
  deliveries,
  type DeliveryRow,
  type ProgressRow,
  type WebhookRow,
  webhookProgress,
  webhooks,
} from './table.ts'
import type { WebhookState } from './webhook.ts'

/** What became of one attempt to send a delivery. */
export type AttemptOutcome = {
  readonly deliveryId: bigint
  /** That of the delivery when it was read for the attempt. */
  readonly version: bigint
  /** Where it went. */
  readonly url: string
  readonly attempt: Attempt
  /** Milliseconds after which the receiver wants to be asked again. */
  readonly retryAfter?: number
  /** Random, from 0 to 1: spreads the next attempts. */
  readonly jitter: number
}

/** What is kept of one attempt; undefined if the report was outdated, and nothing of it is. */
export type Recorded =
  | { readonly status: DeliveryStatus; readonly nextAttemptAt: string | undefined }
  | undefined

/**
 * Records attempts to send to one webhook, and how it stands after them. The same report again, or one that another
 * change has outrun, does no harm: only what is still true of it counts.
 */
export type DeliveryRecord = Change<
  | {
      readonly outcome: 'recorded'
      readonly state: WebhookState
      /** In the order of the report. */
      readonly deliveries: readonly Recorded[]
    }
  | { readonly outcome: 'not_found' }
> & {
  readonly kind: 'delivery.record'
  /** The webhook. */
  readonly id: bigint
  /** The newest event when the attempts began: where a webhook begins that was never verified. */
  readonly newest: bigint
  readonly outcomes: readonly AttemptOutcome[]
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

export const deliveryRecord = (report: Omit<DeliveryRecord, 'kind' | 'rows'>): DeliveryRecord => ({
  kind: 'delivery.record',
  rows: report.outcomes.length + 1,
  ...report,
})

export const deliveryRecordRule: Rule<DeliveryRecord> = {
  kind: 'delivery.record',
  rows: (report) => [
    ...webhookAndProgress(report),
    ...report.outcomes.map(({ deliveryId }) => ({ table: deliveries, id: deliveryId })),
  ],
  decide: (report, [found, foundProgress, ...tried]) => {
    if (found === undefined || foundProgress === undefined) {
      return { refused: { outcome: 'not_found' } }
    }
    // The rows are of the tables that were asked for.
    const webhook = found.row as WebhookRow
    const progress = foundProgress.row as ProgressRow
    const steps = report.outcomes.map((outcome, at) => stepOf(outcome, tried[at], report))
    const { state, reason, failingSince } = standingAfterSteps(webhook, progress, steps, report.now)
    const writes = steps.flatMap(({ write }) => write ?? [])
    const begins = progress.position === undefined && state === 'enabled'
    return {
      writes: [
        ...writes,
        update(webhookProgress, report.id, {
          failingSince,
          ...(begins && { position: report.newest }),
        }),
        update(webhooks, report.id, { state, reason }),
      ],
      result: (written) => ({
        outcome: 'recorded',
        state,
        deliveries: steps.map(({ write }) =>
          write === undefined ? undefined : recordedOf(written[writes.indexOf(write)]),
        ),
      }),
    }
  },
}

/** What an outcome leads to. Without a write it is outdated, and counts for nothing. */
type Step = {
  readonly attempt: Attempt
  readonly url: string
  readonly isPing: boolean
  readonly write: Write | undefined
}

const stepOf = (
  outcome: AttemptOutcome,
  stored: Stored | undefined,
  { id, now }: DeliveryRecord,
): Step => {
  const { deliveryId, version, url } = outcome
  const attempt = keptAttempt(outcome.attempt)
  // The row is of the table that was asked for.
  const row = stored?.row as DeliveryRow | undefined
  const isPing = row?.type === pingType
  const isCurrent = row?.status === 'pending' && stored?.version === version && row.webhookId === id
  if (!isCurrent) return { attempt, url, isPing, write: undefined }
  const tries = row.tries + 1n
  const write = update(deliveries, deliveryId, {
    attempts: [...row.attempts, attempt].slice(-maxAttempts),
    tries,
    nextAttemptAt: undefined,
    ...nextState({ ...outcome, attempt }, Number(tries), now, !isPing),
  })
  return { attempt, url, isPing, write }
}

/** What becomes of a delivery after an attempt. A ping is not tried again. */
const nextState = (
  { attempt, jitter, retryAfter }: AttemptOutcome,
  tries: number,
  now: number,
  isRepeated: boolean,
): Pick<DeliveryRow, 'status' | 'nextAttemptAt'> => {
  if (isSuccess(attempt)) return { status: 'delivered' }
  const delay = isRepeated ? delayAfter(tries, jitter, retryAfter) : undefined
  return delay === undefined
    ? { status: 'failed' }
    : { status: 'pending', nextAttemptAt: dateTimeText(now + delay) }
}

/** How the webhook stands after the steps that count: what another URL answered says nothing of this one. */
const standingAfterSteps = (
  { state, reason, url }: WebhookRow,
  { failingSince }: ProgressRow,
  steps: readonly Step[],
  now: number,
): Standing => {
  const before: Standing = { state, reason, failingSince }
  const counted = steps.filter((step) => step.write !== undefined && step.url === url)
  const ping = counted.find(({ isPing }) => isPing)
  if (ping !== undefined && !isSent(state)) return standingAfterPing(before, ping.attempt)
  if (!isSent(state)) return before
  return standingAfter(
    before,
    counted.map(({ attempt }) => attempt),
    now,
  )
}

const recordedOf = (stored: Stored | undefined): Recorded => {
  const row = stored?.row as Delivery | undefined
  return row && { status: row.status, nextAttemptAt: row.nextAttemptAt }
}
