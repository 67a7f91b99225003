import { dateTimeText } from '../core/date-time.ts'
import { type Change, remove, type Rule } from '../data/change.ts'
import { deliveries, type DeliveryRow } from './table.ts'

/** Removes those of some deliveries that are too old. */
export type DeliveryForget = Change<{ readonly outcome: 'forgotten'; readonly count: bigint }> & {
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
