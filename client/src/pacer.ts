import { RateLimitError } from './errors.ts'
import type { RateLimit } from './types.ts'
import { abortable, type World } from './world.ts'

type Window = { remaining: number; resetsAt: number }

/** The longest that the queue stands still, in milliseconds: a minute's window, never a day's. */
const longestPause = 120_000

/** Two ends of one window, told by two answers, lie closer than this; two windows' do not. */
const sameWindow = 30_000

/**
 * A queue, first come first served, that lets a request out only where every window of the quota is
 * known to have room for it, those under way counted in. Nothing is known of a window before its
 * first answer, so one request goes ahead alone and the others follow.
 */
export class Pacer {
  readonly #world: World
  readonly #windows = new Map<string, Window>()
  #last: RateLimit | undefined
  #inFlight = 0
  #turn: Promise<void> = Promise.resolve()
  #wake = (): void => {}

  constructor(world: World) {
    this.#world = world
  }

  /**
   * Waits until a request may go out. Each that goes out must `leave`.
   *
   * @throws RateLimitError where the quota is used up for longer than two minutes
   */
  async enter(signal: AbortSignal | undefined): Promise<void> {
    const before = this.#turn
    let pass = (): void => {}
    const mine = new Promise<void>((resolve) => {
      pass = resolve
    })
    // Whoever comes next waits for both, so that one who gives up leaves the order as it is.
    this.#turn = before.then(() => mine)
    try {
      await abortable(before, signal)
      await this.#room(signal)
      this.#inFlight += 1
    } finally {
      pass()
    }
  }

  /** Takes in what the answer told; `undefined` where none came, which may have been counted. */
  leave(rateLimit: RateLimit | undefined): void {
    this.#inFlight -= 1
    if (rateLimit === undefined) {
      for (const window of this.#windows.values()) window.remaining -= 1
    } else {
      this.#last = rateLimit
      for (const { name, remaining, resetAfter } of rateLimit.windows) {
        // Not before the true end: it was further away when the service wrote it.
        this.#learn(name, { remaining, resetsAt: this.#world.now() + resetAfter * 1_000 })
      }
    }
    this.#wake()
  }

  #learn(name: string, seen: Window): void {
    const known = this.#windows.get(name)
    if (known === undefined || known.resetsAt === Infinity) {
      this.#windows.set(name, seen)
      return
    }
    const later = seen.resetsAt - known.resetsAt
    // Answers overtake each other: one of a past window tells nothing, and within one window the
    // fewest requests remaining are the latest.
    if (later > sameWindow) this.#windows.set(name, seen)
    else if (later > -sameWindow) {
      known.remaining = Math.min(known.remaining, seen.remaining)
      known.resetsAt = Math.min(known.resetsAt, seen.resetsAt)
    }
  }

  async #room(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      const now = this.#world.now()
      let room = this.#windows.size === 0 ? 1 : Infinity
      let pause = 0
      for (const window of this.#windows.values()) {
        if (now >= window.resetsAt) {
          // Over: as at the start, one goes ahead to learn of the next.
          window.remaining = 1
          window.resetsAt = Infinity
        }
        room = Math.min(room, window.remaining)
        if (window.remaining < 1 && window.resetsAt < Infinity) {
          pause = Math.max(pause, window.resetsAt - now)
        }
      }
      if (room > this.#inFlight) return
      if (this.#inFlight > 0) {
        await abortable(
          new Promise<void>((resolve) => {
            this.#wake = resolve
          }),
          signal,
        )
      } else if (pause > longestPause) {
        throw this.#usedUp(Math.ceil(pause / 1_000))
      } else {
        await this.#world.wait(pause, signal)
      }
    }
  }

  #usedUp(seconds: number): RateLimitError {
    return new RateLimitError({
      code: 'rate_limit_exceeded',
      message: `The quota is used up for ${seconds} more seconds; the request was not sent.`,
      status: 429,
      requestId: undefined,
      retryAfter: seconds,
      rateLimit: this.#last,
    })
  }
}
