import { dateTimeText } from '../core/date-time.ts'
import { type Change, remove, type Rule } from '../data/change.ts'
import { type Position, resultOf } from '../data/store.ts'
import { idsOf, mostSwept, type Sweep, sweepByAge, type SweptStore } from '../data/sweep.ts'
import { type DeliveryStatus, deliveryStatuses } from './delivery.ts'
import { webhookAndProgress } from './owned.ts'
import { deliveries, type DeliveryRow, webhookProgress, webhooks } from './table.ts'

/**
 * The most deliveries of each end that are kept of one webhook, the latest. A receiver that lets the log be sent again
 * and again thus fills no disk.
 */
export const keptDeliveries = 1_000

type Forgotten = { readonly outcome: 'forgotten'; readonly count: bigint }

/** Removes those of some deliveries that are too old. */
export type DeliveryForget = Change<Forgotten> & {
  readonly kind: 'delivery.forget'
  readonly ids: readonly bigint[]
  /** Milliseconds since the Unix epoch: older ones go. */
  readonly before: number
}

export const deliveryForget = (ids: readonly bigint[], before: number): DeliveryForget => ({
  kind: 'delivery.forget',
  rows: ids.length,
  ids,
  before,
})

export const deliveryForgetRule: Rule<DeliveryForget> = {
  kind: 'delivery.forget',
  rows: ({ ids }) => ids.map((id) => ({ table: deliveries, id })),
  decide: ({ before }, found) => {
    const limit = dateTimeText(before)
    // The rows are of the table that was asked for. Texts of instants compare as the instants do.
    const rows = found.flatMap((stored) => (stored?.row as DeliveryRow | undefined) ?? [])
    const old = rows.filter(({ createdAt }) => createdAt < limit)
    if (old.length === 0) return { refused: { outcome: 'forgotten', count: 0n } }
    return {
      writes: old.map(({ id }) => remove(deliveries, id)),
      result: () => ({ outcome: 'forgotten', count: BigInt(old.length) }),
    }
  },
}

/**
 * Removes deliveries of one webhook that are more than are kept: of a webhook that there is, those that are at their end;
 * of one that was deleted, all, and once there are none left its progress.
 */
export type DeliveryTrim = Change<Forgotten> & {
  readonly kind: 'delivery.trim'
  /** The webhook. */
  readonly id: bigint
  readonly ids: readonly bigint[]
}

const deliveryTrim = (id: bigint, ids: readonly bigint[]): DeliveryTrim => ({
  kind: 'delivery.trim',
  rows: ids.length,
  id,
  ids,
})

export const deliveryTrimRule: Rule<DeliveryTrim> = {
  kind: 'delivery.trim',
  rows: (change) => [
    ...webhookAndProgress(change),
    ...change.ids.map((id) => ({ table: deliveries, id })),
  ],
  decide: ({ id }, [webhook, progress, ...found]) => {
    const isGone = webhook === undefined
    // The rows are of the table that was asked for.
    const rows = found.flatMap((stored) => (stored?.row as DeliveryRow | undefined) ?? [])
    const swept = rows.filter((row) => row.webhookId === id && (isGone || row.status !== 'pending'))
    const writes = swept.map((row) => remove(deliveries, row.id))
    if (isGone && rows.length === 0 && progress !== undefined) {
      writes.push(remove(webhookProgress, id))
    }
    return { writes, result: () => ({ outcome: 'forgotten', count: BigInt(swept.length) }) }
  },
}

/** The statuses at the end of a delivery. */
const settledStatuses: readonly DeliveryStatus[] = ['delivered', 'failed']

/** Webhooks that are looked at in one turn. */
const atOnce = 10

/** Keeps the latest deliveries of each webhook, and none of a webhook that was deleted. */
const trim: Sweep = {
  name: 'deliveries beyond the latest of a webhook',
  start: (store) => {
    let after: Position | undefined
    return async ({ now }) => {
      const page = await idsOf(store, webhookProgress, { where: {}, after, limit: atOnce })
      let count = 0n
      for (const id of page.ids) {
        const excess = await excessOf(store, id)
        if (excess === undefined) continue
        count += resultOf(await store.apply(deliveryTrim(id, excess), { at: now })).count
      }
      // Those that had too many are looked at again.
      if (count === 0n) after = page.next
      return count > 0n || after !== undefined
    }
  },
}

/** Deliveries of a webhook that are kept no longer; none if its progress alone is left, undefined if nothing is. */
const excessOf = async (store: SweptStore, id: bigint): Promise<readonly bigint[] | undefined> => {
  const isGone = (await store.find(webhooks, id)) === undefined
  const excess: bigint[] = []
  for (const status of isGone ? deliveryStatuses : settledStatuses) {
    const where = { webhookId: id, status }
    const kept = isGone ? 0 : keptDeliveries
    const count = await store.count({ table: deliveries, where, most: kept + mostSwept })
    const limit = Math.min(count - kept, mostSwept - excess.length)
    if (limit <= 0) continue
    const { ids } = await idsOf(store, deliveries, { where, after: undefined, limit })
    excess.push(...ids)
  }
  return isGone || excess.length > 0 ? excess : undefined
}

/** What is kept of deliveries, by their age and by their number. */
export const sweeps: readonly Sweep[] = [sweepByAge(deliveries, deliveryForget), trim]
