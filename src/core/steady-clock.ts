import type { Clock } from './clock.ts'
import type { Observe } from './observation.ts'

/** Milliseconds by which the system's clock may get ahead at once without being doubted. */
const tolerance = 60_000

/** Milliseconds for which a jump ahead has to stand before it is believed. */
const probation = 300_000

/** Milliseconds below which a difference is that of two readings, and no move of a clock. */
const jitter = 5

/** Cells of the shared memory: what is to be added to the monotonic clock. */
const cells = { now: 0, ages: 1, count: 2 } as const

/** What `performance.now` has to be moved by in this thread, to be the same in all. */
const base = Number(process.hrtime.bigint()) / 1e6 - performance.now()

/** Milliseconds since the machine started, like `monotonic`, but at less cost. */
const sinceBoot: Clock = () => performance.now() + base

/**
 * The time of an environment, the same in all of its threads: the monotonic clock, moved by what a `ClockKeeper`
 * wrote into shared memory. So a clock that someone sets wrong for a while changes nothing that is kept.
 */
export class SteadyClock {
  /** To be handed to another thread, which makes its own of it. */
  readonly shared: SharedArrayBuffer
  readonly #offsets: Float64Array
  readonly #monotonic: Clock

  constructor(
    shared = new SharedArrayBuffer(cells.count * Float64Array.BYTES_PER_ELEMENT),
    monotonic = sinceBoot,
  ) {
    this.shared = shared
    this.#offsets = new Float64Array(shared)
    this.#monotonic = monotonic
  }

  /** Milliseconds since the Unix epoch, whole. A jump ahead of the system's clock shows once it has stood. */
  readonly now: Clock = () => Math.floor(this.#monotonic() + (this.#offsets[cells.now] ?? 0))

  /**
   * The time by which what is kept grows old enough to be deleted, in milliseconds since the Unix epoch. It is
   * never ahead of the system's clock and never runs faster than the monotonic one, so no jump ages anything.
   * Minus infinity for the first minutes: then nothing is old yet.
   */
  readonly ages: Clock = () => Math.floor(this.#monotonic() + (this.#offsets[cells.ages] ?? 0))

  /** For the keeper. */
  set(now: number, ages: number): void {
    this.#offsets[cells.now] = now
    this.#offsets[cells.ages] = ages
  }
}

type KeeperParts = {
  readonly clock: SteadyClock
  /** The system's clock, which someone may set. */
  readonly wall: Clock
  readonly monotonic?: Clock
  readonly observe: Observe
}

/**
 * Looks at the system's clock again and again, and decides what of its moves a `SteadyClock` follows:
 *
 * - small steps and all steps back, at once: quotas and bans bear those;
 * - a jump ahead, once it has stood for five minutes by the monotonic clock;
 * - for `ages`, steps back only.
 *
 * The first look after a start has nothing to compare with. It is believed, but for five minutes nothing counts as
 * old: a clock that is mended meanwhile has had nothing deleted.
 */
export class ClockKeeper {
  readonly #parts: KeeperParts
  readonly #monotonic: Clock
  readonly #began: number
  /** What the wall clock is ahead of the monotonic one: as it is believed, and the least ever seen. */
  #believed: number
  #least: number
  /** A jump ahead that is not believed yet: since when, and to what offset. */
  #jump: { readonly since: number; readonly offset: number } | undefined

  constructor(parts: KeeperParts) {
    this.#parts = parts
    this.#monotonic = parts.monotonic ?? sinceBoot
    this.#began = this.#monotonic()
    this.#believed = parts.wall() - this.#began
    this.#least = this.#believed
    this.#publish(this.#began)
  }

  /** To be called several times a second. */
  look(): void {
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
    this.#publish(monotonic)
  }

  #publish(monotonic: number): void {
    const isNew = monotonic - this.#began < probation
    this.#parts.clock.set(this.#believed, isNew ? Number.NEGATIVE_INFINITY : this.#least)
  }
}

/** Milliseconds between two looks at the system's clock. */
const lookInterval = 250

/**
 * Keeps a clock for as long as the process runs.
 *
 * @returns a function that ends it
 */
export const keepClock = (parts: KeeperParts): (() => void) => {
  const keeper = new ClockKeeper(parts)
  const timer = setInterval(() => keeper.look(), lookInterval)
  timer.unref()
  return () => clearInterval(timer)
}

const toSeconds = (milliseconds: number): number => Math.round(milliseconds / 1_000)

const explanation =
  'The system’s clock jumped ahead. Quotas, bans and kept answers go by the time of before until the jump has stood for 5 minutes. Set the clock if it is wrong, and keep it right with NTP.'
