import type { Clock } from './clock.ts'
import type { Observe } from './observation.ts'

/** The largest step ahead of the system's clock that is followed at once, in milliseconds. */
const tolerance = 60_000

/** How long a larger jump ahead must last before it is followed, in milliseconds. */
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

/**
 * The time of an environment: the monotonic clock plus an offset, so that a system clock that is wrong for a while affects no stored data.
 * It follows small steps and steps back at once, a jump ahead after five minutes; `ages` follows steps back only.
 * The first reading is followed, but for five minutes nothing counts as old enough to delete.
 */
export class SteadyClock {
  readonly #parts: SteadyClockParts
  readonly #monotonic: Clock
  readonly #began: number
  /** How far the wall clock is ahead of the monotonic one: the current offset, and the smallest one ever read. */
  #believed: number
  #least: number
  /** A jump ahead that is not followed yet: its offset, and when it was first read. */
  #jump: { readonly since: number; readonly offset: number } | undefined

  constructor(parts: SteadyClockParts) {
    this.#parts = parts
    this.#monotonic = parts.monotonic ?? (() => performance.now())
    this.#began = this.#monotonic()
    this.#believed = parts.wall() - this.#began
    this.#least = this.#believed
  }

  /** Whole milliseconds since the Unix epoch. A jump ahead of the system's clock shows once it has lasted. */
  readonly now: Clock = () => Math.floor(this.#monotonic() + this.#believed)

  /** The Unix milliseconds that decide what is old enough to delete: never ahead of either clock, at first minus infinity. */
  readonly ages: Clock = () => {
    const monotonic = this.#monotonic()
    return monotonic - this.#began < probation ? -Infinity : Math.floor(monotonic + this.#least)
  }

  /** Reads the system's clock once. Call it several times a second. */
  check(): void {
    const { wall, observe } = this.#parts
    const monotonic = this.#monotonic()
    const offset = wall() - monotonic
    this.#least = Math.min(this.#least, offset)
    const ahead = offset - this.#believed
    if (ahead <= tolerance) {
      if (Math.abs(ahead) >= jitter) this.#believed = offset
      if (this.#jump !== undefined) observe({ kind: 'clock_settled', seconds: toSeconds(ahead) })
      this.#jump = undefined
    } else if (this.#jump === undefined || Math.abs(offset - this.#jump.offset) > tolerance) {
      this.#jump = { since: monotonic, offset }
      observe({ kind: 'clock_jumped', seconds: toSeconds(ahead), explanation })
    } else if (monotonic - this.#jump.since >= probation) {
      this.#believed = offset
      this.#jump = undefined
      observe({ kind: 'clock_settled', seconds: toSeconds(ahead) })
    }
  }

  keep(): void {
    setInterval(() => this.check(), checkInterval).unref()
  }
}

const toSeconds = (milliseconds: number): number => Math.round(milliseconds / 1_000)

const explanation =
  'The system’s clock jumped ahead. Quotas, bans and stored answers use the previous time until the jump has lasted for 5 minutes. Set the clock if it is wrong, and keep it right with NTP.'
