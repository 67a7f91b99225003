import type { EventType, StoreEvent } from '../../../client/src/index.ts'
import { readInt64 } from '../core/int64.ts'
import type { Route } from '../core/route.ts'
import type { ReadResult } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { type Call, storeCall } from '../requests/call.ts'
import { eventGroups } from './words.ts'

/** The number of events in a page of the list, and the maximum on the screen. */
export const pageSize = 50
export const maxShown = 500

/** The filter in the URL. */
export type Filter = {
  /** An event type, or a group of types. */
  readonly type?: string
  readonly animal?: bigint | undefined
  readonly order?: bigint | undefined
  /** The name of the API key that caused the event. */
  readonly by?: string | undefined
  /** A day in the visitor's time zone: `2026-11-20`. */
  readonly day?: string | undefined
}

export const readFilter = ({
  query: { type = '', animal = '', order = '', by, day },
}: Route): Filter => ({
  type,
  animal: readInt64(animal),
  order: readInt64(order),
  by,
  day: Number.isNaN(Date.parse(`${day}T00:00`)) ? undefined : day,
})

/** When the day of a filter begins and ends. */
const spanOf = ({ day }: Filter): { readonly since?: string; readonly until?: string } => {
  if (day === undefined) return {}
  const next = new Date(`${day}T00:00`)
  const since = next.toISOString()
  next.setDate(next.getDate() + 1)
  return { since, until: next.toISOString() }
}

/** The event types that a filter admits; undefined for all. */
const typesOf = ({ type = '' }: Filter): readonly EventType[] | undefined => {
  const group = (eventGroups as Readonly<Record<string, object>>)[type]
  return type === '' ? undefined : ((group ? Object.keys(group) : [type]) as readonly EventType[])
}

/** The call that reads the newest events of a filter, or a later page. */
export const eventsCall = (filter: Filter, cursor?: string): Call<EventPage> =>
  storeCall('events', {
    types: typesOf(filter),
    // An order is for one animal, so the two filters exclude each other.
    petId: filter.order === undefined ? filter.animal : undefined,
    orderId: filter.order,
    sort: '-id',
    limit: pageSize,
    cursor,
    by: filter.by,
    ...spanOf(filter),
  })

/** The shown part of the log, the newest first, and the cursor of the older events; undefined if there are none. */
export type EventLog = {
  readonly events: readonly StoreEvent[]
  readonly cursor: string | undefined
}

type EventPage = {
  readonly items: readonly StoreEvent[]
  readonly nextCursor: string | undefined
}

/** The call that reads one event: the list starts after the previous id. */
export const eventCall = (id: bigint): Call<EventPage> =>
  storeCall('events', { after: id - 1n, limit: 1 })

/** Reads one event; undefined if it does not exist or this key may not see it. */
export const readEvent = async (
  id: bigint,
  signal: AbortSignal,
): Promise<ReadResult<{ event: StoreEvent | undefined }>> => {
  const { items } = (await ask(eventCall(id), signal)).data
  return { data: { event: items.find((event) => event.id === id) } }
}

/** Whether a filter admits an event. */
export const admits = (filter: Filter, { type, data, by, timestamp }: StoreEvent): boolean => {
  const types = typesOf(filter)
  const { since = timestamp, until } = spanOf(filter)
  if (types?.includes(type) === false || (filter.by ?? by) !== by) return false
  if (timestamp < since || (until !== undefined && timestamp >= until)) return false
  if (filter.order !== undefined) return 'order' in data && data.order.id === filter.order
  return filter.animal === undefined || isAbout(filter.animal, data)
}

/** Whether an event is about an animal: the animal itself, one of its orders, or the import that added it. */
const isAbout = (id: bigint, data: StoreEvent['data']): boolean => {
  if ('pet' in data) return data.pet.id === id
  if ('order' in data) return data.order.petId === id
  if ('profile' in data) return data.profile.petId === id
  return 'count' in data && data.first <= id && id <= data.last
}
