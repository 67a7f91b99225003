import type { Static } from 'typebox'
import { defineOperation, type Input, type Outcome } from '../../kit/operation.ts'
import { defineResource } from '../../kit/resource.ts'
import { orderOf, pageOutcome } from '../../kit/paging.ts'
import { Natural } from '../../kit/fields.ts'
import { andThen } from '../../base/awaitable.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import type { EventPage, EventQuery, EventRange, StoredEvent } from '../../base/data/table.ts'
import { Type } from '../../base/schema/type.ts'
import { Events, ListEventsQuery } from './event.ts'

export const listEvents = defineOperation({
  method: 'GET',
  path: '/events',
  scope: 'events:read',
  summary: 'List events',
  description:
    'Returns a page of events, in the order in which they became visible: all of them, or those that match every filter. Continue with the URL that the `Link` header gives with `rel="next"`: every page has it, even an empty one, and a client that follows it misses nothing and sees nothing twice. Events are kept for some weeks. With `sort=-id` the newest come first, and the last page has no `next`; neither has the last page before an `until` in the past. With `since`, `until` or `by` a page before the last may have fewer events than `limit`, even none. With `Accept: text/event-stream` the answer is a stream (server-sent events) that continues with each new event; it cannot be combined with `limit`, `sort` or `until`.',
  query: ListEventsQuery,
  headers: Type.Object({
    'Last-Event-ID': Type.Optional(
      Natural('For a stream: the last event that you have, instead of `after`.', 4711n),
    ),
  }),
  answers: {
    200: { description: 'A page of events; an empty array if there are none yet.', schema: Events },
  },
  errors: ['cursor_expired', 'stream_limit_reached'],
  isPaged: true,
  startsAt: 'after',
  isConditional: true,
  stream: {
    refuses: ['limit', 'sort', 'until'],
    filter: ({ query, caller }: Input<Static<typeof ListEventsQuery>>) =>
      filterOf(choiceOf(query), caller.ownerId),
  },
  handle: ({ query, after, caller }, { store }) => {
    if (query.petId !== undefined && query.orderId !== undefined) return namedTwice
    const page = store.events.page({
      ...choiceOf(query),
      reader: caller.ownerId,
      // Pages of events are never in the order of a text.
      after: after as bigint | undefined,
    })
    return andThen(page, shown)
  },
})

const choiceOf = ({
  type,
  petId,
  orderId,
  since,
  until,
  sort,
  ...rest
}: Static<typeof ListEventsQuery>): Omit<EventQuery, 'reader' | 'after'> => ({
  ...rest,
  types: type && [...new Set(type)],
  topic: topicOf('petId', petId) ?? topicOf('orderId', orderId),
  since: timeOf(since),
  until: timeOf(until),
  order: orderOf(sort),
})

/** Decides by its text if a query shows a new event; undefined if only the store can tell. An import is about many animals. */
const filterOf = ({ types, topic, since, by }: ReturnType<typeof choiceOf>, reader: string) => {
  const isExact = topic === undefined && since === undefined && by === undefined
  const about = topic && new RegExp(`":${topic.id}[,}]|"data":{"first":`)
  return ({ type, ownerId, json }: StoredEvent): boolean | undefined => {
    if (ownerId !== undefined && ownerId !== reader) return false
    if (types?.includes(type) === false || about?.test(json) === false) return false
    return isExact || undefined
  }
}

const shown = (page: EventPage): Outcome | Refusal =>
  page.outcome === 'expired' ? expired(page.range) : pageOutcome(page)

const timeOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text)

const topicOf = (name: string, id: bigint | undefined): EventQuery['topic'] =>
  id === undefined ? undefined : { name, id }

const namedTwice = refusal(
  'invalid_parameter',
  'petId cannot be combined with orderId: an order is for one animal. Leave one of the two out.',
)

const expired = ({ oldest, newest }: EventRange) => {
  const there = newest === 0n ? 'is empty' : `has the events ${oldest} to ${newest}`
  return refusal(
    'cursor_expired',
    `This place is not in the log, which ${there}. Read what there is now, then follow the log from its beginning, by the URL in Link.`,
  )
}

/** The log of what happened. The store itself writes each event, in the transaction of the change that it describes. */
export const eventResource = defineResource({
  name: 'events',
  description: 'What happened, in order: the log of all changes.',
  operations: { listEvents },
})
