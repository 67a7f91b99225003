import { ConnectionError, RateLimitError, ServiceError } from './errors.ts'
import { type EventOptions, eventQuery } from './events.ts'
import { parseExact } from './exact-json.ts'
import { type List, Page } from './page.ts'
import type { Lasting } from './sender.ts'
import type { Transport } from './transport.ts'
import type { StoreEvent } from './types.ts'

/** Lists events. Where the log ends for now, it waits for more. */
export const followEvents = (transport: Transport, options: EventOptions): List<StoreEvent> => {
  if ((options.sort ?? options.until) !== undefined)
    throw new TypeError('follow goes without sort and until.')
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

/** Milliseconds between two tries while the service is away. */
const outage = { first: 1_000, longest: 30_000 }

/** Tries until the service answers. What it returns throws an ApiError that no retry can help, and the reason of the signal. */
export const lastingFor =
  (transport: Transport, signal: AbortSignal | undefined): Lasting =>
  async (send) => {
    for (let pause = outage.first; ; pause = Math.min(outage.longest, pause * 2)) {
      try {
        return await send()
      } catch (error) {
        // A ban or a quota needs its time; an outage may end before what a proxy says.
        const isRefused = error instanceof RateLimitError
        if (!isRefused && !(error instanceof ConnectionError || error instanceof ServiceError))
          throw error
        const { retryAfter = 0 } = isRefused ? error : {}
        await transport.wait(Math.max(pause, retryAfter * 1_000), signal)
      }
    }
  }
