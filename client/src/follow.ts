import { ConnectionError, RateLimitError, ServiceError } from './errors.ts'
import { type EventOptions, eventQuery } from './events.ts'
import { parseExact } from './exact-json.ts'
import { type List, Page } from './page.ts'
import type { Lasting } from './sender.ts'
import type { Transport } from './transport.ts'
import type { StoreEvent } from './types.ts'

/** Lists events. At the current end of the log it waits for more. */
export const followEvents = (transport: Transport, options: EventOptions): List<StoreEvent> => {
  if ((options.sort ?? options.until) !== undefined)
    throw new TypeError('follow takes neither sort nor until.')
  const lasting = lastingFor(transport, options.signal)
  const read = (from: EventOptions): List<StoreEvent> =>
    transport.list('/events', eventQuery({ ...options, ...from }), { lasting })
  return transport.list('/events', eventQuery(options), {
    lasting,
    follow: async () => {
      // Only programs that follow the log load this file.
      const { Follower } = await import('./following.ts')
      const follower = new Follower({ transport, options, lasting, read, parseExact, Page })
      await follower.begin()
      return follower
    },
  })
}

/** Milliseconds between two attempts while the service is unavailable. */
const outage = { first: 1_000, longest: 30_000 }

/**
 * Returns a function that retries until the service answers. It throws an ApiError that a retry cannot fix, and the
 * signal's reason.
 */
export const lastingFor =
  (transport: Transport, signal: AbortSignal | undefined): Lasting =>
  async (send) => {
    for (let pause = outage.first; ; pause = Math.min(outage.longest, pause * 2)) {
      try {
        return await send()
      } catch (error) {
        // A ban or a spent quota lasts its full time. An outage may end before the `Retry-After` of a proxy.
        const isRefused = error instanceof RateLimitError
        if (!isRefused && !(error instanceof ConnectionError || error instanceof ServiceError))
          throw error
        const { retryAfter = 0 } = isRefused ? error : {}
        await transport.wait(Math.max(pause, retryAfter * 1_000), signal)
      }
    }
  }
