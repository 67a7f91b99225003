import { dateTimeText } from '../../base/date-time.ts'
import {
  type Decision,
  defineChange,
  type Found,
  remove,
  type Write,
} from '../../base/data/change.ts'
import { type Position, resultOf } from '../../base/data/store.ts'
import { idsOf, maxSwept, type Sweep, sweepByAge, type SweptStore } from '../../base/data/sweep.ts'
import { type DeliveryStatus, deliveryStatuses } from './delivery.ts'
import { webhookAndProgress } from './changes.ts'
import { deliveries, type DeliveryRow, webhookProgress, webhooks } from './table.ts'

/**
 * How many delivered and how many failed deliveries of a webhook are retained, the latest. So repeated recoveries do not
 * fill the disk.
 */
export const maxSettled = 1_000

type Forgotten = Decision<{ readonly outcome: 'forgotten'; readonly count: bigint }>

const rowsIn = (found: Found): readonly DeliveryRow[] =>
  // The rows are of the table that was read.
  found.flatMap((stored) => (stored?.row as DeliveryRow | undefined) ?? [])

const removed = (rows: readonly DeliveryRow[], others: readonly Write[] = []): Forgotten => ({
  writes: [...rows.map(({ id }) => remove(deliveries, id)), ...others],
  result: () => ({ outcome: 'forgotten', count: BigInt(rows.length) }),
})

/** Removes those of some deliveries that are from before a time, in milliseconds since the Unix epoch. */
export const deliveryForget = defineChange({
  kind: 'delivery.forget',
  parts: (ids: readonly bigint[], before: number) => ({ rows: ids.length, ids, before }),
  rows: ({ ids }) => ids.map((id) => ({ table: deliveries, id })),
  decide: ({ before }, found): Forgotten => {
    const limit = dateTimeText(before)
    // Texts of instants compare as the instants do.
    return removed(rowsIn(found).filter(({ createdAt }) => createdAt < limit))
  },
})

/**
 * Removes deliveries of the webhook `id` beyond the limit: of a webhook that exists, those that are settled; of a deleted
 * one all, and its progress once no delivery is left.
 */
export const deliveryTrim = defineChange({
  kind: 'delivery.trim',
  parts: (id: bigint, ids: readonly bigint[]) => ({ rows: ids.length, id, ids }),
  rows: (change) => [
    ...webhookAndProgress(change),
    ...change.ids.map((id) => ({ table: deliveries, id })),
  ],
  decide: ({ id }, [webhook, progress, ...found]): Forgotten => {
    const isDeleted = webhook === undefined
    const rows = rowsIn(found)
    const isLast = isDeleted && rows.length === 0 && progress !== undefined
    return removed(
      rows.filter((row) => row.webhookId === id && (isDeleted || row.status !== 'pending')),
      isLast ? [remove(webhookProgress, id)] : [],
    )
  },
})

/** The final statuses of a delivery. */
const settledStatuses: readonly DeliveryStatus[] = ['delivered', 'failed']

/** Webhooks that are examined in one turn. */
const batchSize = 10

/** Retains the latest deliveries of each webhook, and none of a deleted one. */
const trim: Sweep = {
  name: 'deliveries beyond the latest of a webhook',
  start: (store) => {
    let after: Position | undefined
    return async ({ now }) => {
      const page = await idsOf(store, webhookProgress, { where: {}, after, limit: batchSize })
      let count = 0n
      for (const id of page.ids) {
        const excess = await excessOf(store, id)
        if (excess === undefined) continue
        count += resultOf(await store.apply(deliveryTrim(id, excess), { at: now })).count
      }
      // Webhooks that had too many are examined again.
      if (count === 0n) after = page.next
      return count > 0n || after !== undefined
    }
  },
}

/** The deliveries of a webhook to remove; none if its progress alone is left, undefined if there is nothing to do. */
const excessOf = async (store: SweptStore, id: bigint): Promise<readonly bigint[] | undefined> => {
  const isDeleted = (await store.find(webhooks, id)) === undefined
  const excess: bigint[] = []
  for (const status of isDeleted ? deliveryStatuses : settledStatuses) {
    const where = { webhookId: id, status }
    const retained = isDeleted ? 0 : maxSettled
    const count = await store.count({ table: deliveries, where, max: retained + maxSwept })
    const limit = Math.min(count - retained, maxSwept - excess.length)
    if (limit <= 0) continue
    const { ids } = await idsOf(store, deliveries, { where, after: undefined, limit })
    excess.push(...ids)
  }
  return isDeleted || excess.length > 0 ? excess : undefined
}

/** Remove deliveries by their age and by their number. */
export const sweeps: readonly Sweep[] = [sweepByAge(deliveries, deliveryForget), trim]
