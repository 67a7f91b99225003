import type { TableEvents } from '../data/events.ts'
import { orderStatuses } from './order.ts'

/** The events of orders. Each has the type of the status that the order came to: `order.placed`. */
export const orderEvents: TableEvents = {
  name: 'order',
  types: [...orderStatuses.map((status) => `order.${status}`), 'order.updated', 'order.deleted'],
  type: (before, after) => {
    if (after === undefined) return 'order.deleted'
    const { status } = after
    return status === before?.['status'] ? 'order.updated' : `order.${String(status)}`
  },
  topics: { orderId: 'id', petId: 'petId' },
}
