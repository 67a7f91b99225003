import { type Bucket, emptyBucket, spend } from '../../src/quotas/bucket.ts'
import { fixedPlans, type Limits } from '../../src/quotas/plans.ts'

/** Milliseconds. */
const minute = 60_000

/** What is simulated. */
export type QuotaRun = {
  readonly nodes: number
  /** Whether the balancer sends all requests of a caller to one node; else to any. */
  readonly isSticky: boolean
  /** A number from 0 to 1, as `Math.random` gives. */
  readonly random: () => number
}

/** What a caller of a plan got. */
export type QuotaFigures = {
  readonly plan: string
  readonly limit: number
  /** The most that passed in a minute in which the counters were always up. */
  readonly mostUp: number
  /** The most that passed in a minute in which they were down for some time. */
  readonly mostDown: number
  /** The least that passed in a minute in which they were down throughout. */
  readonly leastDown: number
}

/** Callers of each plan: they send half as much again as they may. */
const callers = { free: 200, pro: 40, business: 12, enterprise: 4 } as const
const enterprise: Limits = { perMinute: 10_000, perDay: 10_000_000 }
const demand = 1.5

/** When the counters are down, in minutes from the start: for seconds, and for a minute and more. */
const outages = [
  [1.3, 1.35],
  [3.4, 5.6],
] as const
const minutes = 8

type Caller = {
  readonly plan: string
  readonly limits: Limits
  /** The count that all nodes share. */
  readonly bucket: Bucket
  readonly home: number
  /** By node: what it knows while it counts by itself. */
  readonly local: Map<number, Local>
  readonly passed: number[]
}

/** What a node knows of a caller: what was left by the last answer, and what it let through by itself since. */
type Local = { minute: number; left: number; let: number }

/**
 * Simulates callers that ask too much of many nodes, whose common counters fail now and then. While they are down, each
 * node lets pass its share of what was left by the last answer that it got. Afterwards it adds that to the common count.
 */
export const simulateQuotas = ({ nodes, isSticky, random }: QuotaRun): readonly QuotaFigures[] => {
  const all = makeCallers(nodes, random)
  const total = all.reduce((sum, { limits }) => sum + limits.perMinute * demand, 0)
  const pick = picker(all, random)
  let wasDown = false
  for (let now = gap(total, random); now < minutes * minute; now += gap(total, random)) {
    const isDown = outages.some(([from, to]) => now >= from * minute && now < to * minute)
    if (wasDown && !isDown) for (const caller of all) report(caller, now)
    wasDown = isDown
    const caller = pick()
    const node = isSticky ? caller.home : Math.floor(random() * nodes)
    const passes = isDown ? passesAlone(caller, node, nodes, now) : passesCounted(caller, node, now)
    if (passes) {
      const at = Math.floor(now / minute)
      caller.passed[at] = (caller.passed[at] ?? 0) + 1
    }
  }
  return figuresOf(all)
}

/** Milliseconds to the next request of a stream, which comes at any time with the same chance. */
const gap = (perMinute: number, random: () => number): number =>
  (-Math.log(1 - random()) * minute) / perMinute

const makeCallers = (nodes: number, random: () => number): readonly Caller[] =>
  Object.entries(callers).flatMap(([plan, count]) => {
    const limits = plan === 'enterprise' ? enterprise : fixedPlans[plan as keyof typeof fixedPlans]
    return Array.from({ length: count }, () => ({
      plan,
      limits: { perMinute: limits.perMinute, perDay: 10_000_000 },
      bucket: emptyBucket(),
      home: Math.floor(random() * nodes),
      local: new Map<number, Local>(),
      passed: [],
    }))
  })

/** Picks callers as often as they send. */
const picker = (all: readonly Caller[], random: () => number): (() => Caller) => {
  const tickets = all.flatMap((caller) =>
    Array.from({ length: caller.limits.perMinute / 20 }, () => caller),
  )
  return () => tickets[Math.floor(random() * tickets.length)] as Caller
}

const passesCounted = ({ bucket, limits, local }: Caller, node: number, now: number): boolean => {
  const outcome = spend(bucket, limits, now, false)
  const left = limits.perMinute - bucket.minuteUsed
  local.set(node, { minute: Math.floor(now / minute), left, let: 0 })
  return outcome === 'allowed'
}

const passesAlone = (caller: Caller, node: number, nodes: number, now: number): boolean => {
  const { limits, local } = caller
  const at = Math.floor(now / minute)
  let known = local.get(node)
  if (known?.minute !== at) {
    known = { minute: at, left: limits.perMinute, let: 0 }
    local.set(node, known)
  }
  if (known.let >= Math.floor(known.left / nodes)) return false
  known.let += 1
  return true
}

/** The nodes add what they let through to the count of the minute, which may so exceed its limit. */
const report = ({ bucket, local }: Caller, now: number): void => {
  const at = Math.floor(now / minute)
  for (const known of local.values()) {
    if (known.minute === at && bucket.minute === at) bucket.minuteUsed += known.let
    known.let = 0
  }
}

const figuresOf = (all: readonly Caller[]): readonly QuotaFigures[] =>
  Object.keys(callers).map((plan) => {
    const those = all.filter((caller) => caller.plan === plan)
    const counts = (isWanted: (at: number) => boolean): readonly number[] =>
      those.flatMap(({ passed }) =>
        Array.from({ length: minutes }, (_, at) => at)
          .filter(isWanted)
          .map((at) => passed[at] ?? 0),
      )
    const isTouched = (at: number): boolean =>
      outages.some(([from, to]) => at < to && from < at + 1)
    const isInside = (at: number): boolean =>
      outages.some(([from, to]) => from <= at && at + 1 <= to)
    return {
      plan,
      limit: those[0]?.limits.perMinute ?? 0,
      mostUp: Math.max(...counts((at) => !isTouched(at))),
      mostDown: Math.max(...counts(isTouched)),
      leastDown: Math.min(...counts(isInside)),
    }
  })
