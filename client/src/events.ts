import type { PageOptions } from './calls.ts'
import type { List } from './page.ts'
import type { CallSender } from './sender.ts'
import type { EventType, Int64Input, StoreEvent } from './types.ts'

/** The options of a list of events. With several filters, an event must match all of them. */
export type EventOptions = PageOptions & {
  /** The `id` of the last event that you have; the list begins after it. Not allowed with `cursor`. */
  readonly after?: Int64Input | undefined
  /** Only events of this type, or of these types. */
  readonly types?: EventType | readonly EventType[] | undefined
  /** Only events of this animal, of its orders, and of the import that added it. */
  readonly petId?: Int64Input | undefined
  /** Only events of this order. Not allowed with `petId`. */
  readonly orderId?: Int64Input | undefined
  /** Only events from this time on. */
  readonly since?: Date | string | undefined
  /** Only events before this time. */
  readonly until?: Date | string | undefined
  /** Only events that the API key with this name caused. */
  readonly by?: string | undefined
  /** `-id` for the newest first. */
  readonly sort?: '-id' | undefined
}

/** The options of a list of events, which may also follow the log. */
export type FollowOptions = EventOptions & {
  /**
   * With `true`, an iteration does not end at the newest event but waits for more. It lasts through every outage and
   * ends when its `signal` aborts. One stream brings new events to all followers of a client. The stream costs one
   * request of the quota when it opens and one for each further hour. While no stream is open, the client polls every
   * three seconds, which costs nothing. The client uses no more of the quota than would last to the end of each window.
   */
  readonly follow?: boolean | undefined
}

/** Builds the query of a list of events. A follower's cursor may be `after:` with the id of an event from a stream. */
export const eventQuery = ({ types, cursor, ...options }: EventOptions) => {
  const [, id] = /^after:(\d+)$/.exec(cursor ?? '') ?? []
  return { ...options, type: types, ...(id === undefined ? { cursor } : { after: BigInt(id) }) }
}

/** Lists events, up to the newest. */
export const listEvents = (sender: CallSender, options: EventOptions): List<StoreEvent> =>
  sender.list('/events', eventQuery(options))
