import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Storage } from '../store/port.ts'
import { webhookStop } from '../resources/webhooks/changes.ts'
import type { StopCause } from '../resources/webhooks/health.ts'
import { deliveries, webhookProgress, webhooks } from '../resources/webhooks/table.ts'
import { Endpoint, endpointBounds, type ReadWebhook } from './endpoint.ts'

/** Milliseconds between two checks: whether keys have changed, and whether owners still have a key. */
const intervals = { keys: 250, owners: 60_000 } as const

/** Milliseconds between two reads of changed webhooks: per webhook, and at most. Reads take a hundredth of the time. */
const reading = { each: 0.1, max: 250 } as const

export type QueueStorage = Pick<Storage, 'data' | 'whole' | 'keys'>

/** Maximum number of items that ask the store in one turn of the event loop. Requests are served in between. */
const atOnce = 50

/** Runs `work` for all items, some in each turn of the event loop. */
export const inTurns = async <T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> => {
  for (let from = 0; from < all.length; from += atOnce) {
    if (from > 0) await nextTurn()
    await Promise.all(all.slice(from, from + atOnce).map(work))
  }
}

export type Endpoints = ReturnType<typeof endpointsOf>

/** Keeps the state of deliveries to all webhooks, and the newest event that may be queued. */
export const endpointsOf = ({ data, whole, keys }: QueueStorage) => {
  const all = new Map<bigint, Endpoint>()
  let version: number | undefined
  let readAt = -Infinity
  let keysAt = -Infinity
  let ownersAt = -Infinity
  let keyRevision: number | undefined
  /** Events up to here may be queued, because the webhooks were read after them. */
  let queueable = 0n

  const readingInterval = (): number => Math.min(reading.max, all.size * reading.each)

  const read = async (id: bigint): Promise<ReadWebhook | undefined> => {
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

  const readWebhooks = async (): Promise<void> => {
    const versions = await whole.versions(webhooks)
    for (const [id, endpoint] of all) {
      if (versions.has(id)) continue
      endpoint.breakOff(() => true)
      all.delete(id)
    }
    const changed = [...versions].filter(([id, seen]) => all.get(id)?.version !== seen)
    await inTurns(changed, async ([id]) => {
      const found = await read(id)
      if (found === undefined) return
      const existing = all.get(id)
      if (existing !== undefined) return existing.take(found)
      all.set(id, new Endpoint(found))
      // The owner of a new webhook may not have been checked.
      ownersAt = -Infinity
    })
  }

  const stop = async ({ id }: Endpoint, cause: StopCause, now: number): Promise<void> => {
    await data.apply(webhookStop(id, cause, now), { at: now })
  }

  /** Stops sending to owners whose keys are all revoked or expired. */
  const checkOwners = async (now: number): Promise<void> => {
    const revision = await keys.revision()
    if (revision === keyRevision && now - ownersAt < intervals.owners) return
    keyRevision = revision
    ownersAt = now
    const validOwners = await keys.validOwners(now)
    for (const endpoint of all.values()) {
      const { state, ownerId } = endpoint.webhook
      if (state === 'disabled' || validOwners.has(ownerId)) continue
      endpoint.isBlocked = true
      await stop(endpoint, 'ownerGone', now)
    }
  }

  return {
    all: all as ReadonlyMap<bigint, Endpoint>,
    queueable: () => queueable,
    /** Reads what changed since the last round. A change of a webhook that was answered before an event applies to the event. */
    look: async (now: number): Promise<void> => {
      const present = data.changes.version
      const isStale = all.values().some((endpoint) => endpoint.version === undefined)
      const isChanged = present !== version || isStale
      if (isChanged && isDue(now, readAt, readingInterval())) {
        readAt = now
        const { newest } = await data.events.range()
        await readWebhooks()
        version = present
        queueable = newest
      }
      if (!isDue(now, keysAt, intervals.keys)) return
      keysAt = now
      await checkOwners(now)
    },
    /** When a noticed change will be read, in milliseconds since the Unix epoch; Infinity if there is none. */
    readsAt: () =>
      version === data.changes.version ? Number.POSITIVE_INFINITY : readAt + readingInterval(),
    stop,
  }
}

/** Whether `interval` milliseconds have passed since `last`, or the clock has been set back since. */
const isDue = (now: number, last: number, interval: number): boolean =>
  now - last >= interval || now < last
