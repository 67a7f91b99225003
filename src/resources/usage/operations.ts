import { defineOperation } from '../../kit/operation.ts'
import { defineResource } from '../../kit/resource.ts'
import { dateTimeText } from '../../base/date-time.ts'
import type { CountKey } from '../../base/data/change.ts'
import type { EventRange } from '../../base/data/table.ts'
import type { CallingKey } from '../../access/keys/key-store.ts'
import { namesOf } from '../../access/keys/scopes.ts'
import { orders } from '../orders/table.ts'
import {
  type HistoryPosition,
  positionOf,
  type RequestEntry,
} from '../../access/quotas/history/request-history.ts'
import type { Usage as Used, WindowUsage } from '../../access/quotas/usage.ts'
import { Usage, UsageHistory, UsageHistoryQuery } from './usage.ts'

export const getUsage = defineOperation({
  method: 'GET',
  path: '/usage',
  spendsQuota: false,
  summary: 'See what the key has used',
  description:
    'Returns what the API key may do, and what it has used of its quota. It costs nothing of the quota and is answered during a ban too; 60 requests a minute are allowed.',
  answers: { 200: { description: 'What the key has used.', schema: Usage } },
  handle: async ({ caller, used, now }, { store, history }) => {
    if (used === undefined)
      throw new Error('The usage is known only to operations that spend no quota.')
    const counted = store.count(placedOrders(caller, now))
    const deprecated = history.deprecatedCalls(caller.ownerId, now)
    const found = await Promise.all([counted, deprecated, store.events.range()])
    return { status: 200, value: usageOf(caller, used, ...found) }
  },
})

const usageOf = (
  { id, name, plan, scopes, expiresAt, limits }: CallingKey,
  { minute, day, bannedSince, bannedUntil }: Used,
  placed: number,
  deprecatedCalls: bigint,
  { newest }: EventRange,
): Usage => ({
  key: {
    id,
    name,
    plan,
    scopes: [...namesOf(scopes)],
    ...(expiresAt !== undefined && { expiresAt: dateTimeText(expiresAt) }),
  },
  windows: [windowOf('minute', minute), windowOf('day', day)],
  ...(bannedSince !== undefined &&
    bannedUntil !== undefined && {
      ban: { since: textOf(bannedSince), until: textOf(bannedUntil) },
    }),
  openOrders: { limit: limits.openOrders, used: placed },
  deprecatedCalls,
  lastEventId: newest,
})

export const getUsageHistory = defineOperation({
  method: 'GET',
  path: '/usage/history',
  spendsQuota: false,
  summary: 'See what the key has used over time',
  description:
    'Returns how many requests the API key and those that it replaced sent, by minute, hour or day, operation and answer, ascending by `start`. A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none. A request shows about a second after its answer; a crash of the service can lose the last second. It costs nothing of the quota; together with `GET /usage`, 60 requests a minute are allowed.',
  query: UsageHistoryQuery,
  answers: { 200: { description: 'The requests of the key.', schema: UsageHistory } },
  isPaged: true,
  handle: async ({ query, after, caller: { ownerId }, now }, { history }) => {
    const { limit, interval = 'hour', from } = query
    // A position in the history is never an id alone.
    const behind = after as HistoryPosition | undefined
    const range = { from: from === undefined ? 0 : Date.parse(from) / 1_000, after: behind }
    // Read one entry more than the page has: if it exists, another page follows.
    const entries = await history.entries(ownerId, interval, { ...range, limit: limit + 1 }, now)
    const page = entries.slice(0, limit)
    const last = entries.length > limit ? page.at(-1) : undefined
    return { status: 200, value: page.map(shownEntry), next: last && positionOf(last) }
  },
})

const shownEntry = ({ start, count, ...kind }: RequestEntry) => ({
  start: textOf(start),
  ...kind,
  count: BigInt(count),
})

const windowOf = (
  name: Usage['windows'][number]['name'],
  { limit, used, remaining, resets }: WindowUsage,
): Usage['windows'][number] => ({ name, limit, used, remaining, resetsAt: textOf(resets) })

const textOf = (unixSeconds: number): string => dateTimeText(unixSeconds * 1_000)

/** Counting goes at least this far, since after a change to a smaller plan there can be more placed orders than the limit. */
const minCounted = 10_000

const placedOrders = ({ ownerId, limits }: CallingKey, now: number): CountKey => ({
  table: orders,
  where: { ownerId, status: 'placed' },
  // An expired hold does not count, even if its end was not written yet.
  above: { field: 'expiresAt', value: dateTimeText(now) },
  max: Math.max(limits.openOrders, minCounted),
})

/** What an API key may do, and what it has used. Everything here is about the calling key, and spends none of its quota. */
export const usageResource = defineResource({
  name: 'usage',
  description: 'What the API key that asks may do and has used.',
  operations: { getUsage, getUsageHistory },
})
