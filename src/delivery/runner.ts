import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { startBackground } from '../base/background.ts'
import type { Config } from '../base/config/config.ts'
import type { Clock } from '../base/clock.ts'
import type { Due } from '../base/lab-clock.ts'
import type { Environment } from '../base/environments.ts'
import { maxDeliveries, openFileLimit } from '../base/file-limit.ts'
import type { Observe } from '../base/observation.ts'
import type { Tracing } from '../base/tracing.ts'
import type { Changes } from '../store/changes.ts'
import type { Storage } from '../store/port.ts'
import { type DeliveryLoop, deliveryLoop } from './loop.ts'
import { openSealer } from './secret-key.ts'
import { startSender } from './sender-thread.ts'

/** Milliseconds: between two rounds at least and at most, after a round that failed, and between two observations. */
const intervals = { min: 5, max: 1_000, afterFailure: 1_000, observe: 1_000 } as const

/** Milliseconds: the length of a lease, the interval of its renewal, and the margin before its end in which nothing begins. */
const leaseTimes = { length: 5_000, renewal: 1_500, margin: 1_000 } as const

/**
 * The lease on deliveries (leader election). One node of a store holds it; another takes it seconds after that one is gone.
 * @param take acquires or renews it for some milliseconds, or releases it if given 0; resolves to whether it is held
 */
export const leaseOf = (take: (milliseconds: number) => Promise<boolean>) => {
  let until = 0
  let renewAt = 0
  return {
    /** Renews it when that is due. Rejects as the store does, in each call until the store answers again. */
    isHeld: async (): Promise<boolean> => {
      // Taken before the store answers, so that the lease never lasts longer here than in the store.
      const now = performance.now()
      if (now >= renewAt) {
        const isTaken = await take(leaseTimes.length)
        renewAt = now + leaseTimes.renewal
        until = isTaken ? now + leaseTimes.length - leaseTimes.margin : 0
      }
      return performance.now() < until
    },
    giveBack: async (): Promise<void> => {
      if (until > 0) await take(0)
    },
  }
}

/** Milliseconds that attempts in progress have to end when the service stops. Its next run sends the others again. */
const patience = 3_000

type DeliveriesParts = {
  readonly config: Config
  readonly environment: Environment
  readonly storage: Storage
  readonly changes: Changes
  readonly clock: Clock
  readonly observe: Observe
  readonly tracing?: Tracing | undefined
}

/**
 * Delivers messages to webhooks: this thread processes the queue, and another one sends. `stop` begins no further attempts,
 * gives those in progress some time to end, and records those that do.
 */
export const startDeliveries = (parts: DeliveriesParts): Due & { stop: () => Promise<void> } => {
  const { config, environment, storage, changes, clock, observe, tracing } = parts
  const { webhookAllow, environments } = config
  const holder = randomUUID()
  const lease = leaseOf((milliseconds) => storage.lease('deliveries', holder, milliseconds))
  const maxInFlight = maxDeliveries(environments.length, openFileLimit())
  // Idle connections also count towards the limit of open files.
  const maxIdle = Math.ceil(maxInFlight / 2)
  const sender = startSender({ environment, webhookAllow, maxIdle }, observe)
  let progress = Promise.withResolvers<void>()
  const onProgress = (): void => progress.resolve()
  const { send } = sender
  const sealer = openSealer(config)
  const { random } = Math
  const queue = { storage, sealer, send, clock, random, maxInFlight, onProgress }
  const loopParts = { ...queue, observe, tracing }
  /** Undefined while another node delivers, because the state of a loop is out of date after another node's turn. */
  let loop: DeliveryLoop | undefined
  let isStopping = false
  /** Number of rounds that have ended, and whether the latest left nothing to do. */
  let rounds = 0
  let isQuiet = false

  /** Runs one round, then sleeps until the data changes, an attempt ends, or a delivery is due. */
  const round = async (): Promise<boolean> => {
    const began = performance.now()
    const { version } = changes
    progress = Promise.withResolvers()
    loop = (await lease.isHeld()) ? (loop ?? deliveryLoop(loopParts)) : undefined
    const next = (await loop?.round()) ?? Infinity
    const now = clock()
    isQuiet = version === changes.version && next > now && loop?.isQuiet(now) !== false
    rounds += 1
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

  return {
    next: async (after) => loop?.nextDue(after) ?? Infinity,
    settle: async (isLate) => {
      // The current round may have begun before the clock was moved, so another one must end.
      for (const before = rounds + 1; ;) {
        progress.resolve()
        await wait(intervals.min)
        if (isStopping || isLate() || (isQuiet && rounds > before)) return
      }
    },
    stop: async () => {
      isStopping = true
      progress.resolve()
      await stop()
      await loop?.end(AbortSignal.timeout(patience))
      await lease.giveBack()
      await sender.close()
    },
  }
}
