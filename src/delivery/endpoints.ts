import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Storage } from '../store/port.ts'
import { webhookStop } from '../resources/webhooks/changes.ts'
import type { StopCause } from '../resources/webhooks/health.ts'
import { deliveries, webhookProgress, webhooks } from '../resources/webhooks/table.ts'
import { Endpoint, endpointBounds, type ReadWebhook } from './endpoint.ts'

/** Milliseconds between two looks: whether keys changed, and that owners still have a key. */
const intervals = { keys: 250, owners: 60_000 } as const

/** Milliseconds between two readings of changed webhooks: for each of them, and at most. It takes a hundredth of the time. */
const reading = { each: 0.1, max: 250 } as const

export type QueueStorage = Pick<Storage, 'data' | 'whole' | 'keys'>

/** How many of many ask the store in one turn of the event loop. Requests come in between. */
const atOnce = 50

/** Does the same for all, some in each turn of the event loop. */
export const inTurns = async <T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> => {
  for (let from = 0; from < all.length; from += atOnce) {
    if (from > 0) await nextTurn()
    await Promise.all(all.slice(from, from + atOnce).map(work))
  }
}

/** All webhooks, as far as sending to them is concerned, and how far the log has come. */
export class Endpoints {
  readonly #storage: QueueStorage
  readonly #all = new Map<bigint, Endpoint>()
  /** The version of the data at which webhooks and the newest event were read. */
  #version: number | undefined
  #readAt = -Infinity
  #keysAt = -Infinity
  #ownersAt = -Infinity
  #keyRevision: number | undefined
  /** Events up to here may be queued: the webhooks were read after them. */
  queueable = 0n

  constructor(storage: QueueStorage) {
    this.#storage = storage
  }

  get all(): readonly Endpoint[] {
    return [...this.#all.values()]
  }

  /** Reads what changed since the last round. Of a webhook, every change that was answered before an event holds for it. */
  async look(now: number): Promise<void> {
    const { data } = this.#storage
    const { version } = data.changes
    const isStale = this.all.some((endpoint) => endpoint.version === undefined)
    const isChanged = version !== this.#version || isStale
    if (isChanged && isDue(now, this.#readAt, this.#readingInterval)) {
      this.#readAt = now
      const { newest } = await data.events.range()
      await this.#readWebhooks()
      this.#version = version
      this.queueable = newest
    }
    if (!isDue(now, this.#keysAt, intervals.keys)) return
    this.#keysAt = now
    await this.#checkOwners(now)
  }

  get #readingInterval(): number {
    return Math.min(reading.max, this.#all.size * reading.each)
  }

  async #readWebhooks(): Promise<void> {
    const versions = await this.#storage.whole.versions(webhooks)
    for (const [id, endpoint] of this.#all) {
      if (versions.has(id)) continue
      endpoint.breakOff(() => true)
      this.#all.delete(id)
    }
    const changed = [...versions].filter(([id, seen]) => this.#all.get(id)?.version !== seen)
    await inTurns(changed, async ([id]) => {
      const read = await this.#read(id)
      if (read === undefined) return
      const existing = this.#all.get(id)
      if (existing !== undefined) return existing.take(read)
      this.#all.set(id, new Endpoint(read))
      // A new webhook may have an owner that was not looked at.
      this.#ownersAt = -Infinity
    })
  }

  async #read(id: bigint): Promise<ReadWebhook | undefined> {
    const { whole, data } = this.#storage
    const where = { webhookId: id, status: 'pending' }
    const [found, progress, pending] = await Promise.all([
      whole.find(webhooks, id),
      whole.find(webhookProgress, id),
      data.count({ table: deliveries, where, max: endpointBounds.pending }),
    ])
    return (
      found &&
      progress && { webhook: found.row, version: found.version, progress: progress.row, pending }
    )
  }

  /** Stops sending to owners whose keys are all revoked or expired. */
  async #checkOwners(now: number): Promise<void> {
    const { keys } = this.#storage
    const revision = await keys.revision()
    if (revision === this.#keyRevision && now - this.#ownersAt < intervals.owners) return
    this.#keyRevision = revision
    this.#ownersAt = now
    const validOwners = await keys.validOwners(now)
    for (const endpoint of this.#all.values()) {
      const { state, ownerId } = endpoint.webhook
      if (state === 'disabled' || validOwners.has(ownerId)) continue
      endpoint.isBlocked = true
      await this.stop(endpoint, 'ownerGone', now)
    }
  }

  /** When a change is read that was noticed and not read: milliseconds since the Unix epoch. */
  get readsAt(): number {
    const isChanged = this.#version !== this.#storage.data.changes.version
    return isChanged ? this.#readAt + this.#readingInterval : Number.POSITIVE_INFINITY
  }

  async stop({ id }: Endpoint, cause: StopCause, now: number): Promise<void> {
    await this.#storage.data.apply(webhookStop(id, cause, now), { at: now })
  }
}

/** Whether so many milliseconds have passed since the last time; also if the clock was set back since. */
const isDue = (now: number, last: number, interval: number): boolean =>
  now - last >= interval || now < last
