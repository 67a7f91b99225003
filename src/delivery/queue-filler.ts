import { resultOf } from '../base/data/store.ts'
import { deliveryQueue, type QueuedEvent } from '../resources/webhooks/delivery-changes.ts'
import { wants } from '../resources/webhooks/table.ts'
import { type Endpoint, endpointBounds } from './endpoint.ts'
import { type Endpoints, inTurns, type QueueStorage } from './endpoints.ts'
import type { EventReader } from './outgoing.ts'

/** Number of unwanted events after which a webhook's stored position is moved past them. */
const maxSkipped = 1_000n

/** Events that all recoveries of one owner together may queue in a second. */
const maxRecovered = 100

/** Fills the queue: copies new events into it, as far as receivers keep up. */
export const queueFiller = (storage: QueueStorage, endpoints: Endpoints, log: EventReader) => {
  /** Number of events that recoveries queued in the second that began at `secondAt`, by owner. */
  const recovered = new Map<string, number>()
  let secondAt = 0
  /** When there may be more to queue, if nothing happens before: milliseconds since the Unix epoch. */
  let nextAt = Number.POSITIVE_INFINITY

  /** Reserves room for up to `max` past events of an owner in this second, and returns how much. A negative `max` releases it. */
  const takeRoom = (owner: string, max: number, now: number): number => {
    // The clock may have been set back.
    if (now - secondAt >= 1_000 || now < secondAt) {
      secondAt = now
      recovered.clear()
    }
    const before = recovered.get(owner) ?? 0
    const room = Math.min(max, maxRecovered - before)
    recovered.set(owner, Math.max(0, before + room))
    if (before + max > maxRecovered) nextAt = Math.min(nextAt, secondAt + 1_000)
    return room
  }

  /** Moves the position of a webhook to its cursor, and queues events. */
  const move = async (
    endpoint: Endpoint,
    events: readonly QueuedEvent[],
    isThrough: boolean,
    now: number,
  ): Promise<void> => {
    const { id, progress, cursor: to } = endpoint
    const { position: from = 0n } = progress
    const change = deliveryQueue({ id, from, to, events, isRecovered: isThrough, now })
    // Unless the store confirms that the events are queued, they must be queued again.
    const { version } = endpoint
    Object.assign(endpoint, { version: undefined, cursor: from })
    const result = resultOf(await storage.data.apply(change, { at: now }))
    if (result.outcome === 'outdated') return
    Object.assign(endpoint, { version, cursor: to })
    const { recoverUntil: _, ...rest } = progress
    endpoint.progress = { ...(isThrough ? rest : progress), position: to }
    if (events.length === 0) return
    endpoint.pending += events.length
    endpoint.dueAt = Math.min(endpoint.dueAt, now)
  }

  const queue = async (endpoint: Endpoint, queueable: bigint, now: number): Promise<void> => {
    const { webhook, progress, cursor, pending } = endpoint
    const { pending: max, refill } = endpointBounds
    const behind = queueable - cursor
    if (behind <= 0n || max - pending < Math.min(refill, Number(behind))) return
    const isBounded = progress.recoverUntil !== undefined && cursor < progress.recoverUntil
    const room = isBounded ? takeRoom(webhook.ownerId, max - pending, now) : max - pending
    if (room < 1) return
    const wanted: QueuedEvent[] = []
    const events = await log.after(cursor)
    // If there are no events up to `queueable`, they were removed from the log.
    let to = (events[0]?.id ?? queueable + 1n) > queueable ? queueable : cursor
    for (const event of events) {
      if (event.id > queueable) break
      if (wants(webhook, progress, event)) {
        if (wanted.length === room) break
        wanted.push({ id: event.id, type: event.type })
      }
      to = event.id
    }
    if (isBounded) takeRoom(webhook.ownerId, wanted.length - room, now)
    endpoint.cursor = to
    if (to < queueable) nextAt = Math.min(nextAt, now)
    const { position = 0n } = progress
    if (wanted.length > 0 || to - position >= maxSkipped) await move(endpoint, wanted, false, now)
  }

  /** Copies new events into the queue, and ends completed recoveries. Returns `nextAt`. */
  return async (now: number): Promise<number> => {
    nextAt = Number.POSITIVE_INFINITY
    const queueable = endpoints.queueable()
    const behind = [...endpoints.all.values()].filter(
      ({ isFollowing, isBlocked, progress: { recoverUntil }, cursor }) =>
        isFollowing && !isBlocked && (cursor < queueable || recoverUntil !== undefined),
    )
    await inTurns(behind, async (endpoint) => {
      if (isRecovered(endpoint, now)) await move(endpoint, [], true, now)
      else await queue(endpoint, queueable, now)
    })
    return nextAt
  }
}

/** Whether all events of a recovery have been sent at least once. Those left wait for another attempt. */
const isRecovered = (
  { progress: { recoverUntil }, cursor, ready, inFlight, dueAt }: Endpoint,
  now: number,
): boolean =>
  recoverUntil !== undefined &&
  cursor >= recoverUntil &&
  ready.length + inFlight.size === 0 &&
  dueAt > now
