import { setTimeout as wait } from 'node:timers/promises'
import { startBackground } from '../base/background.ts'
import type { Changes } from '../store/changes.ts'
import { DeliveryLoop, type LoopParts } from './loop.ts'

/** Milliseconds: between two rounds at least and at most, after a round that failed, and between two observations. */
const intervals = { min: 5, max: 1_000, afterFailure: 1_000, observe: 1_000 } as const

/** Milliseconds: how long a lease lasts, how often it is renewed, and how long before its end nothing is begun. */
const leaseTimes = { length: 5_000, renewal: 1_500, margin: 1_000 } as const

/**
 * Takes or keeps the lease.
 *
 * @param milliseconds for how long; 0 gives it back
 * @returns whether this node has it now
 */
export type TakeLease = (milliseconds: number) => Promise<boolean>

/**
 * The right to deliver: leader election. Of all nodes of a store one has it at a time; another one takes it seconds after
 * it is gone.
 */
export class Lease {
  readonly #take: TakeLease
  #until = 0
  #renewAt = 0

  constructor(take: TakeLease) {
    this.#take = take
  }

  /** Renews it now and then. Rejects as the store does, each time until the store answers again. */
  async isHeld(): Promise<boolean> {
    // The time before the answer: it never lasts longer here than in the store.
    const now = performance.now()
    if (now >= this.#renewAt) {
      const isTaken = await this.#take(leaseTimes.length)
      this.#renewAt = now + leaseTimes.renewal
      this.#until = isTaken ? now + leaseTimes.length - leaseTimes.margin : 0
    }
    return performance.now() < this.#until
  }

  /** Lets another node go on at once. */
  async giveBack(): Promise<void> {
    if (this.#until > 0) await this.#take(0)
  }
}

export type RunnerParts = Omit<LoopParts, 'onProgress'> & {
  readonly changes: Pick<Changes, 'version' | 'moved'>
  readonly takeLease: TakeLease
}

/**
 * Runs rounds until it is stopped. It sleeps until the data changes, an attempt ends, or a delivery is due.
 *
 * @returns a function that begins no further attempts, gives those under way some milliseconds to end, and records what
 *   ended
 */
export const runDeliveries = (parts: RunnerParts): ((patience: number) => Promise<void>) => {
  const { changes, clock, observe } = parts
  let progress = Promise.withResolvers<void>()
  const lease = new Lease(parts.takeLease)
  /** Undefined while another node delivers. What a loop knows is out of date once another node had its turn. */
  let loop: DeliveryLoop | undefined
  let isStopping = false

  /** One round, and the sleep after it. */
  const round = async (): Promise<boolean> => {
    const began = performance.now()
    const { version } = changes
    progress = Promise.withResolvers()
    const isHeld = await lease.isHeld()
    if (!isHeld) loop = undefined
    else loop ??= new DeliveryLoop({ ...parts, onProgress: () => progress.resolve() })
    const next = (await loop?.round()) ?? Infinity
    if (isStopping) return false
    const sleep = Math.min(intervals.max, Math.max(intervals.min, next - clock()))
    await Promise.race([changes.moved(version, sleep), progress.promise])
    const rest = intervals.min - (performance.now() - began)
    if (rest > 0) await wait(rest)
    return true
  }
  const report = async (): Promise<void> => {
    const { count = 0, since = clock() } = loop?.waiting() ?? {}
    observe({ kind: 'deliveries_waiting', count, age: Math.max(0, clock() - since) / 1_000 })
  }
  const stop = startBackground(
    [
      { name: 'deliver webhooks', every: intervals.afterFailure, startsAtOnce: true, run: round },
      { name: 'count deliveries', every: intervals.observe, run: report },
    ],
    observe,
  )

  return async (patience) => {
    isStopping = true
    progress.resolve()
    await stop()
    await loop?.end(AbortSignal.timeout(patience))
    await lease.giveBack()
  }
}
