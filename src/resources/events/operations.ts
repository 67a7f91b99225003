import type { Static } from 'typebox'
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
    'Returns a page of what happened, in the order in which it became visible: all of it, or what every filter admits. Read on by the URL that the `Link` header gives with `rel="next"`: it is on every page, also on an empty one, and who follows it misses nothing and sees nothing twice. Events are kept for some weeks. With `sort=-id` the newest come first, and the last page has no `next`; nor has the last page before a time `until` that is over. With `since`, `until` or `by` a page may have fewer events than `limit`, even none, before the last.',
  query: ListEventsQuery,
  answers: {
    200: { description: 'A page of events; an empty array if there are none yet.', schema: Events },
  },
  errors: ['cursor_expired'],
  isPaged: true,
  startsAt: 'after',
  isConditional: true,
  handle: ({ query, after, caller }, { store }) => {
    if (query.petId !== undefined && query.orderId !== undefined) return namedTwice
    const page = store.events.page({
      ...choiceOf(query),
      reader: caller.ownerId,
      // No page of events is by a text.
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
