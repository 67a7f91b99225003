import type { Static } from 'typebox'
import { Count, DateTime, Int32, Line, Natural } from '../../kit/fields.ts'
import { pageQuery } from '../../kit/paging.ts'
import { ErrorCode } from '../../base/errors/error-schema.ts'
import { Choice, Component, Type } from '../../base/schema/type.ts'
import { KeyId, Scope } from '../keys/key.ts'
import { everyScope } from '../../access/keys/scopes.ts'
import { type Interval, intervals, stops } from '../../access/quotas/history/request-history.ts'
import { plans } from '../../access/quotas/plans.ts'
import { windowSeconds } from '../../access/quotas/bucket.ts'

const windowNames = Object.keys(windowSeconds) as ReadonlyArray<keyof typeof windowSeconds>

const UsageWindow = Component('UsageWindow', 'How much of a window is used.', {
  name: Choice(windowNames, { description: 'The length of the window, by the UTC clock.' }),
  limit: Count('Requests that the plan allows in this window.', 60),
  used: Count('Requests spent in this window so far.', 12),
  remaining: Count('Requests that are left in this window. A ban is not considered.', 48),
  resetsAt: DateTime(
    'When the window ends and the next one begins, with nothing used.',
    '2026-11-20T12:01:00.000Z',
  ),
})

const UsageKey = Component('UsageKey', 'The API key that asks.', {
  id: KeyId('Its public identifier, by which the operator knows it.'),
  name: Line('The name that the operator gave it.', 100, 'Corner shop'),
  plan: Choice(plans, { description: 'Its plan.' }),
  scopes: Type.Array(Scope, {
    description: 'What it may do.',
    maxItems: everyScope.length,
  }),
  expiresAt: Type.Optional(
    DateTime('When it expires; missing if it never does.', '2027-02-18T12:00:00.000Z'),
  ),
})

const UsageBan = Component('UsageBan', 'A ban that is in force.', {
  since: DateTime('When the ban began.', '2026-11-20T12:00:00.000Z'),
  until: DateTime('When the ban ends.', '2026-11-20T12:05:00.000Z'),
})

const UsageOpenOrders = Component(
  'UsageOpenOrders',
  'The orders that are `placed`, of this key and of all keys that it replaced.',
  {
    limit: Count('How many orders may be placed at once.', 5),
    used: Count('How many are placed now.', 2),
  },
)

export const Usage = Component(
  'Usage',
  'What an API key may do and has used. A key and all keys that it replaced have one owner, and count together.',
  {
    key: UsageKey,
    windows: Type.Array(UsageWindow, {
      description: 'The windows of the quota: the minute, then the day.',
      maxItems: windowNames.length,
    }),
    ban: Type.Optional(UsageBan),
    openOrders: UsageOpenOrders,
    deprecatedCalls: Natural(
      'How often the key called deprecated operations, today and in the 89 days before (UTC).',
      0n,
    ),
    lastEventId: Natural(
      'Identifier of the newest event of the log, whoever may see it; 0 if there is none. While it stays the same, nothing happened.',
      4_711n,
    ),
  },
)
export type Usage = Static<typeof Usage>

// Object.keys widens the names.
const intervalNames = Object.keys(intervals) as readonly Interval[]

/** The most entries on a page. Their text takes about 140 kB. */
const maxEntries = 1_000

export const UsageHistoryQuery = pageQuery(
  'entries',
  {
    interval: Choice(intervalNames, {
      description:
        'The length of the intervals, by the UTC clock; `hour` if it is left out. The minutes of the last hour are kept, the hours of 7 days, and the days of 90, the present one included.',
    }),
    from: DateTime('Only intervals that begin then or later; all that are kept if it is left out.'),
  },
  { default: maxEntries, maximum: maxEntries },
)

const UsageEntry = Component(
  'UsageEntry',
  'How many requests of one kind a key sent in an interval.',
  {
    start: DateTime('When the interval begins.'),
    operation: Type.String({
      description:
        'The `operationId` of the operation; `none` if the path or the method is not part of the interface; `other` for all operations beyond the 60 kinds of requests that an interval tells apart.',
      maxLength: 64,
      pattern: '^[A-Za-z]+$',
      examples: ['listPets'],
    }),
    status: Int32('The HTTP status code of the answers.', 200, 599, 200),
    code: Type.Optional(
      ErrorCode('The code of the error; missing if the answer was not an error.'),
    ),
    window: Type.Optional(
      Choice(stops, {
        description:
          'What stopped the requests: the window that was used up, or a ban; missing if nothing did.',
      }),
    ),
    count: Natural('How many requests there were.', 12n),
  },
)
export type UsageEntry = Static<typeof UsageEntry>

export const UsageHistory = Type.Array(UsageEntry, {
  title: 'UsageHistory',
  description:
    'The requests of a key by interval and kind, ascending by `start`. Kinds that nobody sent have no entry.',
  maxItems: maxEntries,
})
