import type { Stored } from '../base/data/table.ts'
import { receivesEvents } from '../resources/webhooks/health.ts'
import type { DeliveryRow, ProgressRow, WebhookRow } from '../resources/webhooks/table.ts'

/** What one receiver may have at once. */
export const endpointBounds = {
  inFlight: 4,
  /** Deliveries that are pending; with as many, no further event is queued. The log keeps the rest. */
  pending: 100,
  /** If many events follow, so many are queued at once. */
  refill: 50,
  /** Deliveries that are at hand. */
  ready: 16,
} as const

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
  /** When the oldest pending delivery was queued, as last looked up: milliseconds since the Unix epoch. */
  oldestAt = Infinity
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
  /** The attempts that began and are not recorded yet, by their deliveries. */
  readonly inFlight = new Map<bigint, { readonly url: string; readonly abort: AbortController }>()

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
