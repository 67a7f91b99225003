import type { Clock } from './clock.ts'
import type { Observe } from './observation.ts'

/** The largest forward step of the system clock that is followed at once, in milliseconds. */
const tolerance = 60_000

/** How long a larger forward jump must last before it is followed, in milliseconds. */
const probation = 300_000

/** Smaller differences come from reading two clocks one after the other. */
const jitter = 5

/** Milliseconds between two readings of the system's clock. */
const checkInterval = 250

type SteadyClockParts = {
  /** The system's clock, which people and NTP may set. */
  readonly wall: Clock
  readonly monotonic?: Clock
  readonly observe: Observe
}

export type SteadyClock = ReturnType<typeof steadyClock>

/**
 * The time of an environment: the monotonic clock plus an offset. A temporarily wrong system clock affects no stored data.
 * It follows small steps and backward steps at once, and a forward jump after five minutes. `ages` follows only backward steps.
 * The first reading is trusted, but for five minutes nothing counts as old enough to delete.
 */
export const steadyClock = ({
  wall,
  monotonic = () => performance.now(),
  observe,
}: SteadyClockParts) => {
  const began = monotonic()
  /** How far the wall clock is ahead of the monotonic one: the offset in use, and the smallest one ever read. */
  let believed = wall() - began
  let least = believed
  /** A forward jump that is not followed yet: its offset, and when it was first read. */
  let jump: { readonly since: number; readonly offset: number } | undefined

  /** Reads the system's clock once. Call it several times a second. */
  const check = (): void => {
    const now = monotonic()
    const offset = wall() - now
    least = Math.min(least, offset)
    const ahead = offset - believed
    if (ahead <= tolerance) {
      if (Math.abs(ahead) >= jitter) believed = offset
      if (jump !== undefined) observe({ kind: 'clock_settled', seconds: toSeconds(ahead) })
      jump = undefined
    } else if (jump === undefined || Math.abs(offset - jump.offset) > tolerance) {
      jump = { since: now, offset }
      observe({ kind: 'clock_jumped', seconds: toSeconds(ahead), explanation })
    } else if (now - jump.since >= probation) {
      believed = offset
      jump = undefined
      observe({ kind: 'clock_settled', seconds: toSeconds(ahead) })
    }
  }
  return {
    /** Whole milliseconds since the Unix epoch. A forward jump of the system clock takes effect after five minutes. */
    now: () => Math.floor(monotonic() + believed),
    /** The Unix milliseconds by which data is old enough to delete: never ahead of either clock, and -Infinity at first. */
    ages: () => {
      const now = monotonic()
      return now - began < probation ? -Infinity : Math.floor(now + least)
    },
    check,
    keep: () => void setInterval(check, checkInterval).unref(),
  }
}

const toSeconds = (milliseconds: number): number => Math.round(milliseconds / 1_000)

const explanation =
  'The system’s clock jumped ahead. Quotas, bans and stored answers use the previous time until the jump has lasted for 5 minutes. Set the clock if it is wrong, and keep it right with NTP.'
