import { dateTimeText } from '../core/date-time.ts'
import { type Change, insert, type Rule, update, type Write } from '../data/change.ts'
import type { NewRowOf, Stored } from '../data/table.ts'
import {
  type Attempt,
  type Delivery,
  type DeliveryStatus,
  keptAttempt,
  mostAttempts,
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

/** What became of one attempt: of the first to send an event, or of a later one of a delivery. */
export type AttemptOutcome = {
  readonly attempt: Attempt
  /** Milliseconds after which the receiver wants to be asked again. */
  readonly retryAfter?: number
  /** Random, from 0 to 1: spreads the next attempts. */
  readonly jitter: number
} & (
  | { readonly eventId: bigint; readonly type: string }
  /** `version`: that of the delivery when it was read for the attempt. */
  | { readonly deliveryId: bigint; readonly version: bigint }
)

/** What is kept of one attempt; undefined if the report was outdated, and nothing of it is. */
export type Recorded =
  | {
      readonly deliveryId: bigint
      readonly status: DeliveryStatus
      readonly nextAttemptAt: string | undefined
    }
  | undefined

/**
 * Records attempts to send to one webhook, and how far it has come in the log, in one change. The same report again, or
 * one that another change has outrun, does no harm: only what is still true of it counts.
 */
export type DeliveryRecord = Change<
  | {
      readonly outcome: 'recorded'
      readonly state: WebhookState
      readonly position: bigint | undefined
      /** In the order of the report. */
      readonly deliveries: readonly Recorded[]
    }
  | { readonly outcome: 'not_found' }
> & {
  readonly kind: 'delivery.record'
  /** The webhook. */
  readonly id: bigint
  /** The URL to which the attempts went. */
  readonly url: string
  /** The epoch of the progress when the attempts began. */
  readonly epoch: bigint
  /** The event up to which everything was sent, or is not for this webhook; undefined if that did not move. */
  readonly position: bigint | undefined
  /** The newest event when the attempts began: where a webhook begins that was never verified. */
  readonly newest: bigint
  readonly outcomes: readonly AttemptOutcome[]
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

export const deliveryRecord = (report: Omit<DeliveryRecord, 'kind'>): DeliveryRecord => ({
  kind: 'delivery.record',
  ...report,
})

export const deliveryRecordRule: Rule<DeliveryRecord> = {
  kind: 'delivery.record',
  rows: (report) => [
    ...webhookAndProgress(report),
    ...report.outcomes.flatMap((outcome) =>
      'deliveryId' in outcome ? { table: deliveries, id: outcome.deliveryId } : [],
    ),
  ],
  decide: (report, [found, foundProgress, ...tried]) => {
    if (found === undefined || foundProgress === undefined) {
      return { refused: { outcome: 'not_found' } }
    }
    // The rows are of the tables that were asked for.
    const webhook = found.row as WebhookRow
    const progress = foundProgress.row as ProgressRow
    const steps = stepsOf(report, progress, tried)
    const standing = standingAfterSteps(webhook, progress, report, steps)
    const { state, reason, failingSince } = standing
    const next = { ...progressAfter(progress, report, steps, state), failingSince }
    const writes = steps.flatMap(({ write }) => write ?? [])
    return {
      writes: [
        ...writes,
        update(webhookProgress, report.id, next),
        update(webhooks, report.id, { state, reason }),
      ],
      result: (written) => ({
        outcome: 'recorded',
        state,
        position: next.position,
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
  readonly write: Write | undefined
  /** Set if it is the first attempt to send an event. */
  readonly eventId?: bigint
  /** Whether it is a ping, and whether its answer enables the webhook. */
  readonly ping?: 'deciding' | 'other'
}

/** @param tried the deliveries of the outcomes that name one, in their order */
const stepsOf = (
  report: DeliveryRecord,
  { epoch, position, ahead, pingId }: ProgressRow,
  tried: ReadonlyArray<Stored | undefined>,
): readonly Step[] => {
  const settled = new Set(ahead)
  const isFirst = (eventId: bigint): boolean => {
    // Once the position was set back, what was sent before is sent again.
    if (position === undefined || epoch !== report.epoch) return false
    if (eventId <= position || settled.has(eventId)) return false
    settled.add(eventId)
    return true
  }
  let at = 0
  return report.outcomes.map((reported): Step => {
    const attempt = keptAttempt(reported.attempt)
    const outcome = { ...reported, attempt }
    if ('eventId' in outcome) {
      const { eventId } = outcome
      const write = isFirst(eventId) ? insert(deliveries, firstRow(outcome, report)) : undefined
      return { attempt, write, eventId }
    }
    const stored = tried[at++]
    const { version, deliveryId } = outcome
    const row = stored?.row as DeliveryRow | undefined
    const isCurrent =
      row?.status === 'pending' && stored?.version === version && row.webhookId === report.id
    if (!isCurrent) return { attempt, write: undefined }
    const write = update(deliveries, deliveryId, laterFields(outcome, row, report))
    if (row.type !== pingType) return { attempt, write }
    return { attempt, write, ping: deliveryId === pingId ? 'deciding' : 'other' }
  })
}

type First = Extract<AttemptOutcome, { readonly eventId: bigint }>

const firstRow = (outcome: First, { id, now }: DeliveryRecord): NewRowOf<typeof deliveries> => {
  const { eventId, type, attempt } = outcome
  const sent = {
    webhookId: id,
    eventId,
    type,
    createdAt: attempt.at,
    attempts: [attempt],
    tries: 1n,
  }
  return { ...sent, ...fateOf(outcome, 1, now, true) }
}

const laterFields = (outcome: AttemptOutcome, row: DeliveryRow, { now }: DeliveryRecord) => {
  const tries = row.tries + 1n
  return {
    attempts: [...row.attempts, outcome.attempt].slice(-mostAttempts),
    tries,
    nextAttemptAt: undefined,
    ...fateOf(outcome, Number(tries), now, row.type !== pingType),
  }
}

/** What becomes of a delivery after an attempt. A ping is not tried again. */
const fateOf = (
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

/** How the webhook stands after the steps that count. */
const standingAfterSteps = (
  { state, reason, url }: WebhookRow,
  { failingSince }: ProgressRow,
  report: DeliveryRecord,
  steps: readonly Step[],
): Standing => {
  const before: Standing = { state, reason, failingSince }
  // What another URL answered says nothing of this one.
  if (url !== report.url) return before
  const counted = steps.filter(({ write, ping }) => write !== undefined && ping !== 'other')
  const ping = counted.find((step) => step.ping === 'deciding')
  if (ping !== undefined && !isSent(state)) return standingAfterPing(before, ping.attempt)
  if (!isSent(state)) return before
  return standingAfter(
    before,
    counted.map(({ attempt }) => attempt),
    report.now,
  )
}

type Place = Pick<ProgressRow, 'position' | 'ahead'>

/** How far the webhook has come in the log. */
const progressAfter = (
  { position: before, ahead, epoch }: ProgressRow,
  report: DeliveryRecord,
  steps: readonly Step[],
  state: WebhookState,
): Place => {
  if (before === undefined) {
    return state === 'enabled' ? { position: report.newest, ahead } : { ahead }
  }
  const reported = epoch === report.epoch ? (report.position ?? before) : before
  const position = reported > before ? reported : before
  const settled = steps.flatMap(({ eventId, write }) =>
    write === undefined ? [] : (eventId ?? []),
  )
  const behind = [...ahead, ...settled].filter((id) => id > position)
  return { position, ahead: behind.toSorted((one, other) => (one < other ? -1 : 1)) }
}

const recordedOf = (stored: Stored | undefined): Recorded => {
  const row = stored?.row as Delivery | undefined
  return row && { deliveryId: row.id, status: row.status, nextAttemptAt: row.nextAttemptAt }
}
