import { defineOperation } from '../api/operation.ts'
import { dateTimeText } from '../core/date-time.ts'
import type { CountKey } from '../data/change.ts'
import type { CallingKey } from '../keys/key-store.ts'
import { namesOf } from '../keys/scopes.ts'
import { orders } from '../orders/table.ts'
import type { WindowUsage } from '../quotas/usage.ts'
import { Usage } from './usage.ts'

export const getUsage = defineOperation({
  id: 'getUsage',
  isExtension: true,
  method: 'GET',
  path: '/usage',
  spendsQuota: false,
  summary: 'See what the key has used',
  description:
    'Returns what the API key may do, and what it has used of its quota. It costs nothing of the quota and is answered under a ban too; it may be asked 60 times a minute.',
  answers: { 200: { description: 'What the key has used.', schema: Usage } },
  errorExamples: {
    rate_limit_exceeded:
      'All 60 requests of this minute that cost no quota are used up. Retry after 30 seconds (2026-11-20T12:01:00Z).',
  },
  handle: async ({ caller, now }, { store, quotas }) => {
    const { id, chainId, name, plan, scopes, expiresAt, limits } = caller
    const [used, placed] = await Promise.all([
      quotas.usage({ kind: 'key', id: chainId }, limits, now),
      store.count(placedOrders(caller, now)),
    ])
    const { minute, day, bannedUntil } = used
    const value: Usage = {
      key: {
        id,
        name,
        plan,
        scopes: [...namesOf(scopes)],
        ...(expiresAt !== undefined && { expiresAt: dateTimeText(expiresAt) }),
      },
      windows: [windowOf('minute', minute), windowOf('day', day)],
      ...(bannedUntil !== undefined && { ban: { until: textOf(bannedUntil) } }),
      openOrders: { limit: limits.openOrders, used: placed },
    }
    return { status: 200, value }
  },
})

const windowOf = (
  name: Usage['windows'][number]['name'],
  { limit, used, remaining, resets }: WindowUsage,
): Usage['windows'][number] => ({ name, limit, used, remaining, resetsAt: textOf(resets) })

const textOf = (unixSeconds: number): string => dateTimeText(unixSeconds * 1_000)

/** A key of a smaller plan than before can have more placed orders than its limit; so many are counted at least. */
const leastCounted = 10_000

const placedOrders = ({ chainId, limits }: CallingKey, now: number): CountKey => ({
  table: orders,
  where: { chainId, status: 'placed' },
  // What the clock has ended no longer counts, even if nobody has noted its end.
  above: { field: 'expiresAt', value: dateTimeText(now) },
  most: Math.max(limits.openOrders, leastCounted),
})
