import { signal } from '../core/signal.ts'
import {
  AuthenticationError,
  BanError,
  ConnectionError,
  RateLimitError,
  ServiceError,
} from '../../../client/src/index.ts'

/** What keeps requests from being sent. Times are in milliseconds, by the gate's clock. */
export type Trouble =
  | { readonly kind: 'minute' | 'day' | 'banned'; readonly until: number }
  | { readonly kind: 'offline' | 'busy'; readonly until: number }
  | { readonly kind: 'revoked' }

/** What the gate needs of its surroundings; tests replace it. */
export type GateWorld = {
  readonly now: () => number
  /** Calls back once, after so many milliseconds. */
  readonly later: (call: () => void, milliseconds: number) => void
  /** Whether the service answers that it can serve. It spends nothing of the quota. */
  readonly isReady: () => Promise<boolean>
}

/** Seconds between looks whether the service is there again. */
const looks = [2, 4, 8, 16, 30]

/**
 * The one place through which every request goes. If the service cannot take one now, the gate
 * closes: it sends nothing, tells why and until when, and then sends what waits by itself.
 */
export class Gate {
  /** Why the gate is closed, or undefined while it is open. */
  readonly trouble = signal<Trouble | undefined>(undefined)
  readonly #world: GateWorld
  #waiting: Array<() => void> = []
  /** Grows with each closing, so that an older timer opens nothing. */
  #closing = 0

  constructor(world: GateWorld) {
    this.#world = world
  }

  /**
   * Sends a request once the gate is open, and again if the service could not take it.
   *
   * @param giveUp ends a request that waits
   * @throws what the service refused for another reason; the reason of `giveUp`
   */
  async pass<T>(send: () => Promise<T>, giveUp?: AbortSignal): Promise<T> {
    for (;;) {
      await this.#opened(giveUp)
      try {
        return await send()
      } catch (error) {
        giveUp?.throwIfAborted()
        const trouble = this.#troubleOf(error)
        if (trouble === undefined) throw error
        this.#close(trouble)
      }
    }
  }

  /**
   * Sends a request that costs nothing of the quota, so neither a quota that is used up nor a ban holds
   * it back. Nor does it close the gate if too many of these were sent, since they are counted apart.
   *
   * @throws what the service refused; the reason of `giveUp`
   */
  async passFree<T>(send: () => Promise<T>, giveUp?: AbortSignal): Promise<T> {
    const kind = this.trouble.value?.kind
    const isQuota = kind === undefined || kind === 'minute' || kind === 'day' || kind === 'banned'
    if (!isQuota) await this.#opened(giveUp)
    try {
      return await send()
    } catch (error) {
      giveUp?.throwIfAborted()
      const trouble = error instanceof RateLimitError ? undefined : this.#troubleOf(error)
      if (trouble === undefined) throw error
      this.#close(trouble)
      return await this.passFree(send, giveUp)
    }
  }

  /** Opens at once: somebody signed in with another key, or wants to try now. */
  open(): void {
    this.#closing += 1
    this.trouble.value = undefined
    const waiting = this.#waiting
    this.#waiting = []
    for (const go of waiting) go()
  }

  /** Looks now whether the service is there again. */
  async lookNow(): Promise<void> {
    if (await this.#world.isReady()) this.open()
  }

  #opened(giveUp: AbortSignal | undefined): Promise<void> {
    if (this.trouble.value === undefined) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.#waiting.push(resolve)
      giveUp?.addEventListener('abort', () => reject(giveUp.reason), { once: true })
    })
  }

  #troubleOf(error: unknown): Trouble | undefined {
    const now = this.#world.now()
    if (error instanceof RateLimitError) {
      const until = now + (error.retryAfter ?? 60) * 1_000
      if (error instanceof BanError) return { kind: 'banned', until }
      const usedUp = error.rateLimit?.windows.find(({ remaining }) => remaining === 0)
      return { kind: usedUp?.name === 'day' ? 'day' : 'minute', until }
    }
    if (error instanceof AuthenticationError) return { kind: 'revoked' }
    if (error instanceof ConnectionError) return { kind: 'offline', until: now }
    if (error instanceof ServiceError && error.status > 501) return { kind: 'busy', until: now }
    return undefined
  }

  #close(trouble: Trouble): void {
    // Several requests may fail together; the first has said why.
    if (this.trouble.value?.kind === trouble.kind) return
    this.#closing += 1
    this.trouble.value = trouble
    if (trouble.kind === 'revoked') return
    if (trouble.kind === 'offline' || trouble.kind === 'busy') this.#look(trouble.kind, 0)
    else this.#openAt(trouble.until)
  }

  #openAt(until: number): void {
    const closing = this.#closing
    this.#world.later(() => {
      if (closing === this.#closing) this.open()
    }, until - this.#world.now())
  }

  /** Looks again and again, ever less often, until the service is there. */
  #look(kind: 'offline' | 'busy', look: number): void {
    const closing = this.#closing
    const delay = (looks[look] ?? looks.at(-1) ?? 30) * 1_000
    this.trouble.value = { kind, until: this.#world.now() + delay }
    const isOld = (): boolean => closing !== this.#closing
    const lookOnce = async (): Promise<void> => {
      if (isOld()) return
      const isReady = await this.#world.isReady()
      if (isOld()) return
      if (isReady) this.open()
      else this.#look(kind, look + 1)
    }
    this.#world.later(() => void lookOnce(), delay)
  }
}
