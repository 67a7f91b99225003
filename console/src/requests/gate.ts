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
export type GateRuntime = {
  readonly now: () => number
  /** Calls back once, after so many milliseconds. */
  readonly later: (call: () => void, milliseconds: number) => void
  /** Whether the service answers that it can serve. It spends nothing of the quota. */
  readonly isReady: () => Promise<boolean>
}

/** How a request is to be treated. */
export type PassOptions = {
  /** Withdraws it while it waits. */
  readonly signal?: AbortSignal | undefined
  /** Names a read, which waits behind the saves, and once if it is asked for again. */
  readonly read?: string | undefined
  /** Whether it costs nothing of the quota. */
  readonly isFree?: boolean
}

type Waiting = PassOptions & {
  readonly send: () => Promise<unknown>
  readonly answer: PromiseWithResolvers<unknown>
  /** How many callers still want the answer. */
  wanted: number
}

/**
 * Whether the key is banned. The refusal that begins a ban has the code of the quota, but no minute is
 * as long as a ban.
 */
export const isBan = (error: RateLimitError): boolean =>
  error instanceof BanError ||
  error.rateLimit?.windows.some(({ name, resetAfter }) => name === 'minute' && resetAfter > 60) ===
    true

/** Milliseconds between two requests that waited, so that they do not use up a new window at once. */
const pace = 250

/**
 * Makes the one place through which every request goes. If the service cannot take one now, the gate
 * closes: requests wait, and it tells why and until when. Then it tries one request. If the service
 * takes that, the others follow one by one, saves before reads.
 */
export const gateOf = ({ now, later, isReady }: GateRuntime) => {
  /** Why the gate is closed, or undefined while it is open. Each closing has an object of its own. */
  const trouble = signal<Trouble | undefined>(undefined)
  let queue: readonly Waiting[] = []
  /** Whether requests that waited are being sent one by one. */
  let isPaced = false
  let trial: Waiting | undefined

  const take = (request: Waiting): void => {
    queue = queue.filter((other) => other !== request)
  }

  const isSentNow = ({ isFree = false }: PassOptions): boolean => {
    const kind = trouble.value?.kind
    if (kind === undefined) return !isPaced
    return isFree && (kind === 'minute' || kind === 'day' || kind === 'banned')
  }

  const run = async (request: Waiting): Promise<void> => {
    take(request)
    try {
      request.answer.resolve(await request.send())
      if (request === trial) reopen()
    } catch (error) {
      const next =
        request.isFree === true && error instanceof RateLimitError ? undefined : troubleOf(error)
      if (next !== undefined && request.wanted > 0) {
        queue = request === trial ? [request, ...queue] : [...queue, request]
      } else request.answer.reject(error)
      if (next !== undefined) close(next, request)
      else if (request === trial) reopen()
    }
  }

  /** The next request that waits: a save, or else a read. */
  const first = (): Waiting | undefined => queue.find(({ read }) => read === undefined) ?? queue[0]

  /** Sends what waits, one after another. */
  const drain = (): void => {
    const request = trouble.value ? undefined : first()
    isPaced = request !== undefined
    if (request === undefined) return
    void run(request)
    later(drain, pace)
  }

  const reopen = (): void => {
    trial = undefined
    trouble.value = undefined
    if (!isPaced) drain()
  }

  /** Tries whether the service takes requests again, with the first that waits. */
  const open = (): void => {
    if (trial) return
    trial = first()
    if (trial === undefined) reopen()
    else void run(trial)
  }

  /** Looks again and again, ever less often, until the service is there. */
  const poll = (kind: 'offline' | 'busy', seconds: number): void => {
    const delay = Math.min(seconds, 30) * 1_000
    const mine = { kind, until: now() + delay }
    trouble.value = mine
    const pollOnce = async (): Promise<void> => {
      if (trouble.value !== mine) return
      const isThere = await isReady()
      if (trouble.value !== mine) return
      if (isThere) open()
      else poll(kind, seconds * 2)
    }
    later(() => void pollOnce(), delay)
  }

  const close = (next: Trouble, request: Waiting): void => {
    // Several requests may fail together; the first has said why.
    if (trouble.value?.kind === next.kind && request !== trial) return
    trial = undefined
    trouble.value = next
    if (next.kind === 'revoked') return
    if (next.kind === 'offline' || next.kind === 'busy') return poll(next.kind, 2)
    later(() => {
      if (trouble.value === next) open()
    }, next.until - now())
  }

  const troubleOf = (error: unknown): Trouble | undefined => {
    if (error instanceof RateLimitError) {
      const until = now() + (error.retryAfter ?? 60) * 1_000
      if (isBan(error)) return { kind: 'banned', until }
      const usedUp = error.rateLimit?.windows.find(({ remaining }) => remaining === 0)
      return { kind: usedUp?.name === 'day' ? 'day' : 'minute', until }
    }
    if (error instanceof AuthenticationError) return { kind: 'revoked' }
    if (error instanceof ConnectionError) return { kind: 'offline', until: now() }
    if (error instanceof ServiceError && error.status > 501) return { kind: 'busy', until: now() }
    return undefined
  }

  return {
    trouble,
    open,

    /**
     * Sends a request once the gate is open, and again if the service could not take it. What costs no
     * quota (`isFree`) waits for no quota, and closes the gate for none.
     *
     * @throws what the service refused for another reason; the reason of the signal
     */
    pass: async <T>(send: () => Promise<T>, options: PassOptions = {}): Promise<T> => {
      const { signal: withdraw, read } = options
      withdraw?.throwIfAborted()
      const same = read === undefined ? undefined : queue.find((other) => other.read === read)
      const request = same ?? { ...options, send, answer: Promise.withResolvers(), wanted: 0 }
      request.wanted += 1
      if (same === undefined) {
        if (isSentNow(options)) void run(request)
        else queue = [...queue, request]
      }
      return await new Promise<T>((resolve, reject) => {
        // Reads of one name are of one type.
        ;(request.answer.promise as Promise<T>).then(resolve, reject)
        withdraw?.addEventListener('abort', () => {
          request.wanted -= 1
          // One that is under way is answered.
          if (!queue.includes(request)) return
          if (request.wanted === 0) take(request)
          reject(withdraw.reason)
        })
      })
    },

    /** Gives up all that waits: somebody signed out. */
    empty: (): void => {
      for (const { answer } of queue) answer.reject(new Error('Somebody signed out.'))
      queue = []
      reopen()
    },

    /** Looks now whether the service is there again. */
    checkNow: async (): Promise<void> => {
      if (await isReady()) open()
    },
  }
}
