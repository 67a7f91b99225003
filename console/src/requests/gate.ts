import { signal } from '../core/signal.ts'
import {
  AuthenticationError,
  BanError,
  ConnectionError,
  RateLimitError,
  ServiceError,
} from '../../../client/src/index.ts'

/** Why requests cannot be sent now. Times are in milliseconds, by the gate's clock. */
export type Trouble =
  | { readonly kind: 'minute' | 'day' | 'banned'; readonly until: number }
  | { readonly kind: 'offline' | 'busy'; readonly until: number }
  | { readonly kind: 'revoked' }

/** What the gate needs from its environment; tests replace it. */
export type GateRuntime = {
  readonly now: () => number
  /** Calls back once, after a number of milliseconds. */
  readonly later: (call: () => void, milliseconds: number) => void
  /** Whether the service says that it can serve. Costs no quota. */
  readonly isReady: () => Promise<boolean>
}

/** How to treat a request. */
export type PassOptions = {
  /** Withdraws the request while it waits. */
  readonly signal?: AbortSignal | undefined
  /** Identifies a read. Reads wait behind saves, and waiting reads with the same name share one request. */
  readonly read?: string | undefined
  /** Whether the request costs no quota. */
  readonly isFree?: boolean
}

type Waiting = PassOptions & {
  readonly send: () => Promise<unknown>
  readonly answer: PromiseWithResolvers<unknown>
  /** How many callers still want the answer. */
  wanted: number
}

/**
 * Whether the key is banned. The refusal that begins a ban has the code of an exceeded quota, but its wait is
 * longer than a minute.
 */
export const isBan = (error: RateLimitError): boolean =>
  error instanceof BanError ||
  error.rateLimit?.windows.some(({ name, resetAfter }) => name === 'minute' && resetAfter > 60) ===
    true

/** Milliseconds between two queued requests, so that the queue does not use up a new window at once. */
const pace = 250

/**
 * Makes the gate through which every request passes: a circuit breaker with a queue. If the service cannot
 * take a request now, the gate closes: requests wait, and `trouble` says why and until when. Then the gate
 * tries one request. If that succeeds, the others follow one by one, saves before reads.
 */
export const gateOf = ({ now, later, isReady }: GateRuntime) => {
  /** Why the gate is closed; undefined while it is open. Each closing sets a new object. */
  const trouble = signal<Trouble | undefined>(undefined)
  let queue: readonly Waiting[] = []
  /** Whether queued requests are being sent one by one. */
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
      const next = request.isFree && error instanceof RateLimitError ? undefined : troubleOf(error)
      if (next !== undefined && request.wanted > 0) {
        queue = request === trial ? [request, ...queue] : [...queue, request]
      } else request.answer.reject(error)
      if (next !== undefined) close(next, request)
      else if (request === trial) reopen()
    }
  }

  /** The next queued request: a save, or else a read. */
  const first = (): Waiting | undefined => queue.find(({ read }) => read === undefined) ?? queue[0]

  /** Sends the queued requests, one after another. */
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

  /** Tries the first queued request, to see whether the service takes requests again. */
  const open = (): void => {
    if (trial) return
    trial = first()
    if (trial === undefined) reopen()
    else void run(trial)
  }

  /** Polls with exponential backoff until the service is available. */
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
    // Several requests may fail together; the first one has already closed the gate.
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
     * Sends a request once the gate is open, and again if the service could not take it. A free request
     * (`isFree`) does not wait for the quota, and a 429 to it does not close the gate.
     *
     * @throws the service's error if it refused the request for another reason; the signal's reason
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
        // Reads with the same name have the same type.
        ;(request.answer.promise as Promise<T>).then(resolve, reject)
        withdraw?.addEventListener('abort', () => {
          request.wanted -= 1
          // A request that was already sent runs to its end.
          if (!queue.includes(request)) return
          if (request.wanted === 0) take(request)
          reject(withdraw.reason)
        })
      })
    },

    /** Rejects all queued requests, after signing out. */
    empty: (): void => {
      for (const { answer } of queue) answer.reject(new Error('Somebody signed out.'))
      queue = []
      reopen()
    },

    /** Checks now whether the service is available again. */
    checkNow: async (): Promise<void> => {
      if (await isReady()) open()
    },
  }
}
