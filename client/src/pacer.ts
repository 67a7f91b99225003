import type { RateLimitError } from './errors.ts'
import type { RateLimit } from './types.ts'
import type { abortable, World } from './world.ts'

/** Values that the main bundle has, passed in so that this lazily loaded file imports none of it. */
type MainBundle = {
  readonly abortable: typeof abortable
  readonly RateLimitError: typeof RateLimitError
}

type Window = { remaining: number; resetsAt: number }

/** The longest wait of the queue, in milliseconds: for a minute's window, never for a day's. */
const longestPause = 120_000

/**
 * Milliseconds. Two responses may report slightly different ends of one window, but these differ by less than this.
 * The ends of two windows differ by more.
 */
const sameWindow = 30_000

/**
 * A FIFO queue that sends a request only if every window of the quota is known to have room for it. Requests in flight
 * count as spent. Before the first response no window is known, so one request goes first, alone, and the others follow.
 */
export class Pacer {
  readonly #world: World
  readonly #main: MainBundle
  readonly #windows = new Map<string, Window>()
  #last: RateLimit | undefined
  #inFlight = 0
  #turn: Promise<void> = Promise.resolve()
  #wake = (): void => {}

  constructor(world: World, main: MainBundle) {
    this.#world = world
    this.#main = main
  }

  /**
   * Waits until a request may be sent. Every request that was sent must call `leave` afterwards.
   *
   * @throws RateLimitError if the quota is used up for longer than two minutes
   */
  async enter(signal: AbortSignal | undefined): Promise<void> {
    const before = this.#turn
    let pass = (): void => {}
    const mine = new Promise<void>((resolve) => {
      pass = resolve
    })
    // The next call waits for both, so the order stays the same if a call gives up.
    this.#turn = before.then(() => mine)
    try {
      await this.#main.abortable(before, signal)
      await this.#room(signal)
      this.#inFlight += 1
    } finally {
      pass()
    }
  }

  /**
   * Records the quota that a response reported; `undefined` if none arrived. The service may still have counted that request.
   */
  leave(rateLimit: RateLimit | undefined): void {
    this.#inFlight -= 1
    if (rateLimit === undefined) {
      for (const window of this.#windows.values()) window.remaining -= 1
    } else {
      this.#last = rateLimit
      for (const { name, remaining, resetAfter } of rateLimit.windows) {
        // Never before the true end, because time has passed since the service sent it.
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
    // Responses overtake each other. A response about a past window is outdated. Within one window, the response
    // with the fewest requests remaining is the latest.
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
          // The window is over. As at the start, one request goes first and learns of the next
          // window.
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
        await this.#main.abortable(
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
    return new this.#main.RateLimitError({
      code: 'rate_limit_exceeded',
      message: `The quota is used up for ${seconds} more seconds; the request was not sent.`,
      status: 429,
      requestId: undefined,
      retryAfter: seconds,
      rateLimit: this.#last,
    })
  }
}
