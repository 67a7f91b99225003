import type { PageOptions } from './calls.ts'
import { ConnectionError, RateLimitError, ServiceError } from './errors.ts'
import type { List, Page } from './page.ts'
import type { CallSender, Lasting } from './sender.ts'
import type { Transport } from './transport.ts'
import type { EventType, Int64Input, StoreEvent, Usage } from './types.ts'

/** The options of a list of events. Several filters show the events that fit all of them. */
export type EventOptions = PageOptions & {
  /** The `id` of the last event that you have: the list begins behind it. Goes without `cursor`. */
  readonly after?: Int64Input | undefined
  /** Only events of this type, or of these. */
  readonly types?: EventType | readonly EventType[] | undefined
  /** Only events of this animal, of its orders, and of the import that added it. */
  readonly petId?: Int64Input | undefined
  /** Only events of this order. Goes without `petId`. */
  readonly orderId?: Int64Input | undefined
  /** Only events from this time on. */
  readonly since?: Date | string | undefined
  /** Only events before this time. */
  readonly until?: Date | string | undefined
  /** Only what the API key of this name asked for. */
  readonly by?: string | undefined
  /** `-id` for the newest first. */
  readonly sort?: '-id' | undefined
}

/** The options of a list of events that a client may follow. */
export type FollowOptions = EventOptions & {
  /**
   * An iteration does not end at the newest event, but waits for more, until its `signal` aborts,
   * through every outage. It asks every three seconds whether there is anything new, once for all
   * followers of a client, which costs nothing of the quota. Of the quota it uses no more than what
   * would last to the end of each window.
   */
  readonly follow?: boolean | undefined
}

/** Milliseconds between two questions whether there is anything new. */
export const followInterval = 3_000

/** How many pages a follower may fetch in a row before it keeps to its share of the quota. */
const burst = 20

/** Lists events, up to the newest. */
export const listEvents = (
  sender: CallSender,
  { types, ...options }: EventOptions,
): List<StoreEvent> => {
  const query = { ...options, type: types }
  return sender.list('/events', query, { isLog: true })
}

/** Lists events. Where the log ends for now, it waits for more. */
export const followEvents = (
  transport: Transport,
  { types, ...options }: EventOptions,
): List<StoreEvent> => {
  if ((options.sort ?? options.until) !== undefined)
    throw new TypeError('follow goes without sort and until.')
  const query = { ...options, type: types }
  const { limit = 100 } = options
  const lasting = lastingFor(transport, options.signal)
  const follower = new Follower(transport, options.signal, lasting)
  const more = async (last: Page<StoreEvent>): Promise<Page<StoreEvent>> => {
    await follower.untilMore()
    const { nextCursor: cursor } = last
    const rest = { ...query, after: undefined, ifNoneMatch: undefined, limit, cursor }
    return await transport.list<StoreEvent>('/events', rest, { isLog: true, lasting })
  }
  return transport.list('/events', query, { isLog: true, more, lasting })
}

/** The newest event of each client that is followed, and when it was asked for. */
const newest = new WeakMap<Transport, { readonly at: number; readonly id: Promise<bigint> }>()

/** Asks for the newest event, unless another follower of the client has done so within the interval. */
export const newestEvent = async (transport: Transport): Promise<bigint> => {
  const recent = newest.get(transport)
  const at = transport.now()
  if (recent !== undefined && at - recent.at < followInterval / 2) return await recent.id
  const id = transport
    .reply<Usage>({ operation: 'GET /usage' })
    .then(({ lastEventId }) => lastEventId)
  newest.set(transport, { at, id })
  return await id
}

/** What passes, however long it takes. */
const outages = [ConnectionError, ServiceError, RateLimitError]

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
        if (!outages.some((type) => error instanceof type)) throw error
        // A ban or a quota needs its time; an outage may end before what a proxy says.
        const { retryAfter = 0 } = error instanceof RateLimitError ? error : {}
        await transport.wait(Math.max(pause, retryAfter * 1_000), signal)
      }
    }
  }

/** Waits for events, at a pace that the quota can bear. */
class Follower {
  readonly #transport: Transport
  readonly #signal: AbortSignal | undefined
  readonly #lasting: Lasting
  /** The newest event when the log was last asked. */
  #seen: bigint | undefined
  /** When the next page would be due, had all of them been fetched at an even pace. */
  #due = 0

  constructor(transport: Transport, signal: AbortSignal | undefined, lasting: Lasting) {
    this.#transport = transport
    this.#signal = signal
    this.#lasting = lasting
  }

  /** Resolves once there may be something new. */
  async untilMore(): Promise<void> {
    const transport = this.#transport
    for (;;) {
      const pace = this.#pace()
      const early = Math.ceil(this.#due - burst * pace - transport.now())
      await transport.wait(Math.max(followInterval, early), this.#signal)
      const lastEventId = await this.#lasting(async () => await newestEvent(transport))
      if (lastEventId === this.#seen) continue
      this.#seen = lastEventId
      this.#due = Math.max(this.#due, transport.now()) + pace
      return
    }
  }

  /** Milliseconds for each request, if those that remain are to last to the end of each window. */
  #pace(): number {
    const windows = this.#transport.rateLimit?.windows ?? []
    return Math.max(
      0,
      ...windows.map(({ remaining, resetAfter }) => (resetAfter * 1_000) / Math.max(remaining, 1)),
    )
  }
}
