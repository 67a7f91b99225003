import { resultOf } from '../base/data/store.ts'
import { deliveryQueue, type QueuedEvent } from '../resources/webhooks/delivery-changes.ts'
import { wants } from '../resources/webhooks/table.ts'
import { type Endpoint, endpointBounds } from './endpoint.ts'
import { type Endpoints, inTurns, type QueueStorage } from './endpoints.ts'
import type { EventReader } from './outgoing.ts'

/** How far a position may fall behind over events that a webhook does not want. */
const maxSkipped = 1_000n

/** Milliseconds until a recovery may go on that its rate holds up. */
const recoveryPause = 50

/** Events that all recoveries of one owner together may queue in a second, and at once. */
const maxPerSecond = 100

/** Bounds how fast past events are sent again: a token bucket for each owner. */
class RecoveryRate {
  readonly #buckets = new Map<string, { tokens: number; at: number }>()

  /** How many events an owner may queue now, up to `max`. */
  take(owner: string, max: number, now: number): number {
    const { tokens, at } = this.#buckets.get(owner) ?? { tokens: maxPerSecond, at: now }
    // The clock may have been set back.
    const passed = Math.max(0, now - at) / 1_000
    const filled = Math.min(maxPerSecond, tokens + passed * maxPerSecond)
    const taken = Math.max(0, Math.min(max, Math.floor(filled)))
    this.#buckets.set(owner, { tokens: filled - taken, at: now })
    return taken
  }

  giveBack(owner: string, count: number): void {
    const bucket = this.#buckets.get(owner)
    if (bucket !== undefined) bucket.tokens += count
  }

  /** Forgets owners that recover nothing any more. */
  keepOnly(owners: ReadonlySet<string>): void {
    for (const owner of this.#buckets.keys()) if (!owners.has(owner)) this.#buckets.delete(owner)
  }
}

/** Fills the queue: copies new events into it, as far as receivers keep up. */
export class QueueFiller {
  readonly #storage: QueueStorage
  readonly #endpoints: Endpoints
  readonly #events: EventReader
  readonly #rate = new RecoveryRate()
  /** When there may be more to queue, if nothing happens before: milliseconds since the Unix epoch. */
  nextAt = Number.POSITIVE_INFINITY

  constructor(storage: QueueStorage, endpoints: Endpoints, events: EventReader) {
    this.#storage = storage
    this.#endpoints = endpoints
    this.#events = events
  }

  /** Copies new events into the queue, and ends recoveries that are through. */
  async fill(now: number): Promise<void> {
    this.nextAt = Number.POSITIVE_INFINITY
    this.#rate.keepOnly(this.#endpoints.validOwners)
    const { all, queueable } = this.#endpoints
    const behind = all.filter(
      ({ isFollowing, isBlocked, progress: { recoverUntil }, cursor }) =>
        isFollowing && !isBlocked && (cursor < queueable || recoverUntil !== undefined),
    )
    await inTurns(behind, async (endpoint) => {
      if (isRecovered(endpoint, now)) await this.#move(endpoint, [], true, now)
      else await this.#queue(endpoint, now)
    })
  }

  async #queue(endpoint: Endpoint, now: number): Promise<void> {
    const { webhook, progress, cursor, pending } = endpoint
    const { queueable } = this.#endpoints
    const { pending: max, refill } = endpointBounds
    const behind = queueable - cursor
    if (behind <= 0n || max - pending < Math.min(refill, Number(behind))) return
    const { ownerId } = webhook
    const isBounded = progress.recoverUntil !== undefined && cursor < progress.recoverUntil
    const room = isBounded ? this.#rate.take(ownerId, max - pending, now) : max - pending
    if (room < 1) {
      this.nextAt = Math.min(this.nextAt, now + recoveryPause)
      return
    }
    const wanted: QueuedEvent[] = []
    const events = await this.#events.after(cursor)
    // If there are none up to the last that may be queued, they were removed from the log.
    let to = (events[0]?.id ?? queueable + 1n) > queueable ? queueable : cursor
    for (const event of events) {
      if (event.id > queueable) break
      if (wants(webhook, progress, event)) {
        if (wanted.length === room) break
        wanted.push({ id: event.id, type: event.type })
      }
      to = event.id
    }
    if (isBounded) this.#rate.giveBack(ownerId, room - wanted.length)
    endpoint.cursor = to
    if (to < queueable) this.nextAt = Math.min(this.nextAt, now)
    const { position = 0n } = progress
    if (wanted.length > 0 || to - position >= maxSkipped) {
      await this.#move(endpoint, wanted, false, now)
    }
  }

  /** Moves a webhook on to its cursor, and queues events. */
  async #move(
    endpoint: Endpoint,
    events: readonly QueuedEvent[],
    isThrough: boolean,
    now: number,
  ): Promise<void> {
    const { id, progress, cursor: to } = endpoint
    const { position: from = 0n } = progress
    const change = deliveryQueue({ id, from, to, events, isRecovered: isThrough, now })
    const result = resultOf(await this.#storage.data.apply(change, { at: now }))
    if (result.outcome === 'outdated') {
      endpoint.version = undefined
      endpoint.cursor = from
      return
    }
    const { recoverUntil: _, ...rest } = progress
    endpoint.progress = { ...(isThrough ? rest : progress), position: to }
    if (events.length === 0) return
    endpoint.pending += events.length
    endpoint.dueAt = Math.min(endpoint.dueAt, now)
  }
}

/** Whether all events of a recovery were sent at least once: what is left waits for another attempt. */
const isRecovered = (
  { progress: { recoverUntil }, cursor, ready, inFlight, settled, dueAt }: Endpoint,
  now: number,
): boolean =>
  recoverUntil !== undefined &&
  cursor >= recoverUntil &&
  ready.length + inFlight.size + settled.size === 0 &&
  dueAt > now
