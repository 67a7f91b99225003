import type { Stored } from '../base/data/table.ts'
import { gone, receivesEvents } from '../resources/webhooks/health.ts'
import type { AttemptOutcome } from '../resources/webhooks/delivery-changes.ts'
import type { DeliveryRow, ProgressRow, WebhookRow } from '../resources/webhooks/table.ts'

/** What one receiver may have at once. */
export const endpointBounds = {
  inFlight: 4,
  /** Attempts that ended and are not recorded yet. */
  unrecorded: 32,
  /** Deliveries that are pending; with as many, no further event is queued. The log keeps the rest. */
  pending: 100,
  /** If many events follow, so many are queued at once. */
  refill: 50,
  /** Deliveries that are looked up at once. */
  lookedUp: 16,
} as const

/** An attempt under way. */
export type Job = {
  readonly delivery: Stored<DeliveryRow>
  readonly url: string
  /** The newest event when it began. */
  readonly newest: bigint
  /** Whether the last attempt before it succeeded. */
  readonly isPrompt: boolean
  readonly abort: AbortController
}

/** An attempt that ended. */
export type Settled = { readonly job: Job; readonly outcome: AttemptOutcome }

/** A webhook as it was read. */
export type ReadWebhook = {
  readonly webhook: WebhookRow
  readonly version: bigint
  readonly progress: ProgressRow
  /** How many of its deliveries are pending. */
  readonly pending: number
}

/** The state of sending to one webhook. It reads nothing and sends nothing. */
export class Endpoint {
  readonly id: bigint
  webhook!: WebhookRow
  progress!: ProgressRow
  /** Undefined if the webhook is to be read again. */
  version: bigint | undefined
  pending = 0
  /** When the oldest pending delivery was queued, in milliseconds since the Unix epoch; undefined if nobody knows. */
  oldestAt: number | undefined
  /** When the next delivery is due that is not `ready`, as far as is known: milliseconds since the Unix epoch. */
  dueAt = 0
  /** Deliveries that are due. */
  ready: Array<Stored<DeliveryRow>> = []
  /** The event up to which everything is queued, or known to be for others. The position follows at times. */
  cursor = 0n
  /** Whether the last attempt succeeded. */
  isPrompt: boolean
  /** Set while nothing may be sent, for example because its secret cannot be opened. */
  isBlocked = false
  /** By their deliveries. */
  readonly inFlight = new Map<bigint, Job>()
  readonly settled = new Map<bigint, Settled>()

  constructor(read: ReadWebhook) {
    this.id = read.webhook.id
    this.isPrompt = read.progress.failingSince === undefined && read.webhook.state === 'enabled'
    this.take(read)
  }

  /** Takes what was read. What is under way to a former URL is broken off, so that the new one need not wait for it. */
  take({ webhook, version, progress, pending }: ReadWebhook): void {
    const before = this.progress as ProgressRow | undefined
    this.webhook = webhook
    this.version = version
    this.progress = progress
    this.pending = pending
    this.oldestAt = undefined
    this.dueAt = 0
    this.ready = []
    this.isBlocked = false
    if (before?.position !== progress.position) this.cursor = progress.position ?? 0n
    this.breakOff(({ url }) => url !== webhook.url)
  }

  breakOff(isMeant: (job: Job) => boolean): void {
    for (const job of this.inFlight.values()) if (isMeant(job)) job.abort.abort()
  }

  /** Whether events are sent, and not only pings. */
  get isFollowing(): boolean {
    return receivesEvents(this.webhook.state) && this.progress.position !== undefined
  }

  /** Whether another attempt may begin, if there is anything to send. */
  get hasRoom(): boolean {
    return (
      !this.isBlocked &&
      this.inFlight.size < endpointBounds.inFlight &&
      this.settled.size < endpointBounds.unrecorded
    )
  }

  /** Whether there may be something to send. */
  hasWork(now: number): boolean {
    return this.ready.length > 0 || this.dueAt <= now
  }

  /** Whether a delivery was begun and is not recorded yet. */
  isBusy(deliveryId: bigint): boolean {
    return this.inFlight.has(deliveryId) || this.settled.has(deliveryId)
  }

  settle(settled: Settled, isDelivered: boolean): void {
    const { job, outcome } = settled
    this.inFlight.delete(outcome.deliveryId)
    this.settled.set(outcome.deliveryId, settled)
    this.isPrompt = isDelivered
    // The record of it disables the webhook; nothing is to begin before.
    if (outcome.attempt.status === gone && job.url === this.webhook.url) {
      this.webhook = { ...this.webhook, state: 'disabled' }
      this.ready = []
    }
  }

  /** Takes what became of a report. What is due is looked up again. */
  recorded(
    report: readonly Settled[],
    { state, settled }: { readonly state: WebhookRow['state']; readonly settled: number },
  ): void {
    for (const { outcome } of report) this.settled.delete(outcome.deliveryId)
    this.pending = Math.max(0, this.pending - settled)
    this.oldestAt = undefined
    this.dueAt = 0
    // The row is read again soon; until then this much is known.
    if (state !== this.webhook.state) this.webhook = { ...this.webhook, state }
  }
}
