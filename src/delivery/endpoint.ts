import type { Stored } from '../base/data/table.ts'
import { receivesEvents } from '../resources/webhooks/health.ts'
import type { DeliveryRow, ProgressRow, WebhookRow } from '../resources/webhooks/table.ts'

/** Limits for one receiver. */
export const endpointBounds = {
  inFlight: 4,
  /** Maximum pending deliveries. At this number, no further events are queued; they stay in the log. */
  pending: 100,
  /** With a longer backlog of events, none are queued until there is room for this many. */
  refill: 50,
  /** Maximum due deliveries held in memory. */
  ready: 16,
} as const

/** A webhook as read from the store. */
export type ReadWebhook = {
  readonly webhook: WebhookRow
  readonly version: bigint
  readonly progress: ProgressRow
  /** Number of its pending deliveries. */
  readonly pending: number
}

/** The state of deliveries to one webhook. It does no I/O. */
export class Endpoint {
  readonly id: bigint
  webhook!: WebhookRow
  progress!: ProgressRow
  /** Undefined if the webhook must be read again. */
  version: bigint | undefined
  pending = 0
  /** When the oldest pending delivery was queued, as last looked up: milliseconds since the Unix epoch. */
  oldestAt = Infinity
  /** When the next delivery that is not in `ready` is due, as far as is known: milliseconds since the Unix epoch. */
  dueAt = 0
  /** Deliveries that are due. */
  ready: Array<Stored<DeliveryRow>> = []
  /** Every event up to this one is queued or not wanted. The stored position may lag behind if no event was wanted. */
  cursor = 0n
  /** Whether the last attempt succeeded. */
  isPrompt: boolean
  /** Set while nothing may be sent, for example because its secret cannot be opened. */
  isBlocked = false
  /** Attempts that have begun but are not recorded yet, by the ids of their deliveries. */
  readonly inFlight = new Map<bigint, { readonly url: string; readonly abort: AbortController }>()

  constructor(read: ReadWebhook) {
    this.id = read.webhook.id
    this.isPrompt = read.progress.failingSince === undefined && read.webhook.state === 'enabled'
    this.take(read)
  }

  /** Updates the state from what was read. Attempts to a former URL are aborted, so that the new one need not wait for them. */
  take({ webhook, version, progress, pending }: ReadWebhook): void {
    const before = this.progress as ProgressRow | undefined
    this.webhook = webhook
    this.version = version
    this.progress = progress
    this.pending = pending
    this.dueAt = 0
    this.ready = []
    this.isBlocked = false
    if (before?.position !== progress.position) this.cursor = progress.position ?? 0n
    this.breakOff(({ url }) => url !== webhook.url)
  }

  breakOff(isMeant: (attempt: { readonly url: string }) => boolean): void {
    for (const attempt of this.inFlight.values()) if (isMeant(attempt)) attempt.abort.abort()
  }

  /** Whether events are sent, and not only pings. */
  get isFollowing(): boolean {
    return receivesEvents(this.webhook.state) && this.progress.position !== undefined
  }

  /** Whether another attempt may begin, and there may be something to send. */
  canBegin(now: number): boolean {
    const hasWork = this.ready.length > 0 || this.dueAt <= now
    return hasWork && !this.isBlocked && this.inFlight.size < endpointBounds.inFlight
  }
}
