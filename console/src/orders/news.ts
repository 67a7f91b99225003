import type { Order, StoreEvent } from '../../../client/src/index.ts'
import { type Board, lastOfEach, openStates } from './read.ts'

/** The orders of which events tell, each as the last one left it. An undone hold is shown as a cancelled one. */
const ordersIn = (events: readonly StoreEvent[]): readonly Order[] =>
  lastOfEach(
    events.flatMap(({ type, data }): readonly Order[] => {
      if (!('order' in data)) return []
      return [type === 'order.deleted' ? { ...data.order, status: 'cancelled' } : data.order]
    }),
  )

/** Whether events tell of an order something that is not shown. */
export const isOrderOld = (events: readonly StoreEvent[], shown: Order): boolean =>
  ordersIn(events).some(
    (order) =>
      order.id === shown.id &&
      (order.status !== shown.status ||
        order.reference !== shown.reference ||
        order.contactId !== shown.contactId ||
        order.expiresAt !== shown.expiresAt),
  )

/** Whether the board lacks something that others did. */
export const isBoardOld = (events: readonly StoreEvent[], { orders }: Board): boolean =>
  orders.some((order) => isOrderOld(events, order)) ||
  ordersIn(events).some(
    ({ id, status }) => openStates.includes(status) && orders.every((order) => order.id !== id),
  )
