import { defineOperation, type Outcome } from '../../kit/operation.ts'
import { orderOf, pageOutcome } from '../../kit/paging.ts'
import { andThen } from '../../base/awaitable.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import type { EventPage, EventQuery, EventRange } from '../../base/data/events.ts'
import { Events, ListEventsQuery } from './event.ts'

export const listEvents = defineOperation({
  id: 'listEvents',
  isExtension: true,
  method: 'GET',
  path: '/events',
  scope: 'events:read',
  summary: 'List events',
  description:
    'Returns a page of what happened, in the order in which it became visible: all of it, or what every filter admits. Read on by the URL that the `Link` header gives with `rel="next"`: it is on every page, also on an empty one, and who follows it misses nothing and sees nothing twice. Events are kept for some weeks. With `sort=-id` the newest come first, and the last page has no `next`.',
  query: ListEventsQuery,
  answers: {
    200: { description: 'A page of events; an empty array if there are none yet.', schema: Events },
  },
  errors: ['cursor_expired'],
  isPaged: true,
  startsAt: 'after',
  isConditional: true,
  handle: ({ query: { limit, type, petId, orderId, sort }, after, caller }, { store }) => {
    if (petId !== undefined && orderId !== undefined) return namedTwice
    const reader = caller.ownerId
    const types = type && [...new Set(type)]
    const topic = topicOf('petId', petId) ?? topicOf('orderId', orderId)
    const order = orderOf(sort)
    // No page of events is by a text.
    const behind = after as bigint | undefined
    const page = store.events.page({ reader, types, topic, order, after: behind, limit })
    return andThen(page, shown)
  },
})

const shown = (page: EventPage): Outcome | Refusal =>
  page.outcome === 'expired' ? expired(page.range) : pageOutcome(page)

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
