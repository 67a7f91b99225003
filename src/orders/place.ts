import { dateTimeText } from '../core/date-time.ts'
import { byClock, type Change, insert, type Rule, update } from '../data/change.ts'
import type { CallingKey } from '../keys/key-store.ts'
import type { PetStatus } from '../pets/pet.ts'
import { type PetRow, pets } from '../pets/table.ts'
import { type HoldBounds, holdBounds, holdLength, isOverdue, isWithin } from './hold.ts'
import { inStatus, movesOf } from './moves.ts'
import type { NewOrder, Order, OrderStatus } from './order.ts'
import { type OrderRow, orders } from './table.ts'

/** Who places an order. */
export type Placer = {
  readonly chainId: string
  readonly keyName: string
  /** How many open orders all keys of the chain may have together. */
  readonly openOrders: number
}

export const placerOf = ({ chainId, name, limits }: CallingKey): Placer => ({
  chainId,
  keyName: name,
  openOrders: limits.openOrders,
})

/** The order because of which an animal is not available. */
export type Governor = {
  readonly id: bigint
  readonly status: OrderStatus
  readonly expiresAt: string | undefined
  /** Whether the caller placed it. */
  readonly isOwn: boolean
}

/** Places an order for an animal. */
export type OrderPlace = Change<
  | { readonly outcome: 'placed'; readonly order: Order }
  | { readonly outcome: 'pet_not_found' }
  | ({ readonly outcome: 'not_ahead' } & HoldBounds)
  | {
      readonly outcome: 'pet_not_available'
      readonly status: PetStatus
      readonly governor: Governor | undefined
    }
  | { readonly outcome: 'order_limit_reached' }
> & {
  readonly kind: 'order.place'
  readonly order: NewOrder
  readonly placer: Placer
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

export const orderPlace = (order: NewOrder, placer: Placer, now: number): OrderPlace => ({
  kind: 'order.place',
  order,
  placer,
  now,
})

/**
 * Holds an animal that is available and that no order governs. An overdue hold ends first, so the decision is exact even
 * if nobody has noted that end.
 */
export const orderPlaceRule: Rule<OrderPlace> = {
  kind: 'order.place',
  rows: ({ order: { petId } }, [found]) => {
    const governor = (found?.row as PetRow | undefined)?.orderId
    const pet = { table: pets, id: petId }
    return governor === undefined ? [pet] : [pet, { table: orders, id: governor }]
  },
  counts: ({ placer: { chainId, openOrders }, now }) => [
    {
      table: orders,
      where: { chainId, status: 'placed' },
      above: { field: 'expiresAt', value: dateTimeText(now) },
      most: openOrders,
    },
  ],
  decide: ({ order, placer, now }, [found, governing], [open = 0]) => {
    const { expiresAt = dateTimeText(now + holdLength.usual) } = order
    if (order.expiresAt !== undefined) {
      const bounds = holdBounds(now)
      if (!isWithin(bounds, expiresAt)) return { refused: { outcome: 'not_ahead', ...bounds } }
    }
    if (found === undefined) return { refused: { outcome: 'pet_not_found' } }
    // The rows are of the tables that were asked for.
    const governor = governing?.row as OrderRow | undefined
    const ended =
      governor !== undefined && isOverdue(governor, now)
        ? byClock(movesOf(governor, inStatus(governor, 'expired', now)))
        : []
    const { status } = found.row as PetRow
    if (status !== 'available' && ended.length === 0) {
      return {
        refused: {
          outcome: 'pet_not_available',
          status,
          governor: governor && {
            id: governor.id,
            status: governor.status,
            expiresAt: governor.expiresAt,
            isOwn: governor.chainId === placer.chainId,
          },
        },
      }
    }
    if (open >= placer.openOrders) return { refused: { outcome: 'order_limit_reached' } }
    const { petId, reference } = order
    return {
      writes: [
        ...ended,
        insert(orders, {
          petId,
          status: 'placed',
          ...(reference !== undefined && { reference }),
          by: placer.keyName,
          placedAt: dateTimeText(now),
          expiresAt,
          chainId: placer.chainId,
        }),
        (written) => {
          const placed = written.at(-1)?.row as OrderRow
          return update(pets, petId, { status: 'pending', orderId: placed.id })
        },
      ],
      // The animal was written last, the order before it.
      result: (written) => ({ outcome: 'placed', order: written.at(-2)?.row as Order }),
    }
  },
}
