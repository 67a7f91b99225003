import type { KeptEvent } from '../data/events.ts'
import type { Stored } from '../data/table.ts'
import { type AttemptOutcome, type DeliveryRecord, deliveryRecord } from '../webhooks/record.ts'
import { isSent } from '../webhooks/standing.ts'
import type { DeliveryRow, ProgressRow, WebhookRow } from '../webhooks/table.ts'
import { wants } from '../webhooks/wants.ts'

/** What one receiver may have at once. */
export const endpointBounds = {
  /** Attempts under way. */
  inFlight: 4,
  /** Attempts that ended and are not recorded yet. */
  unrecorded: 32,
  /** Events that were settled before an earlier one was. */
  ahead: 100,
  /** Deliveries that wait for another attempt; with as many, no further event is sent. */
  pending: 100,
  /** Events read and not begun. */
  ready: 16,
} as const

/** The receiver wants no more messages (RFC 9110 section 15.5.11). */
const gone = 410n

/** A message to send: an event for the first time, or a delivery that is due. */
export type Job =
  | { readonly event: KeptEvent; readonly delivery?: never }
  | { readonly delivery: Stored<DeliveryRow>; readonly event?: never }

/** An attempt that ended, with what was true when it began. */
export type Settled = {
  readonly outcome: AttemptOutcome
  readonly url: string
  readonly epoch: bigint
  readonly newest: bigint
}

/** A webhook as it was read. */
export type ReadWebhook = {
  readonly webhook: WebhookRow
  readonly version: bigint
  readonly progress: ProgressRow
}

/**
 * The state of sending to one webhook. It decides what may begin and what is to be recorded; it reads nothing and sends
 * nothing.
 */
export class Endpoint {
  readonly id: bigint
  webhook: WebhookRow
  version: bigint
  /** The deciding ping, if it may be pending. */
  pingId: bigint | undefined
  /** How many deliveries wait for another attempt, up to the bound. */
  pending = 0
  /** When the next delivery is due, as far as is known: milliseconds since the Unix epoch. */
  dueAt = 0
  /** Whether the last attempt succeeded. */
  isPrompt: boolean
  /** Set while nothing may be sent, for example because its secret cannot be opened. */
  isBlocked = false
  isRecording = false
  /** Until when nothing is recorded, since the store refused the last report: milliseconds since the Unix epoch. */
  recordsFrom = 0
  /** When the first message of those that wait for another attempt was first sent, as far as is known. */
  pendingSince: number | undefined
  inFlight = 0
  #epoch: bigint
  #position: bigint | undefined
  /** Everything up to here was read. */
  #cursor: bigint
  #ready: KeptEvent[] = []
  #due: Array<Stored<DeliveryRow>> = []
  /** Deliveries that were begun and are not recorded yet. */
  readonly #busy = new Set<bigint>()
  /** Events that were begun and have no outcome yet. */
  readonly #open = new Set<bigint>()
  /** Events behind the position that have an outcome. */
  #ahead: Set<bigint>
  #settled: Settled[] = []

  constructor(read: ReadWebhook) {
    const { webhook, version, progress } = read
    this.id = webhook.id
    this.webhook = webhook
    this.version = version
    this.pingId = progress.pingId
    this.isPrompt = progress.failingSince === undefined && webhook.state === 'enabled'
    this.#epoch = progress.epoch
    this.#position = progress.position
    this.#cursor = progress.position ?? 0n
    this.#ahead = new Set(progress.ahead)
  }

  /** Takes what somebody changed. What this thread knows better, it keeps. */
  reread({ webhook, version, progress }: ReadWebhook): void {
    this.webhook = webhook
    this.version = version
    this.pingId = progress.pingId
    this.dueAt = 0
    this.isBlocked = false
    // The types may differ: the events that wait are chosen again.
    const [first] = this.#ready
    if (first !== undefined) this.#cursor = first.id - 1n
    this.#ready = []
    this.#due = []
    if (progress.epoch === this.#epoch && this.#position !== undefined) return
    this.#epoch = progress.epoch
    this.#begin(progress.position, progress.ahead)
  }

  /** Whether events are sent, and not only pings. */
  get isFollowing(): boolean {
    return isSent(this.webhook.state) && this.#position !== undefined
  }

  /** When the oldest message that waits came about, as far as is known: milliseconds since the Unix epoch. */
  get waitingSince(): number | undefined {
    const [, text] = /"timestamp":"([^"]+)"/.exec(this.#ready[0]?.json ?? '') ?? []
    const since = text === undefined ? Number.NaN : Date.parse(text)
    if (Number.isNaN(since)) return this.pendingSince
    return Math.min(since, this.pendingSince ?? since)
  }

  /** How many events are behind what was read, wanted or not. */
  behind(newest: bigint): number {
    return this.isFollowing ? Number(newest - this.#cursor) + this.#ready.length : 0
  }

  /** Whether another attempt may begin, if there is anything to send. */
  get hasRoom(): boolean {
    return (
      !this.isBlocked &&
      this.inFlight < endpointBounds.inFlight &&
      this.#settled.length < endpointBounds.unrecorded
    )
  }

  /** Whether there may be something to send. */
  hasWork(now: number, newest: bigint): boolean {
    if (this.#due.length > 0 || this.dueAt <= now) return true
    return this.#mayFollow && (this.#ready.length > 0 || this.#cursor < newest)
  }

  /** Whether deliveries are to be looked up that may be due. */
  needsDue(now: number): boolean {
    return this.#due.length === 0 && this.dueAt <= now
  }

  /** Where events are to be read from, if none is ready. */
  needsEvents(newest: bigint): bigint | undefined {
    const isNeeded = this.#mayFollow && this.#ready.length === 0 && this.#cursor < newest
    return isNeeded ? this.#cursor : undefined
  }

  /** Whether a delivery was begun and is not recorded yet. */
  isBusy(deliveryId: bigint): boolean {
    return this.#busy.has(deliveryId)
  }

  /**
   * Takes what was looked up after `needsDue`.
   *
   * @param due deliveries that are due and not begun
   * @param dueAt when the next one after these is due
   */
  addDue(due: ReadonlyArray<Stored<DeliveryRow>>, dueAt: number): void {
    this.#due.push(...due)
    this.dueAt = dueAt
  }

  /**
   * Takes events that were read after `needsEvents`, those that the webhook wants.
   *
   * @param newest the last event that may be sent; if there are none up to it, they were removed from the log
   */
  addEvents(events: readonly KeptEvent[], newest: bigint): void {
    const [first] = events
    if (first === undefined || first.id > newest) this.#cursor = newest
    for (const event of events) {
      if (event.id <= this.#cursor) continue
      if (event.id > newest) return
      const isBegun = this.#ahead.has(event.id) || this.#open.has(event.id)
      if (!isBegun && wants(this.webhook, event)) {
        if (this.#ready.length === endpointBounds.ready) return
        this.#ready.push(event)
      }
      this.#cursor = event.id
    }
  }

  /** Begins the next message; undefined if none is at hand. */
  begin(): Job | undefined {
    const delivery = this.#due.shift()
    if (delivery !== undefined) {
      this.#busy.add(delivery.row.id)
      this.inFlight += 1
      return { delivery }
    }
    const event = this.#mayFollow ? this.#ready.shift() : undefined
    if (event === undefined) return undefined
    this.#open.add(event.id)
    this.inFlight += 1
    return { event }
  }

  /** Takes back a message that was begun and cannot be sent. */
  withdraw({ event, delivery }: Job): void {
    this.inFlight -= 1
    if (delivery !== undefined) {
      this.#busy.delete(delivery.row.id)
      // It is looked up again.
      this.dueAt = 0
      return
    }
    this.#open.delete(event.id)
    this.#ready.unshift(event)
    this.#ready.sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  get epoch(): bigint {
    return this.#epoch
  }

  /** Takes the end of an attempt. */
  settle(settled: Settled, isDelivered: boolean): void {
    const { outcome, epoch } = settled
    this.inFlight -= 1
    this.isPrompt = isDelivered
    this.#settled.push(settled)
    // The record of it disables the webhook; nothing is to begin before.
    if (outcome.attempt.status === gone) this.webhook = { ...this.webhook, state: 'disabled' }
    if ('eventId' in outcome && epoch === this.#epoch) {
      this.#open.delete(outcome.eventId)
      this.#ahead.add(outcome.eventId)
    }
  }

  /**
   * What is to be recorded now, in a report for each URL and epoch; none if there is nothing.
   *
   * @param skipped how far the position must have moved over events that the webhook does not want
   */
  reports(now: number, newest: bigint, skipped: bigint): readonly DeliveryRecord[] {
    const position = this.#reached
    if (this.#settled.length === 0) return this.#skips(position, newest, skipped, now)
    const groups = Map.groupBy(this.#settled, ({ url, epoch }) => `${epoch} ${url}`)
    return [...groups.values()].map((group): DeliveryRecord => {
      const [{ url, epoch, newest: began } = this.#present(newest)] = group
      return deliveryRecord({
        id: this.id,
        url,
        epoch,
        position: epoch === this.#epoch ? position : undefined,
        newest: began,
        outcomes: group.map(({ outcome }) => outcome),
        now,
      })
    })
  }

  /** The report of a position that moved far over events that the webhook does not want. */
  #skips(
    position: bigint | undefined,
    newest: bigint,
    skipped: bigint,
    now: number,
  ): readonly DeliveryRecord[] {
    const before = this.#position
    const isFar = before !== undefined && position !== undefined && position - before >= skipped
    if (!isFar) return []
    const where = this.#present(newest)
    return [deliveryRecord({ id: this.id, ...where, position, outcomes: [], now })]
  }

  /** Takes what became of a report. */
  recorded({ epoch, outcomes }: DeliveryRecord, result: RecordedResult): void {
    const done = new Set(outcomes)
    this.#settled = this.#settled.filter(({ outcome }) => !done.has(outcome))
    for (const [index, outcome] of outcomes.entries()) {
      const kept = result.deliveries[index]
      const nextAt = kept?.nextAttemptAt
      if ('deliveryId' in outcome) this.#busy.delete(outcome.deliveryId)
      if (kept === undefined) continue
      if ('deliveryId' in outcome) this.pending -= nextAt === undefined ? 1 : 0
      else this.pending += nextAt === undefined ? 0 : 1
      if (nextAt === undefined) continue
      this.dueAt = Math.min(this.dueAt, Date.parse(nextAt))
      this.pendingSince ??= Date.parse(outcome.attempt.at)
    }
    if (this.pending <= 0) this.pendingSince = undefined
    // The row is read again soon; until then this much is known.
    if (result.state !== this.webhook.state) this.webhook = { ...this.webhook, state: result.state }
    if (epoch !== this.#epoch || result.position === undefined) return
    if (this.#position === undefined) this.#begin(result.position, [])
    this.#position = result.position
    for (const id of this.#ahead) if (id <= result.position) this.#ahead.delete(id)
  }

  #begin(position: bigint | undefined, ahead: readonly bigint[]): void {
    this.#position = position
    this.#cursor = position ?? 0n
    this.#ahead = new Set(ahead)
    this.#ready = []
    this.#open.clear()
  }

  /** Whether events may be begun. */
  get #mayFollow(): boolean {
    return (
      this.isFollowing &&
      this.pending < endpointBounds.pending &&
      this.#ahead.size < endpointBounds.ahead
    )
  }

  /** The event up to which everything has an outcome, or is not for this webhook. */
  get #reached(): bigint | undefined {
    if (this.#position === undefined) return undefined
    let first = this.#ready[0]?.id
    for (const id of this.#open) if (first === undefined || id < first) first = id
    return first === undefined ? this.#cursor : first - 1n
  }

  #present(newest: bigint): Pick<Settled, 'url' | 'epoch' | 'newest'> {
    return { url: this.webhook.url, epoch: this.#epoch, newest }
  }
}

/** What the store made of a report. */
type RecordedResult = {
  readonly state: WebhookRow['state']
  readonly position: bigint | undefined
  readonly deliveries: ReadonlyArray<{ readonly nextAttemptAt: string | undefined } | undefined>
}
