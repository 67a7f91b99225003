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

/**
 * Makes the one place through which every request goes. If the service cannot take one now, the gate
 * closes: it sends nothing, tells why and until when, and then sends what waits by itself.
 */
export const gateOf = ({ now, later, isReady }: GateWorld) => {
  /** Why the gate is closed, or undefined while it is open. Each closing has an object of its own. */
  const trouble = signal<Trouble | undefined>(undefined)
  let waiting: Array<() => void> = []

  /** Opens at once: somebody signed in with another key, or wants to try now. */
  const open = (): void => {
    trouble.value = undefined
    const ready = waiting
    waiting = []
    for (const go of ready) go()
  }

  const opened = async (giveUp: AbortSignal | undefined): Promise<void> => {
    if (trouble.value === undefined) return
    await new Promise<void>((resolve, reject) => {
      waiting.push(resolve)
      giveUp?.addEventListener('abort', () => reject(giveUp.reason), { once: true })
    })
  }

  /** Looks again and again, ever less often, until the service is there. */
  const look = (kind: 'offline' | 'busy', seconds: number): void => {
    const delay = Math.min(seconds, 30) * 1_000
    const mine = { kind, until: now() + delay }
    trouble.value = mine
    const lookOnce = async (): Promise<void> => {
      if (trouble.value !== mine) return
      const isThere = await isReady()
      if (trouble.value !== mine) return
      if (isThere) open()
      else look(kind, seconds * 2)
    }
    later(() => void lookOnce(), delay)
  }

  const close = (next: Trouble): void => {
    // Several requests may fail together; the first has said why.
    if (trouble.value?.kind === next.kind) return
    trouble.value = next
    if (next.kind === 'revoked') return
    if (next.kind === 'offline' || next.kind === 'busy') return look(next.kind, 2)
    later(() => {
      if (trouble.value === next) open()
    }, next.until - now())
  }

  const troubleOf = (error: unknown): Trouble | undefined => {
    if (error instanceof RateLimitError) {
      const until = now() + (error.retryAfter ?? 60) * 1_000
      if (error instanceof BanError) return { kind: 'banned', until }
      const usedUp = error.rateLimit?.windows.find(({ remaining }) => remaining === 0)
      return { kind: usedUp?.name === 'day' ? 'day' : 'minute', until }
    }
    if (error instanceof AuthenticationError) return { kind: 'revoked' }
    if (error instanceof ConnectionError) return { kind: 'offline', until: now() }
    if (error instanceof ServiceError && error.status > 501) return { kind: 'busy', until: now() }
    return undefined
  }

  /**
   * Sends a request once the gate is open, and again if the service could not take it.
   *
   * @param giveUp ends a request that waits
   * @throws what the service refused for another reason; the reason of `giveUp`
   */
  const pass = async <T>(
    send: () => Promise<T>,
    giveUp?: AbortSignal,
    isFree = false,
  ): Promise<T> => {
    for (;;) {
      const kind = trouble.value?.kind
      const isQuota = kind === 'minute' || kind === 'day' || kind === 'banned'
      if (!isFree || !isQuota) await opened(giveUp)
      try {
        return await send()
      } catch (error) {
        giveUp?.throwIfAborted()
        const next = isFree && error instanceof RateLimitError ? undefined : troubleOf(error)
        if (next === undefined) throw error
        close(next)
      }
    }
  }

  return {
    trouble,
    open,
    pass,

    /**
     * Sends a request that costs nothing of the quota, so neither a quota that is used up nor a ban holds
     * it back. Nor does it close the gate if too many of these were sent, since they are counted apart.
     *
     * @throws what the service refused; the reason of `giveUp`
     */
    passFree: async <T>(send: () => Promise<T>, giveUp?: AbortSignal): Promise<T> =>
      await pass(send, giveUp, true),

    /** Looks now whether the service is there again. */
    lookNow: async (): Promise<void> => {
      if (await isReady()) open()
    },
  }
}
