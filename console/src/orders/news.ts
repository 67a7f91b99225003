import type { Order, StoreEvent } from '../../../client/src/index.ts'
import type { Board } from './read.ts'

/** The last that events tell of each order. */
const lastOfOrders = (
  events: readonly StoreEvent[],
): ReadonlyMap<bigint, { readonly order: Order; readonly isDeleted: boolean }> =>
  new Map(
    events.flatMap(({ type, data }) =>
      'order' in data
        ? [[data.order.id, { order: data.order, isDeleted: type === 'order.deleted' }] as const]
        : [],
    ),
  )

/** Whether events tell of an order something that is not shown. */
export const isOrderOld = (events: readonly StoreEvent[], shown: Order): boolean => {
  const now = lastOfOrders(events).get(shown.id)
  if (now === undefined) return false
  const { order, isDeleted } = now
  // An undone hold is shown as a cancelled one.
  if (isDeleted) return shown.status !== 'cancelled'
  return (
    shown.status !== order.status ||
    shown.reference !== order.reference ||
    shown.expiresAt !== order.expiresAt
  )
}

/** Whether the board lacks something that others did. */
export const isBoardOld = (events: readonly StoreEvent[], { orders }: Board): boolean => {
  const shown = new Set(orders.map(({ id }) => id))
  const isNew = [...lastOfOrders(events).values()].some(
    ({ order, isDeleted }) =>
      !shown.has(order.id) && !isDeleted && ['placed', 'approved'].includes(order.status),
  )
  return isNew || orders.some((order) => isOrderOld(events, order))
}
