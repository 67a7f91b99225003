import type { Order, StoreEvent } from '../../../client/src/index.ts'
import { type Board, lastOfEach, openStates } from './read.ts'

/** The orders in events, each in its last state. A deleted order (an undone hold) is shown as cancelled. */
const ordersIn = (events: readonly StoreEvent[]): readonly Order[] =>
  lastOfEach(
    events.flatMap(({ type, data }): readonly Order[] => {
      if (!('order' in data)) return []
      return [type === 'order.deleted' ? { ...data.order, status: 'cancelled' } : data.order]
    }),
  )

/** Whether events leave an order in a state that is not the one shown. */
export const isOrderOld = (events: readonly StoreEvent[], shown: Order): boolean =>
  ordersIn(events).some(
    (order) =>
      order.id === shown.id &&
      (order.status !== shown.status ||
        order.reference !== shown.reference ||
        order.contactId !== shown.contactId ||
        order.expiresAt !== shown.expiresAt),
  )

/** Whether the board does not show some change in the events. */
export const isBoardOld = (events: readonly StoreEvent[], { orders }: Board): boolean =>
  orders.some((order) => isOrderOld(events, order)) ||
  ordersIn(events).some(
    ({ id, status }) => openStates.includes(status) && orders.every((order) => order.id !== id),
  )
