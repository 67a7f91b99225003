import { dateTimeText } from '../../base/date-time.ts'
import { type Decision, defineChange, remove } from '../../base/data/change.ts'
import { type Position, resultOf } from '../../base/data/store.ts'
import { idsOf, maxSwept, type Sweep, sweepByAge, type SweptStore } from '../../base/data/sweep.ts'
import { rowOf } from '../../base/data/table.ts'
import { deliveryStatuses } from './delivery.ts'
import { deliveries, webhooks } from './table.ts'

/** How many of the latest deliveries of a webhook are retained in each final status, so that recoveries do not fill the disk. */
export const maxSettled = 1_000

/** Removes those of the deliveries that are older than `before` (Unix milliseconds) or, without it, are not pending. */
export const deliveryForget = defineChange({
  kind: 'delivery.forget',
  parts: (ids: readonly bigint[], before?: number) => ({ rows: ids.length, ids, before }),
  rows: ({ ids }) => ids.map((id) => ({ table: deliveries, id })),
  decide: (
    { before },
    found,
  ): Decision<{ readonly outcome: 'forgotten'; readonly count: bigint }> => {
    const rows = found.flatMap((stored) => rowOf(deliveries, stored) ?? [])
    const gone = rows.filter(({ status, createdAt }) =>
      // Date-time texts sort like the times that they stand for.
      before === undefined ? status !== 'pending' : createdAt < dateTimeText(before),
    )
    return {
      writes: gone.map(({ id }) => remove(deliveries, id)),
      result: () => ({ outcome: 'forgotten', count: BigInt(gone.length) }),
    }
  },
})

const batchSize = 10

/** Removes all but the latest deliveries of each webhook. */
const trim: Sweep = {
  name: 'deliveries beyond the latest of a webhook',
  start: (store) => {
    let after: Position | undefined
    return async ({ now }) => {
      const page = await idsOf(store, webhooks, { where: {}, after, limit: batchSize })
      let count = 0n
      for (const id of page.ids) {
        const excess = await excessOf(store, id)
        if (excess.length === 0) continue
        count += resultOf(await store.apply(deliveryForget(excess), { at: now })).count
      }
      // Examine the same webhooks again if any of them had too many.
      if (count === 0n) after = page.next
      return count > 0n || after !== undefined
    }
  },
}

const excessOf = async (store: SweptStore, webhookId: bigint): Promise<readonly bigint[]> => {
  const excess: bigint[] = []
  for (const status of deliveryStatuses.filter((each) => each !== 'pending')) {
    const where = { webhookId, status }
    const count = await store.count({ table: deliveries, where, max: maxSettled + maxSwept })
    const limit = Math.min(count - maxSettled, maxSwept - excess.length)
    if (limit <= 0) continue
    const { ids } = await idsOf(store, deliveries, { where, after: undefined, limit })
    excess.push(...ids)
  }
  return excess
}

export const sweeps: readonly Sweep[] = [sweepByAge(deliveries, deliveryForget), trim]
