import type { PageOptions } from './calls.ts'
import type { List } from './page.ts'
import type { CallSender } from './sender.ts'
import type { EventType, Int64Input, StoreEvent } from './types.ts'

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
   * through every outage. One stream brings what is new to all followers of a client; it costs one
   * request of the quota as it opens and one for each further hour. While there is none, the client
   * asks every three seconds whether there is anything new, which costs nothing. Of the quota it uses
   * no more than what would last to the end of each window.
   */
  readonly follow?: boolean | undefined
}

/** The query of a list of events. A follower's cursor may be the id of an event that a stream brought. */
export const eventQuery = ({ types, cursor, ...options }: EventOptions) => {
  const [, id] = /^after:(\d+)$/.exec(cursor ?? '') ?? []
  return { ...options, type: types, ...(id === undefined ? { cursor } : { after: BigInt(id) }) }
}

/** Lists events, up to the newest. */
export const listEvents = (sender: CallSender, options: EventOptions): List<StoreEvent> =>
  sender.list('/events', eventQuery(options))
